// Bodies whose members the description leaves open: what is refused for each of two members by itself is refused for both with the entries
// of both.
import type { Json } from "waybill/description";
import { extensionOf, infoExtensionOf, textIn } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, withoutMember } from "../../values/json.ts";
import { type CallResult, type Context, isRefused } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { membersOfBody } from "../request-values.ts";
import { withBody } from "../variation.ts";
import { errorRuleOf } from "./error-rule.ts";

/** No more members are left out. */
const most = 8;

export async function runOpenBodies(context: Context): Promise<void> {
  const list = listName(context);
  if (list === null || errorRuleOf(context.description)?.perField !== true) return;
  for (const first of context.accepted) {
    const { operation, values } = first;
    const schema = bodyTypeOf(operation)?.schema;
    const members = membersOfBody(values);
    if (schema === undefined || members === null || operation.method === "get") continue;
    const declared = new Set(propertiesIn(schema).map(({ name }) => name));
    const open = Object.keys(members).filter((name) => !declared.has(name));
    if (open.length < 2) continue;
    const id = `${operation.id}/invalid/open-members`;
    await context.caseElsewhere("invalid", id, operation.id, () => leaveOut(context, first, open.slice(0, most), list));
  }
}

async function leaveOut(context: Context, first: CallResult, names: readonly string[], list: string): Promise<void> {
  const { operation, values } = first;
  const whole = asObject(membersOfBody(values)) ?? {};
  const entriesWithout = async (left: readonly string[]): Promise<{ result: CallResult; count: number | null }> => {
    const value = left.reduce<Json>((rest, name) => withoutMember(asObject(rest) ?? {}, name), whole);
    const result = await context.call(operation, withBody(values, value));
    const entries = asObject(result.json)?.[list];
    return { result, count: isRefused(result.status) && Array.isArray(entries) ? entries.length : null };
  };
  const needed: { readonly name: string; readonly count: number }[] = [];
  for (const name of names) {
    const { count } = await entriesWithout([name]);
    if (count !== null && count > 0) needed.push({ name, count });
  }
  if (needed.length < 2) return;
  const expected = needed.reduce((sum, { count }) => sum + count, 0);
  const { result, count } = await entriesWithout(needed.map(({ name }) => name));
  if (count === null || count === expected) return;
  const left = needed.map(({ name }) => name).join(", ");
  const message = `${operation.id} lists ${count} entries in ${list} without ${left}, and ${expected} without each of them alone`;
  context.object("wrong-refusal", message, result);
}

function listName({ description: { http } }: Context): string | null {
  const rule = infoExtensionOf(http, "x-waybill-errors") ?? extensionOf(http?.extensions ?? {}, "x-waybill-errors");
  return textIn(rule === null ? null : extensionOf(rule, "bodyValidation"), "list");
}
