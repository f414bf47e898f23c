// A request with a list of what to create -> where the description states it, the results have the order of the request, and one wrong element
// keeps all others from being created.
import { type Json, matches } from "waybill/description";
import { statedOf } from "../../description/stated.ts";
import { asObject, isList, type JsonObject } from "../../values/json.ts";
import { differenceOf, sharedNames } from "../comparison.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { listsWith } from "../engines/read-twice.ts";
import { distinctBody, inputsFor } from "../inputs.ts";
import { isReference, unknownLike } from "../knowledge.ts";
import { later } from "../ranges.ts";
import { itemsOf } from "../records.ts";
import { jsonBodyOf, withBody } from "../variation.ts";
import { allOf } from "./pages.ts";

export function* bulk(context: Context): Cases {
  for (const first of context.accepted) {
    const listed = first.operation.method === "post" ? listIn(first) : null;
    if (listed === null) continue;
    const stated = statedOf(first.operation);
    if (/\b(same )?order (of|as)\b|\bin order\b/i.test(stated))
      yield caseOf("valid", first.operation, "valid/order", () => order(context, first, listed), {
        elsewhere: "or last",
      });
    if (/\b(all or (none|nothing)|either all|atomic(ally)?|none (is|are))\b/i.test(stated))
      yield caseOf("valid", first.operation, "valid/all-or-none", () => refuse(context, first, listed), {
        elsewhere: "or last",
      });
  }
}

interface Listed {
  /** The member with the list; `null`: the body is the list. */
  readonly name: string | null;
  readonly element: JsonObject;
}

function listIn(request: Pick<CallResult, "operation" | "values">): Listed | null {
  const body = jsonBodyOf(request)?.value ?? null;
  const lists = isList(body)
    ? [[null, body] as const]
    : Object.entries(asObject(body) ?? {}).flatMap(([name, value]) => (isList(value) ? [[name, value] as const] : []));
  const [[name, list] = [null, []], ...others] = lists;
  const element = asObject(list[0] ?? null);
  return element === null || others.length > 0 || lists.length === 0 ? null : { name, element };
}

/** The request with so many elements, each new and at a time of its own; `changed` makes something else of the last one. */
function several(
  context: Context,
  { operation, values }: CallResult,
  { name, element }: Listed,
  changed: (last: JsonObject) => JsonObject = (last) => last,
): { readonly elements: readonly JsonObject[]; readonly send: () => Promise<CallResult> } | null {
  const schema = jsonBodyOf({ operation, values })?.schema;
  if (schema === undefined) return null;
  const bodyOf = (elements: readonly Json[]): Json => (name === null ? elements : { [name]: elements });
  const one = (): JsonObject => {
    const fresh = later(schema, distinctBody(context, operation, bodyOf([element])), context.slots.next(operation));
    const list = name === null ? fresh : asObject(fresh)?.[name];
    return asObject(isList(list ?? null) ? ((list as readonly Json[])[0] ?? null) : null) ?? element;
  };
  const [first, second, third] = [one(), one(), one()];
  const elements = [first, second, changed(third)];
  const body = bodyOf(elements);
  if (!matches(schema, body)) return null;
  return { elements, send: async () => await context.call(operation, withBody(values, body)) };
}

async function order(context: Context, first: CallResult, listed: Listed): Promise<void> {
  const made = several(context, first, listed);
  const result = await made?.send();
  const items = itemsOf(result?.json);
  if (made === null || result === undefined || !isAccepted(result.status) || items?.length !== made.elements.length)
    return;
  const isOf = (item: JsonObject | undefined, element: JsonObject): boolean =>
    item !== undefined &&
    sharedNames(element, item).every((name) => differenceOf(element[name], item[name], name) === null);
  if (made.elements.every((element, index) => isOf(items[index], element))) return;
  if (!made.elements.every((element) => items.some((item) => isOf(item, element)))) return;
  context.fault("rule-broken", result, "returns its results in another order than that of the request");
}

/** The last element refers to nothing that exists, or is the same as the first. */
async function refuse(context: Context, first: CallResult, usual: Listed): Promise<void> {
  const { operation } = first;
  const full = inputsFor(context, operation, "all")?.values;
  const listed = (full === undefined ? null : listIn({ operation, values: full })) ?? usual;
  const name = Object.keys(listed.element).find((one) => isReference(one) && listed.element[one] !== null);
  const made = several(context, first, listed, (last) =>
    name === undefined ? { ...listed.element } : { ...last, [name]: unknownLike(last[name] ?? null) },
  );
  const [item] = itemsOf(first.json) ?? [];
  const lists = item === undefined ? [] : await listsWith(context, { ...first, json: item });
  for (const listing of lists) {
    const before = await allOf(context, listing);
    const result = await made?.send();
    const after = await allOf(context, listing);
    if (before === null || after === null || result === undefined || !isRefused(result.status)) return;
    const added = after.length - before.length;
    const text = `creates ${added} records although it rejects the request as a whole`;
    if (added > 0) context.fault("wrong-count", result, text);
  }
}
