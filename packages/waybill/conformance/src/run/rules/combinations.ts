// What a stated rule forbids, beside each other member that the body can have: an address, a reference to nothing, a value that another one
// has. It is refused beside any other member and in any state of the resource, and nothing of the rest is taken over.
import { type Json, matches, type Operation } from "waybill/description";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { create, discard } from "../creating.ts";
import { checkUnchanged, readOwn } from "../engines/read-back.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { allMembers, bodyTypeOf, follow, inputsFor } from "../inputs.ts";
import { unknownLike } from "../knowledge.ts";
import { membersOfBody, noValues, type RequestValues } from "../request-values.ts";
import { jsonBodyOf, renewed, withBody, withMembers } from "../variation.ts";
import { entriesIn, putAt } from "./entries.ts";
import { forbiddenUrls } from "./url-rules.ts";

/** One member that makes a body wrong. */
interface Wrong {
  readonly name: string;
  readonly value: Json;
  readonly what: string;
  readonly where: string;
}

export function* combinations(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    if (jsonBodyOf(first) === null) continue;
    const isUpdate = operation.method === "put" || operation.method === "patch";
    const run = (): Promise<void> => (isUpdate ? tryUpdates(context, first) : tryCreates(context, first));
    if (isUpdate || operation.method === "post")
      yield caseOf("invalid", operation, "invalid/companions", run, { elsewhere: "or last" });
  }
}

async function tryCreates(context: Context, first: CallResult): Promise<void> {
  const { operation, values } = first;
  for (const wrong of wrongsOf(context, operation, first)) {
    for (const others of othersOf(context, operation, wrong.name)) {
      const body = { ...asObject(renewed(context, membersOfBody(values) ?? {})), ...others, [wrong.name]: wrong.value };
      const result = await context.call(operation, withBody(values, body));
      if (isAccepted(result.status)) await discard(context, result);
      if (isAcceptedWrongly(context, result, accepting(wrong, others))) break;
    }
  }
}

async function tryUpdates(context: Context, { operation }: CallResult): Promise<void> {
  const [producer] = context.links.producersOf(operation).filter(({ method }) => method === "post");
  if (producer === undefined) return;
  const [created, other] = [await create(context, producer), await create(context, producer)];
  // The body has no member that is not required: those come one by one.
  const values = created === null ? undefined : follow(context, created, operation)?.values;
  if (created === null || other === null || values === undefined) return;
  const states: (JsonObject | null)[] = [null];
  // A resource whose switches are turned is the same resource.
  for (const [name, value] of Object.entries(allMembers(context, operation))) {
    if (typeof value === "boolean") states.push({ [name]: asObject(created.json)?.[name] !== true });
  }
  for (const state of states) {
    if (state !== null && !isAccepted((await send(context, { operation, values }, state)).status)) continue;
    for (const wrong of wrongsOf(context, operation, other)) {
      if (!(await tryBeside(context, { operation, values, made: created, wrong }))) return;
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
  let refused: CallResult | null = null;
  for (const others of othersOf(context, operation, wrong.name)) {
    const result = await send(context, { operation, values }, { ...others, [wrong.name]: wrong.value });
    if (isAccepted(result.status)) {
      // Nothing may ever be delivered to a stranger's address.
      await send(context, { operation, values }, asObject(renewed(context, { [wrong.name]: "" })) ?? {});
      return !isAcceptedWrongly(context, result, accepting(wrong, others));
    }
    if (isRefused(result.status)) refused = result;
  }
  if (before?.resource == null) return true;
  if (refused !== null) return await checkUnchanged(context, { created: made, before, refused });
  return true;
}

async function send(
  context: Context,
  { operation, values }: Pick<Trial, "operation" | "values">,
  members: JsonObject,
): Promise<CallResult> {
  return await context.call(operation, withMembers(operation, values, { ...membersOfBody(values), ...members }));
}

/** `other`: what has the values that must be unique. */
function wrongsOf(context: Context, operation: Operation, other: CallResult): Wrong[] {
  const members = allMembers(context, operation);
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
function othersOf(context: Context, operation: Operation, name: string): JsonObject[] {
  const schema = bodyTypeOf(operation)?.schema;
  const { [name]: _, ...others } = allMembers(context, operation);
  const required = inputsFor(context, operation, "required")?.values;
  const optional = Object.entries(others).filter(
    ([other]) => membersOfBody(required ?? noValues)?.[other] === undefined,
  );
  const each = optional.flatMap(([other, value]): JsonObject[] =>
    typeof value === "boolean" ? [{ [other]: true }, { [other]: false }] : [{ [other]: value }],
  );
  const all = { ...Object.fromEntries(optional) };
  const isAllowed = (members: JsonObject): boolean =>
    schema === undefined || matches(schema, { ...allMembers(context, operation), ...members });
  return [{}, ...each, ...(optional.length > 1 ? [all] : [])].filter(isAllowed);
}

/** The finding where it is accepted. */
function accepting({ what, where }: Wrong, others: JsonObject): { readonly text: string; readonly where: string } {
  const beside = Object.entries(others).map(([name, value]) =>
    typeof value === "boolean" ? `${name}: ${value}` : name,
  );
  return { text: `accepts ${what}${beside.length === 0 ? "" : ` beside ${beside.join(", ")}`}`, where };
}
