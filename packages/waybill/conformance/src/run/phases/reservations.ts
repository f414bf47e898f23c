// What a list counts, such as stock, and a value of a record that is described as reserved -> what is reserved is no more than there is, and
// what is given back can be reserved again.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { propertiesIn, resolved } from "../../description/schema-parts.ts";
import { asObject, valueAt } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { readOwn } from "../engines/read-back.ts";
import { listingsIn } from "../engines/read-twice.ts";
import { callAnew, follow, inputsFor } from "../inputs.ts";
import { itemsOf } from "../records.ts";
import { entriesIn, putAt } from "../rules/entries.ts";
import { stateMachinesOf } from "../rules/state-machine.ts";
import { withBody } from "../variation.ts";
import { amountNames } from "./amounts.ts";

export function* reservations(context: Context): Cases {
  for (const { operation } of context.accepted) {
    for (const { path, member } of operation.method === "post" ? entriesIn(operation, "x-waybill-references") : []) {
      if (member === null) continue;
      const run = (): Promise<void> => reserve(context, operation, path.split("."), member);
      yield caseOf("life cycle", operation, `life-cycle/reserved/${path}`, run);
    }
  }
}

/** In so many parts, together just more than there is: each may have to come from one place. */
const divisions = [2, 4, 8];

/** `steps` lead to a member of the body that has the value of the member `name` of a listed record. */
async function reserve(context: Context, operation: Operation, steps: readonly string[], name: string): Promise<void> {
  const { values } = inputsFor(context, operation, "required") ?? {};
  if (values?.body?.kind !== "value") return;
  const { value: body, mediaType } = values.body;
  const place = steps.map((step) => (step === "*" ? 0 : step));
  const holder = asObject(valueAt(body, place.slice(0, -1)) ?? null);
  const member = Object.keys(holder ?? {}).find((one) => amountNames.test(one));
  const count = (): Promise<number | null> => countOf(context, name, valueAt(body, place));
  const total = member === undefined ? null : await count();
  if (member === undefined || total === null) return;
  const order = async (amount: number): Promise<Ordered | null> => {
    const written = putAt(body, [...steps.slice(0, -1), member], () => amount);
    if (!matches(mediaType.schema, written)) return null;
    const created = await callAnew(context, operation, withBody(values, written));
    const read = isAccepted(created.status) ? await readOwn(context, created) : null;
    const schema = read?.result.verdict?.mediaType?.schema;
    const state = schema === undefined ? undefined : reservedIn(schema);
    if (read?.resource == null || state === undefined) return null;
    return { ...state, created, read: read.result, isReserved: read.resource[state.member] === state.value };
  };
  for (const parts of divisions) {
    const amount = Math.floor(total / parts) + 1;
    const reserved: Ordered[] = [];
    for (let one = await order(amount); one?.isReserved === true; one = await order(amount))
      if (reserved.push(one) === parts) break;
    const [first] = reserved;
    if (first === undefined) continue;
    const what = `${first.member} ${JSON.stringify(first.value)}`;
    if (reserved.length === parts && (await count()) === total)
      return context.fault("wrong-state", first.read, `returns the ${what} for ${parts} × ${amount}, of ${total}`);
    let released: CallResult | null = null;
    for (const one of reserved) released = (await giveBack(context, one)) ?? released;
    const again = released === null ? null : await order(amount);
    if (again?.isReserved === true) await giveBack(context, again);
    else if (released !== null && again !== null && (await count()) === total)
      context.fault("wrong-state", released, `does not give back what was reserved: there is no ${what} afterwards`);
  }
}

interface Ordered {
  readonly created: CallResult;
  readonly read: CallResult;
  /** The member that has this value where the amount is reserved. */
  readonly member: string;
  readonly value: string;
  readonly isReserved: boolean;
}

/** `ALLOCATED: Inventory is reserved for this order.` */
function reservedIn(schema: Schema): Pick<Ordered, "member" | "value"> | undefined {
  const states = propertiesIn(schema).flatMap(({ name, schema: one }) =>
    Object.entries(resolved(one).annotations.enumDescriptions).map(([value, text]) => ({ member: name, value, text })),
  );
  return states.find(({ text }) => /\breserved\b/i.test(text) && !/\b(no|not|nothing|never|once|was)\b/i.test(text));
}

/** Members with the number of what there is of a record. */
export const stockNames: RegExp = /^(on_?hand|in_?stock|stock|available)(_?(stock|quantity|count))?$/i;

/** How much of it a list says that there is. */
async function countOf(context: Context, name: string, value: Json | undefined): Promise<number | null> {
  for (const { operation, values, json } of listingsIn(context)) {
    if (itemsOf(json)?.some((item) => item[name] === value) !== true) continue;
    const record = itemsOf((await context.call(operation, values)).json)?.find((item) => item[name] === value);
    const [, stock] = Object.entries(record ?? {}).find(([member]) => stockNames.test(member)) ?? [];
    if (typeof stock === "number" && stock > 0) return stock;
  }
  return null;
}

/** By the operation that the state machine says moves the member from there. */
async function giveBack(context: Context, { created, member, value }: Ordered): Promise<CallResult | null> {
  const transitions = stateMachinesOf(context.description).flatMap((machine) => machine.transitions);
  const back = transitions.find(({ moves }) => moves.some((one) => one.member === member && one.from === value));
  const next = follow(context, created, ({ operation }) => operation.id === back?.operation);
  const result = next === null ? null : await context.call(next.operation, next.values);
  return result !== null && isAccepted(result.status) ? result : null;
}
