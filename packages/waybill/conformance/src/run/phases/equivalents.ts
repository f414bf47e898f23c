// A request written in another way -> the same request: JSON with escapes and white space, members that no request has, a header that the
// description does not know.
import type { Json } from "waybill/description";
import { isPartial, placeOf } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, type JsonObject, show } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { idsMadeBy } from "../links.ts";
import { readOwn } from "../reading.ts";
import { membersOfBody, type RequestValues, requestOf } from "../request-values.ts";
import { stateMachinesOf } from "../state-machine.ts";
import { renewed, withBody, withText } from "../variation.ts";
import { create, provide } from "./baseline.ts";
import { checkReadBack } from "./links.ts";
import { discard } from "./url-rules.ts";

export async function runEquivalents(context: Context): Promise<void> {
  for (const first of context.accepted) {
    const { operation, values } = first;
    if (values.body?.kind !== "value" || bodyTypeOf(operation)?.body !== "json") continue;
    for (const [name, write] of Object.entries(texts)) {
      const id = `${operation.id}/valid/written/${name}`;
      await context.caseElsewhere("valid", id, operation.id, () => tryText(context, first, { name, write }));
    }
    if (operation.method !== "post" || idsMadeBy(first).length === 0 || isPartial(operation, "request")) continue;
    const added = `${operation.id}/valid/added-members`;
    await context.caseElsewhere("valid", added, operation.id, () => tryAdded(context, first));
    const keyed = `${operation.id}/valid/undeclared-header`;
    await context.case("valid", keyed, operation.id, () => tryKey(context, first));
  }
}

/** Texts of one JSON value. */
const texts: Readonly<Record<string, (value: Json) => string>> = {
  escaped: (value) => escaped(JSON.stringify(value)),
  spaced: (value) => `\r\n\t ${JSON.stringify(value, null, "\t")} \n`,
};

/** Each letter and digit inside of a text as `\u0041`. */
function escaped(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) =>
    quoted.replace(/\\.|[^"\\]/g, (one) =>
      one.length === 2 && one.startsWith("\\") ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}

interface Written {
  readonly name: string;
  readonly write: (value: Json) => string;
}

async function tryText(context: Context, first: CallResult, { name, write }: Written): Promise<void> {
  const { operation } = first;
  const isAboutOne = context.links.producersOf(operation).some(({ method }) => method === "post");
  const next = async (): Promise<RequestValues | null> => {
    const values = isAboutOne ? await provide(context, operation) : first.values;
    return values?.body?.kind === "value" ? withBody(values, renewed(context, values.body.value)) : null;
  };
  const values = await next();
  if (values?.body?.kind !== "value") return;
  const written = withText(values, values.body.mediaType.type, write(values.body.value));
  const made = await context.call(operation, values, undefined, written);
  if (isRefused(made.status) && made.status !== 409) {
    const control = await next();
    // Where the usual text is refused by now as well, the state of the service has changed.
    if (control === null || !isAccepted((await context.call(operation, control)).status)) return;
    const message = `${operation.id} rejects a valid request with ${made.status}: the same body, written differently (${name})`;
    context.object("valid-refused", message, { ...made, where: placeOf(operation.at) });
  }
  if (!isAccepted(made.status) || operation.method !== "post") return;
  const read = await readOwn(context, made);
  if (read?.resource != null) checkReadBack(context, made, read.result);
  await discard(context, made);
}

/** Members that only responses have: what is made begins as it always does. */
async function tryAdded(context: Context, { operation, values }: CallResult): Promise<void> {
  const other = await create(context, operation);
  const known = other === null ? null : await readOwn(context, other);
  const schema = bodyTypeOf(operation)?.schema;
  if (known?.resource == null || schema === undefined) return;
  const machines = stateMachinesOf(context.description).filter(({ transitions }) =>
    transitions.some((one) => one.from === null && one.operation === operation.id),
  );
  const states = machines.flatMap(({ property, transitions }): [string, Json][] => {
    const begin = transitions.find((one) => one.from === null && one.operation === operation.id)?.to ?? null;
    const later = transitions.find((one) => one.to !== null && one.to !== begin)?.to;
    return later === undefined ? [] : [[property, later]];
  });
  const declared = new Set(propertiesIn(schema).map(({ name }) => name));
  const times = Object.entries(known.resource).flatMap(([name, value]): [string, Json][] =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? [[name, "2001-02-03T04:05:06.000Z"]] : [],
  );
  const added = Object.fromEntries(
    [...Object.entries({ id: known.resource["id"] ?? null }), ...times, ...states].filter(
      ([name]) => !declared.has(name),
    ),
  );
  const usual = asObject(renewed(context, membersOfBody(values) ?? {})) ?? {};
  const written = withBody(values, { ...usual, ...added });
  const made = await context.call(operation, withBody(values, usual), undefined, written);
  if (!isAccepted(made.status)) return;
  const read = await readOwn(context, made);
  for (const { property, transitions, where } of machines) {
    const begin = transitions.find((one) => one.from === null && one.operation === operation.id)?.to ?? null;
    checkBegin(context, made, { state: read?.resource ?? null, property, begin, where });
  }
  await discard(context, made);
}

function checkBegin(
  context: Context,
  made: CallResult,
  { state, property, begin, where }: { state: JsonObject | null; property: string; begin: Json; where: string },
): void {
  const found = state?.[property];
  if (found === undefined || found === begin) return;
  const message = `${made.operation.id} creates a resource with the ${property} ${show(found)}; the state machine says ${show(begin)}`;
  context.object("wrong-state", message, { ...made, where });
}

/** Two creates with one key of a header that is not described: each makes something of its own. */
async function tryKey(context: Context, { operation, values }: CallResult): Promise<void> {
  const isDeclared = operation.parameters.some((one) => one.in === "header" && /idempot/i.test(one.name));
  if (isDeclared) return;
  const credential = context.credential(operation);
  const send = async (own: RequestValues, key: string | null): Promise<CallResult> => {
    const request = requestOf(operation, own, { server: context.server, credential });
    const more = key === null ? [] : [["Idempotency-Key", key] as const];
    const sent = { ...request, headers: [...request.headers, ...more] };
    return context.checked(operation, own, await context.session.exchange(sent));
  };
  const { body } = values;
  if (body?.kind !== "value") return;
  const next = (): RequestValues => withBody(values, renewed(context, body.value));
  const [same, key] = [next(), `${context.runToken}-one`];
  const [one, other] = [await send(same, key), await send(next(), key)];
  const ids = idsMadeBy(one);
  const isSame = (result: CallResult): boolean =>
    isAccepted(result.status) && idsMadeBy(result).some((id) => ids.includes(id));
  // Some services take what they have for what they are sent, with any key.
  if (isSame(other) && !isSame(await send(same, null))) {
    const message = `${operation.id} returns what an earlier request created, because of a header that is not described`;
    context.object("wrong-count", message, { ...other, where: placeOf(operation.at) });
  }
  await discard(context, one);
  await discard(context, other);
}
