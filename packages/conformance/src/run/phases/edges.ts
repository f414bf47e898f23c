// Parameters and references at the edges of databases and of addresses: integers of 32, 33 and 54 bits, quotes, wildcards, U+0000, long
// texts. None makes the service fail, and none is read as another value.
import { type Json, matches, type Operation, type Parameter } from "waybill/description";
import { resolved } from "../../description/schema-parts.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { isReference } from "../knowledge.ts";
import { itemsOf, offsetNames, pageNames } from "../lists.ts";
import { renewed, withBody, withParameter } from "../variation.ts";
import { type Filtering, filtersOf } from "./filters.ts";

export async function runEdges(context: Context): Promise<void> {
  for (const first of context.accepted) {
    for (const parameter of first.operation.parameters) await varyParameter(context, first, parameter);
    await varyReferences(context, first);
  }
}

/** Just beyond what 31, 32 and 53 bits hold. */
const integers: readonly (readonly [name: string, value: number])[] = [
  ["2^31", 2 ** 31],
  ["2^32", 2 ** 32],
  ["2^53", 2 ** 53 + 2],
];

const texts: readonly (readonly [name: string, value: string])[] = [
  ["quote", "it's"],
  ["double-quote", 'a"b'],
  ["percent", "%"],
  ["underscore", "____"],
  ["asterisk", "*"],
  ["backslash", "a\\b"],
  ["nul", "a\u0000b"],
  ["300", "x".repeat(300)],
  ["1500", "x".repeat(1500)],
];

async function varyParameter(context: Context, first: CallResult, parameter: Parameter): Promise<void> {
  const { operation, values } = first;
  const own = resolved(parameter.schema);
  if ((parameter.in !== "query" && parameter.in !== "path") || parameter.mediaType !== null) return;
  // What is changed by a query is not known to be undone.
  if (parameter.in === "query" && operation.method !== "get") return;
  const edges: readonly (readonly [string, Json])[] =
    own.kind === "number" ? (own.integer ? integers : []) : own.kind === "string" ? texts : [];
  for (const [name, value] of edges) {
    if (!matches(parameter.schema, value) || (parameter.in === "path" && name === "backslash")) continue;
    const id = `${operation.id}/edges/${parameter.in}.${parameter.name}/${name}`;
    await context.case("unknown", id, operation.id, async () => {
      const changed = withParameter(values, parameter, value);
      // Servers refuse such paths, and such lengths of them, before the service sees them.
      if (parameter.in === "path" || typeof value === "string") await context.try(operation, changed);
      if (parameter.in === "path" || operation.method !== "get") return;
      const result = await context.call(operation, changed);
      if (isAccepted(result.status)) checkRead(context, result, { parameter, value, name });
    });
  }
}

interface Edge {
  readonly parameter: Parameter;
  readonly value: Json;
  readonly name: string;
}

function checkRead(context: Context, result: CallResult, { parameter, value, name }: Edge): void {
  const { operation } = result;
  const items = itemsOf(result.json) ?? [];
  const isBeyond = offsetNames.test(parameter.name) || pageNames.test(parameter.name);
  if (typeof value === "number" && isBeyond && items.length > 0) {
    context.object(
      "page-offset",
      `${operation.id} with ${parameter.name}=${value} (${name}) still returns records`,
      result,
    );
  }
  const filter = filtersOf(operation, items).find((one: Filtering) => one.filter === parameter);
  if (typeof value !== "string" || filter === undefined) return;
  if (items.every((item) => !Object.hasOwn(item, filter.property) || item[filter.property] === value)) return;
  const message = `${operation.id} with ${parameter.name}=${JSON.stringify(value)} returns records of another ${filter.property}`;
  context.object("filter-ignored", message, result);
}

/** Ids in bodies, where they are the whole of it: what an operation is about. */
async function varyReferences(context: Context, { operation, values }: CallResult): Promise<void> {
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  const members = body?.kind === "value" ? asObject(body.value) : null;
  if (mediaType === null || members === null || mediaType.body !== "json") return;
  for (const [member, old] of Object.entries(members)) {
    if (typeof old !== "string" || !isReference(member)) continue;
    for (const [name, value] of texts) await varyReference(context, operation, { member, name, value });
  }

  async function varyReference(
    { session }: Context,
    { id }: Operation,
    { member, name, value }: { readonly member: string; readonly name: string; readonly value: string },
  ): Promise<void> {
    const changed = { ...members, [member]: value };
    if (mediaType === null || !matches(mediaType.schema, changed) || session.reason !== null) return;
    await context.case("unknown", `${id}/edges/body.${member}/${name}`, id, async () => {
      await context.try(operation, withBody(values, renewed(context, changed)));
    });
  }
}
