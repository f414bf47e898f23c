// A request written in another way -> the same request: JSON with escapes and white space, members that no request has, a header that the
// description does not know.
import type { Json } from "waybill/description";
import { isPartial } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { show } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { create, discard, provide } from "../creating.ts";
import { expectAccepted } from "../engines/contrast.ts";
import { readAndDiscard, readOwn } from "../engines/read-back.ts";
import { bodyTypeOf, unusedValues } from "../inputs.ts";
import { idsMadeBy } from "../links.ts";
import { membersOfBody, type RequestValues, sentValueOf } from "../request-values.ts";
import { type StateMachine, stateMachinesOf } from "../rules/state-machine.ts";
import { anew, jsonBodyOf, withBody, withText } from "../variation.ts";

export function* equivalents(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    if (jsonBodyOf(first) === null) continue;
    for (const [name, write] of Object.entries(texts)) {
      const run = (): Promise<void> => tryText(context, first, { name, write });
      yield caseOf("valid", operation, `valid/written/${name}`, run, { elsewhere: "or last" });
    }
    if (operation.method !== "post" || idsMadeBy(first).length === 0 || isPartial(operation, "request")) continue;
    const added = (): Promise<void> => tryAdded(context, first);
    yield caseOf("valid", operation, "valid/added-members", added, { elsewhere: "or last" });
    yield caseOf("valid", operation, "valid/undeclared-header", () => tryKey(context, first));
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

async function tryText(context: Context, { operation, values: usual }: CallResult, written: Written): Promise<void> {
  const isAboutOne = context.links.producersOf(operation).some(({ method }) => method === "post");
  const next = async (): Promise<RequestValues | null> => {
    const values = isAboutOne ? await provide(context, operation) : unusedValues(context, operation, usual);
    return values?.body?.kind === "value" ? anew(context, values) : null;
  };
  const values = await next();
  const { body = null } = values ?? {};
  if (values === null || body?.kind !== "value") return;
  const result = await expectAccepted(context, operation, {
    values: withText(values, body.mediaType.type, written.write(sentValueOf(values))),
    sendSpecial: (text) => context.call(operation, values, undefined, text),
    ordinary: next,
    what: `the same body, written differently (${written.name})`,
  });
  if (isAccepted(result.status) && operation.method === "post") await readAndDiscard(context, result);
}

/** Members that only responses have: what is made begins as it always does. */
async function tryAdded(context: Context, { operation, values }: CallResult): Promise<void> {
  const other = await create(context, operation);
  const known = other === null ? null : await readOwn(context, other);
  const schema = bodyTypeOf(operation)?.schema;
  if (known?.resource == null || schema === undefined) return;
  const machines = stateMachinesOf(context.description).flatMap((machine) => {
    const begin = machine.transitions.find((one) => one.from === null && one.operation === operation.id);
    return begin === undefined ? [] : [{ machine, begin: begin.to }];
  });
  const times = Object.entries(known.resource).flatMap(([name, value]): [string, Json][] =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? [[name, "2001-02-03T04:05:06.000Z"]] : [],
  );
  const members = [["id", known.resource["id"] ?? null] as const, ...times, ...machines.flatMap(laterState)];
  const declared = new Set(propertiesIn(schema).map(({ name }) => name));
  const added = Object.fromEntries(members.filter(([name]) => !declared.has(name)));
  const usual = anew(context, unusedValues(context, operation, values));
  const written = withBody(usual, { ...membersOfBody(usual), ...added });
  const created = await context.call(operation, usual, undefined, written);
  if (!isAccepted(created.status)) return;
  const read = await readOwn(context, created);
  for (const { machine, begin } of machines) {
    const { property, where } = machine;
    const actualState = read?.resource?.[property];
    if (actualState === undefined || actualState === begin) continue;
    const is = `${show(actualState)}; the state machine says ${show(begin)}`;
    context.fault("wrong-state", created, `creates a resource with the ${property} ${is}`, where);
  }
  await discard(context, created);
}

interface Beginning {
  readonly machine: StateMachine;
  /** The state of what is made. */
  readonly begin: Json;
}

function laterState({ machine: { property, transitions }, begin }: Beginning): [string, Json][] {
  const later = transitions.find((one) => one.to !== null && one.to !== begin)?.to;
  return later === undefined ? [] : [[property, later]];
}

/** Two creates with one key of a header that is not described: each makes something of its own. */
async function tryKey(context: Context, { operation, values }: CallResult): Promise<void> {
  const isDeclared = operation.parameters.some((one) => one.in === "header" && /idempot/i.test(one.name));
  if (isDeclared) return;
  const send = (own: RequestValues, key: string | null): Promise<CallResult> => {
    const more = key === null ? [] : [["Idempotency-Key", key] as const];
    return context.callAs(operation, own, (request) => ({ ...request, headers: [...request.headers, ...more] }));
  };
  if (values.body?.kind !== "value") return;
  const [same, key] = [anew(context, values), `${context.runToken}-one`];
  const [one, other] = [await send(same, key), await send(anew(context, values), key)];
  const ids = idsMadeBy(one);
  const isSame = (result: CallResult): boolean =>
    isAccepted(result.status) && idsMadeBy(result).some((id) => ids.includes(id));
  // Some services take what they have for what they are sent, with any key.
  if (isSame(other) && !isSame(await send(same, null))) {
    const text = "returns what an earlier request created, because of a header that is not described";
    context.fault("wrong-count", other, text);
  }
  await discard(context, one);
  await discard(context, other);
}
