// The records of a list that the run has made -> each says what it was made with, and of what it refers to what the list of those says.
import { type Json, matches, type Operation } from "waybill/description";
import { schemasAt } from "../../description/schema-parts.ts";
import { asObject, isList, type JsonObject, type Path, show } from "../../values/json.ts";
import { folded, type Members } from "../comparison.ts";
import type { CallResult, Context } from "../context.ts";
import { movedObjects } from "../engines/read-back.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody } from "../request-values.ts";
import { entriesIn } from "../rules/entries.ts";

export function checkListedRecords(context: Context, result: CallResult, items: ReadonlyMap<Json, JsonObject>): void {
  const { sent, updated } = context.records;
  for (const [id, item] of items) {
    const made = sent.get(id);
    const body = made === undefined || updated.has(id) ? null : membersOfBody(made.values);
    if (made === undefined || body === null) continue;
    const wrong = differenceIn(result, body, item) ?? movedDifferenceIn(body, item);
    if (wrong !== null) context.fault("lost-write", result, `has a ${wrong} of what ${made.operation.id} made`);
    checkReferred(context, result, { item, body, operation: made.operation });
  }
}

/** Of the members that both have, by name. */
function differenceIn(result: CallResult, sent: Members, item: Members): string | null {
  for (const [name, value] of Object.entries(sent)) {
    if (name === "id" || !Object.hasOwn(item, name)) continue;
    const found = differenceOf(value, item[name] ?? null, [name]);
    if (found !== null && canHold(result, found)) return found.message;
  }
  return null;
}

/** Of an object that has another name in the record. */
function movedDifferenceIn(sent: Members, item: Members): string | null {
  for (const [before, after] of movedObjects(sent, item)) {
    for (const [member, value] of Object.entries(before)) {
      const found = Object.hasOwn(after, member) ? differenceOf(value, after[member] ?? null, [member]) : null;
      if (found !== null) return found.message;
    }
  }
  return null;
}

interface Found {
  readonly path: Path;
  readonly sent: Json;
  readonly message: string;
}

/** What services tidy up is the same. */
function differenceOf(sent: Json, read: Json, path: Path): Found | null {
  if (isList(sent)) {
    if (!isList(read) || sent.some((one) => asObject(one) === null)) return null;
    if (read.some((one) => asObject(one) === null)) return null;
    if (sent.length !== read.length)
      return { sent, path, message: `${read.length} ${path.join(".")} instead of ${sent.length}` };
    return first(sent.map((one, index) => differenceOf(one, read[index] ?? null, [...path, index])));
  }
  const [before, after] = [asObject(sent), asObject(read)];
  if (before !== null) {
    if (after === null) return null;
    const names = Object.keys(before).filter((name) => Object.hasOwn(after, name));
    return first(names.map((name) => differenceOf(before[name] ?? null, after[name] ?? null, [...path, name])));
  }
  const isLost = read === null && sent !== null && sent !== "";
  if (sent === null || (typeof sent !== typeof read && !isLost)) return null;
  const isSame = typeof sent === "string" && typeof read === "string" ? folded(sent) === folded(read) : sent === read;
  // A moment can be written in many ways.
  if (isSame || (typeof sent === "string" && /^\d{4}-\d\d-\d\d/.test(sent))) return null;
  const name = path.filter((step) => typeof step === "string").join(".");
  return { sent, path, message: `${name} ${show(read)} instead of ${show(sent)}` };
}

function first(all: readonly (Found | null)[]): Found | null {
  return all.find((one) => one !== null) ?? null;
}

function canHold({ json, verdict }: CallResult, { path, sent }: Found): boolean {
  const schema = verdict?.mediaType?.schema;
  const speaking = schema === undefined || !Array.isArray(json) ? [] : schemasAt(schema, [0, ...path]);
  return isList(sent) || speaking.length === 0 || speaking.some((one) => matches(one, sent));
}

interface Referring {
  readonly item: JsonObject;
  readonly body: Members;
  readonly operation: Operation;
}

/**
 * `x-waybill-references`: where the record shows what it refers to, by the same member (`sku`), its texts are those that the list of
 * it has; and what is named like the reference (`warehouse` for `warehouseId`) is a value of that very record.
 */
function checkReferred(context: Context, result: CallResult, { item, body, operation }: Referring): void {
  for (const { path, lists, member, where } of entriesIn(operation, "x-waybill-references")) {
    const records = itemsOf(context.accepted.find((one) => one.operation.id === lists)?.json) ?? [];
    const steps = path.split(".");
    const object = (text: string): void => context.fault("list-differs", result, text, where);
    const shown = steps.includes("*") ? item[steps[0] ?? ""] : undefined;
    for (const one of isList(shown ?? null) ? (shown as readonly Json[]) : []) {
      const element = asObject(one);
      const record = records.find((each) => member !== null && element !== null && each[member] === element[member]);
      for (const [name, value] of Object.entries(record ?? {})) {
        const other = element?.[name];
        if (typeof value !== "string" || typeof other !== "string" || other === value) continue;
        object(`returns a different ${name} for a ${path} than ${lists}: ${show(other)} instead of ${show(value)}`);
      }
    }
    const [only, ...more] = steps;
    const reference = only === undefined || more.length > 0 ? undefined : body[only];
    const named = only === undefined ? undefined : item[only.replace(/_?id$/i, "")];
    const record = records.find((each) => member !== null && reference !== undefined && each[member] === reference);
    if (record === undefined || typeof named !== "string" || only === member || Object.hasOwn(item, only ?? ""))
      continue;
    if (!Object.values(record).includes(named))
      object(`shows ${show(named)} for the ${path} ${show(reference ?? null)}`);
  }
}
