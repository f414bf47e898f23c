// `x-waybill-errors` of a description -> what a rejection of a body must contain: one entry for each field, or no such list at all. What is
// refused for each of two members by itself is refused for both with the entries of both, also where the members are left open.
import { type Description, extensionOf, infoExtensionOf, numberIn, textIn } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, type JsonObject, withoutMember } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isRefused } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { membersOfBody } from "../request-values.ts";
import { withBody } from "../variation.ts";

export interface ErrorRule {
  /** The member of the body that has the entries. */
  readonly list: string;
  /** Each failed field has an entry. */
  readonly perField: boolean;
  /** A body that could be read, with so many invalid fields. */
  checkFields(context: Context, result: CallResult, fields: number): void;
  /** Whether a rejection is the declared one, with so many entries. */
  hasEntries(result: CallResult, fields: number): boolean;
  /** A rejection for any other reason. */
  checkOther(context: Context, result: CallResult): void;
}

export function errorRuleOf({ http }: Pick<Description, "http">): ErrorRule | null {
  // Of `info` or of the document, as authors prefer.
  const rule = infoExtensionOf(http, "x-waybill-errors") ?? extensionOf(http?.extensions ?? {}, "x-waybill-errors");
  const body = rule === null ? null : extensionOf(rule, "bodyValidation");
  const [status, list] = [numberIn(body, "status"), textIn(body, "list")];
  if (status !== null && list !== null) return createRule([status], list, body?.["entries"] === "one-per-field");
  const stated = statedListIn(http?.info.description ?? "");
  return stated === null ? null : { ...createRule([400, 422], stated, false), checkOther: () => {} };
}

/** `Invalid members are listed in errors`, in the words of the description. */
function statedListIn(text: string): string | null {
  const form =
    /\b(?:invalid|wrong|failed|failing|faulty|offending) (?:members?|fields?|propert\w+|values?|parameters?|inputs?)\b[^.]*? (?:in|under|by) (?:the )?(?:list )?`(\w+)`/i;
  return form.exec(text)?.[1] ?? null;
}

function createRule(statuses: readonly number[], list: string, perField: boolean): ErrorRule {
  return {
    list,
    perField,
    checkFields: (context, result, fields) => {
      if (!isRefused(result.status)) return;
      const entries = asObject(result.json)?.[list];
      const object = (text: string): void => context.fault("wrong-refusal", result, text);
      if (!statuses.includes(result.status)) {
        // Where only words say it, a conflict or a lack of something may come first.
        if (statuses.length === 1)
          object(`returns ${result.status} to a body with invalid fields; declared: ${statuses.join()}`);
      } else if (!Array.isArray(entries) || entries.length === 0) {
        object(`rejects a body with invalid fields without listing them in ${list}`);
      } else if (perField && entries.length !== fields) {
        const faults = `${fields} invalid field${fields === 1 ? "" : "s"}`;
        object(`lists ${entries.length} entries in ${list} for ${faults}`);
      }
    },
    hasEntries: (result, fields) => {
      const entries = asObject(result.json)?.[list];
      return statuses.includes(result.status) && Array.isArray(entries) && entries.length === fields;
    },
    checkOther: (context, result) => {
      if (!isRefused(result.status) || asObject(result.json)?.[list] === undefined) return;
      context.fault("wrong-refusal", result, `lists fields in ${list} although no field is wrong`);
    },
  };
}

/** No more members are left out. */
const most = 8;

export function* openMembers(context: Context): Cases {
  const rule = errorRuleOf(context.description);
  if (rule?.perField !== true) return;
  for (const first of context.accepted) {
    const { operation, values } = first;
    const schema = bodyTypeOf(operation)?.schema;
    const members = membersOfBody(values);
    if (schema === undefined || members === null || operation.method === "get") continue;
    const declared = new Set(propertiesIn(schema).map(({ name }) => name));
    const open = Object.keys(members).filter((name) => !declared.has(name));
    if (open.length < 2) continue;
    const run = (): Promise<void> => leaveOut(context, first, open.slice(0, most), rule.list);
    yield caseOf("invalid", operation, "invalid/open-members", run, { elsewhere: "or last" });
  }
}

async function leaveOut(context: Context, first: CallResult, names: readonly string[], list: string): Promise<void> {
  const { operation, values } = first;
  const fullBody = membersOfBody(values) ?? {};
  const entriesWithout = async (
    omittedNames: readonly string[],
  ): Promise<{ result: CallResult; count: number | null }> => {
    const value = omittedNames.reduce<JsonObject>(withoutMember, fullBody);
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
  const neededNames = needed.map(({ name }) => name);
  const { result, count } = await entriesWithout(neededNames);
  if (count === null || count === expected) return;
  const text = `lists ${count} entries in ${list} without ${neededNames.join(", ")}, and ${expected} without each of them alone`;
  context.fault("wrong-refusal", result, text);
}
