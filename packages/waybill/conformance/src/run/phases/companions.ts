// What a stated rule forbids, beside each other member that the body can have: an address, a reference to nothing, a value that another one
// has. It is refused beside any other member and in any state of the resource, and nothing of the rest is taken over.
import { type Json, matches, type Operation } from "waybill/description";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { bodyTypeOf, inputsFor, inputsFromLink } from "../inputs.ts";
import { unknownLike } from "../knowledge.ts";
import { linksOf } from "../links.ts";
import { changesSince, readOwn } from "../reading.ts";
import { membersOfBody, noValues, type RequestValues } from "../request-values.ts";
import { renewed, withBody } from "../variation.ts";
import { create } from "./baseline.ts";
import { entriesIn, putAt } from "./stated-rules.ts";
import { discard, forbiddenUrls } from "./url-rules.ts";

/** One member that makes a body wrong. */
interface Wrong {
  readonly name: string;
  readonly value: Json;
  readonly what: string;
  readonly where: string;
}

export async function runCompanions(context: Context): Promise<void> {
  for (const first of context.accepted) {
    const { operation } = first;
    if (first.values.body?.kind !== "value" || bodyTypeOf(operation)?.body !== "json") continue;
    const isUpdate = operation.method === "put" || operation.method === "patch";
    const id = `${operation.id}/invalid/companions`;
    const run = (): Promise<void> => (isUpdate ? tryUpdates(context, first) : tryCreates(context, first));
    if (isUpdate || operation.method === "post") await context.caseElsewhere("invalid", id, operation.id, run);
  }
}

async function tryCreates(context: Context, first: CallResult): Promise<void> {
  const { operation, values } = first;
  for (const wrong of wrongsOf(context, operation, first)) {
    for (const others of companionsOf(context, operation, wrong.name)) {
      const body = { ...asObject(renewed(context, membersOfBody(values) ?? {})), ...others, [wrong.name]: wrong.value };
      const result = await context.call(operation, withBody(values, body));
      if (!isAccepted(result.status)) continue;
      await discard(context, result);
      objectTo(context, result, { wrong, others });
      break;
    }
  }
}

async function tryUpdates(context: Context, first: CallResult): Promise<void> {
  const { operation } = first;
  const [producer] = context.links.producersOf(operation).filter(({ method }) => method === "post");
  const [made, other] =
    producer === undefined ? [] : [await create(context, producer), await create(context, producer)];
  const values = made == null ? null : updateOf(context, made, operation);
  if (made == null || other == null || values === null) return;
  const states: (JsonObject | null)[] = [null];
  // A resource whose switches are turned is the same resource.
  for (const [name, value] of Object.entries(membersOfAll(context, operation))) {
    if (typeof value === "boolean") states.push({ [name]: asObject(made.json)?.[name] !== true });
  }
  for (const state of states) {
    if (state !== null && !isAccepted((await send(context, { operation, values }, state)).status)) continue;
    for (const wrong of wrongsOf(context, operation, other)) {
      if (!(await tryBeside(context, { operation, values, made, wrong }))) return;
    }
  }
}

interface Trial {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly made: CallResult;
  readonly wrong: Wrong;
}

/** Whether all was refused. */
async function tryBeside(context: Context, { operation, values, made, wrong }: Trial): Promise<boolean> {
  const before = await readOwn(context, made);
  let last: CallResult | null = null;
  for (const others of companionsOf(context, operation, wrong.name)) {
    const result = await send(context, { operation, values }, { ...others, [wrong.name]: wrong.value });
    if (isAccepted(result.status)) {
      // Nothing may ever be delivered to a stranger's address.
      await send(context, { operation, values }, asObject(renewed(context, { [wrong.name]: "" })) ?? {});
      objectTo(context, result, { wrong, others });
      return false;
    }
    if (isRefused(result.status)) last = result;
  }
  const changes = before?.resource == null ? null : await changesSince(context, made, before);
  if (changes === null || last === null) return true;
  const message = `${operation.id} changes ${changes.names.join(", ")} although it returns ${last.status}`;
  context.object("wrong-state", message, last);
  return false;
}

async function send(
  context: Context,
  { operation, values }: Pick<Trial, "operation" | "values">,
  members: JsonObject,
): Promise<CallResult> {
  const mediaType = bodyTypeOf(operation);
  const value = { ...membersOfBody(values), ...members };
  const body = mediaType === null ? null : ({ kind: "value", mediaType, value } as const);
  return await context.call(operation, { ...values, body });
}

/** The body has no member that is not required: those come one by one. */
function updateOf(context: Context, made: CallResult, operation: Operation): RequestValues | null {
  const link = linksOf(context, made).find(({ followed }) => followed.operation === operation);
  return link === undefined ? null : inputsFromLink(context, link.followed);
}

/** `other`: what has the values that must be unique. */
function wrongsOf(context: Context, operation: Operation, other: CallResult): Wrong[] {
  const members = membersOfAll(context, operation);
  const references = entriesIn(operation, "x-waybill-references").flatMap(({ path, where }): Wrong[] => {
    const [name = ""] = path.split(".");
    const value = members[name];
    if (value === undefined) return [];
    const { [name]: wrong = null } = asObject(putAt({ [name]: value }, path.split("."), unknownLike)) ?? {};
    return [{ name, value: wrong, what: `a ${path} that does not exist`, where }];
  });
  const unique = entriesIn(operation, "x-waybill-unique").flatMap(({ path, where }): Wrong[] => {
    const value = asObject(other.json)?.[path];
    return value === undefined ? [] : [{ name: path, value, what: `a ${path} that another one has`, where }];
  });
  const addresses = forbiddenUrls(context, operation).map(({ field, url, where }): Wrong => {
    return { name: field, value: url, what: `the ${field} ${url}`, where };
  });
  return [...references, ...unique, ...addresses];
}

/** Nothing, each other member by itself, a switch in both ways, and all of them. */
function companionsOf(context: Context, operation: Operation, name: string): JsonObject[] {
  const schema = bodyTypeOf(operation)?.schema;
  const { [name]: _, ...others } = membersOfAll(context, operation);
  const required = inputsFor(context, operation, "required")?.values;
  const optional = Object.entries(others).filter(
    ([other]) => membersOfBody(required ?? noValues)?.[other] === undefined,
  );
  const each = optional.flatMap(([other, value]): JsonObject[] =>
    typeof value === "boolean" ? [{ [other]: true }, { [other]: false }] : [{ [other]: value }],
  );
  const all = { ...Object.fromEntries(optional) };
  const isAllowed = (members: JsonObject): boolean =>
    schema === undefined || matches(schema, { ...membersOfAll(context, operation), ...members });
  return [{}, ...each, ...(optional.length > 1 ? [all] : [])].filter(isAllowed);
}

function membersOfAll(context: Context, operation: Operation): JsonObject {
  const values = inputsFor(context, operation, "all")?.values;
  return (values === undefined ? null : membersOfBody(values)) ?? {};
}

function objectTo(
  context: Context,
  result: CallResult,
  { wrong, others }: { readonly wrong: Wrong; readonly others: JsonObject },
): void {
  const beside = Object.entries(others).map(([name, value]) =>
    typeof value === "boolean" ? `${name}: ${value}` : name,
  );
  const message = `${result.operation.id} accepts ${wrong.what}${beside.length === 0 ? "" : ` beside ${beside.join(", ")}`}`;
  context.object("rule-broken", message, { ...result, where: wrong.where });
}
