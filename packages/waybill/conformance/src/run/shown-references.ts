// `shownAs` of `x-waybill-references`: what a request referred to is what the record shows of it, such as the alias of the warehouse whose
// id was sent.
import type { Json, Operation } from "waybill/description";
import { asObject, type JsonObject, show, valueAt } from "../values/json.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { itemsOf } from "./items.ts";
import { entriesIn, type Shown } from "./phases/stated-rules.ts";
import { membersOfBody } from "./request-values.ts";

interface Rule {
  readonly path: string;
  readonly lists: string;
  readonly member: string;
  readonly shown: Shown;
  readonly where: string;
}

export function watchShownReferences(context: Context): void {
  const rules = new Map(context.description.operations.map((operation) => [operation, rulesOf(operation)]));
  const lists = new Set([...rules.values()].flatMap((own) => own.map((rule) => rule.lists)));
  if (lists.size === 0) return;
  const listed = new Map<string, readonly JsonObject[]>();
  context.listeners.push((result) => {
    const { operation, json, status, exchange } = result;
    if (operation.method !== "get" || !isAccepted(status) || context.isOfOther(exchange)) return;
    const items = itemsOf(json);
    if (items !== null && lists.has(operation.id)) listed.set(operation.id, items);
    const whole = asObject(json);
    for (const item of items ?? (whole === null ? [] : [whole])) {
      const id = item["id"] ?? null;
      const made = context.records.sent.get(id);
      if (made === undefined || context.records.updated.has(id)) continue;
      for (const rule of rules.get(made.operation) ?? []) {
        const sent = valueAt(membersOfBody(made.values) ?? {}, rule.path.split("."));
        const named = listed.get(rule.lists)?.find((one) => one[rule.member] === sent);
        checkShown(context, result, { rule, item, named });
      }
    }
  });
}

function checkShown(
  context: Context,
  result: CallResult,
  { rule, item, named }: { readonly rule: Rule; readonly item: JsonObject; readonly named: JsonObject | undefined },
): void {
  const { path, shown, where } = rule;
  const wanted: Json | undefined = named?.[shown.member];
  const found = valueAt(item, shown.path.split("."));
  if (wanted === undefined || found === undefined || found === wanted) return;
  const message = `${result.operation.id} returns the ${shown.path} ${show(found)}; the ${path} that was sent is ${show(wanted)}`;
  context.object("lost-write", message, { ...result, where });
}

function rulesOf(operation: Operation): Rule[] {
  return entriesIn(operation, "x-waybill-references").flatMap(({ path, lists, member, shown, where }) =>
    lists === null || member === null || shown === null ? [] : [{ path, lists, member, shown, where }],
  );
}
