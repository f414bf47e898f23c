// Parameters and references at the edges of databases and of addresses: integers of 32, 33 and 54 bits, quotes, wildcards, U+0000, long
// texts. None makes the service fail, and none is read as another value.
import { type Json, matches, type Parameter } from "waybill/description";
import { resolved } from "../../description/schema-parts.ts";
import { placesIn } from "../../values/places.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { offsetNames } from "../engines/read-twice.ts";
import { isCondition, namesOther } from "../inputs.ts";
import { isReference, pageNames, unknownLike } from "../knowledge.ts";
import { itemsOf } from "../records.ts";
import { jsonBodyOf, renewed, withBody, withParameter } from "../variation.ts";
import { filtersOf } from "./paging.ts";

export function* boundaries(context: Context): Cases {
  for (const first of context.accepted) {
    const tried = first.operation.parameters.filter((parameter) => !isCondition(parameter));
    for (const parameter of tried) yield* ofParameter(context, first, parameter);
    yield* ofReferences(context, first);
  }
}

/** Just beyond what 31, 32 and 53 bits hold. */
const integers: readonly (readonly [name: string, value: number])[] = [
  ["2^31", 2 ** 31],
  ["2^32", 2 ** 32],
  ["2^53", 2 ** 53 + 2],
];

type Text = readonly [name: string, value: string];

/** In filters, where each may be read as another value. */
const marks: readonly Text[] = [
  ["quote", "it's"],
  ["double-quote", 'a"b'],
  ["percent", "%"],
  ["underscore", "____"],
  ["asterisk", "*"],
  ["backslash", "a\\b"],
];

/** Where only a failure counts, one text has all marks. */
const together: Text = ["marks", 'it\'s "a"%_*;b'];
const backslash: Text = ["backslash", "a\\b"];

const hard: readonly Text[] = [
  ["nul", "a\u0000b"],
  ["300", "x".repeat(300)],
  ["1500", "x".repeat(1500)],
];

function* ofParameter(context: Context, first: CallResult, parameter: Parameter): Cases {
  const { operation, values } = first;
  const dereferenced = resolved(parameter.schema);
  if ((parameter.in !== "query" && parameter.in !== "path") || parameter.mediaType !== null) return;
  // What is changed by a query is not known to be undone.
  if (parameter.in === "query" && operation.method !== "get") return;
  const texts = parameter.in === "path" ? [together, ...hard] : [...marks, ...hard];
  const edges: readonly (readonly [string, Json])[] =
    dereferenced.kind === "number"
      ? dereferenced.integer
        ? integers
        : []
      : dereferenced.kind === "string"
        ? texts
        : [];
  for (const [name, value] of edges) {
    if (!matches(parameter.schema, value)) continue;
    const run = async (): Promise<void> => {
      const changed = withParameter(values, parameter, value);
      // Servers refuse such paths, and such lengths of them, before the service sees them.
      if (parameter.in === "path" || hard.some(([one]) => one === name)) {
        await context.try(operation, changed);
        return;
      }
      const result = await context.call(operation, changed);
      if (isAccepted(result.status)) checkRead(context, result, { parameter, value, name });
    };
    const id = `edges/${parameter.in}.${parameter.name}/${name}`;
    yield caseOf("unknown", operation, id, run, { kind: `edge ${parameter.in} ${name}` });
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
    context.fault("page-offset", result, `with ${parameter.name}=${value} (${name}) still returns records`);
  }
  const filter = filtersOf(operation, items).find((one) => one.filter === parameter);
  if (typeof value !== "string" || filter === undefined) return;
  if (items.every((item) => !Object.hasOwn(item, filter.property) || item[filter.property] === value)) return;
  const text = `with ${parameter.name}=${JSON.stringify(value)} returns records of another ${filter.property}`;
  context.fault("filter-ignored", result, text);
}

/** Every reference in a body, the optional ones as well: to what cannot exist. */
function* ofReferences(context: Context, first: CallResult): Cases {
  const { operation, values } = first;
  const body = jsonBodyOf(first);
  if (body === null) return;
  for (const { path, schema, value: usual, put } of placesIn(body.schema, body.value)) {
    const name = path.at(-1);
    if (typeof name !== "string" || !isReference(name) || resolved(schema).kind !== "string") continue;
    // A key of its own is a new one.
    const isOfOther = namesOther(context, operation, name);
    const unknown = isOfOther ? [["unknown", String(unknownLike(usual))] as const] : [];
    for (const [edge, value] of [...unknown, together, backslash, ...hard]) {
      const changed = put(value);
      if (!matches(body.schema, changed)) continue;
      const run = (): Promise<CallResult> => {
        const sent = withBody(values, renewed(context, changed));
        // What looks like an id gets a declared response.
        return edge === "unknown" ? context.call(operation, sent) : context.try(operation, sent);
      };
      yield caseOf("unknown", operation, `edges/body.${path.join(".")}/${edge}`, run, { kind: `edge body ${edge}` });
    }
  }
}
