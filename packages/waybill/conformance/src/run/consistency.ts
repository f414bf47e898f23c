// What responses say of a record between two changes -> discrepancies: a list, a part of it and a single read say the same of one record, at
// any moment. Each is settled by asking both again.
import type { Json, Operation } from "waybill/description";
import { isScalar, type JsonObject } from "../values/json.ts";
import type { CallResult, Context } from "./context.ts";
import { ownerOfPath } from "./knowledge.ts";
import { isSame, itemsOf, recordsIn } from "./records.ts";

interface Shown {
  readonly item: JsonObject;
  readonly result: CallResult;
}

interface Discrepancy {
  readonly key: string;
  readonly names: readonly string[];
  readonly first: CallResult;
  readonly second: CallResult;
}

/** Parameters that ask for another form of the same records. */
export const otherForms: RegExp =
  /(fields?|includes?|expand|embed|select|view|format|locale|lang|language|time_?zone|tz|currency|region|version)$/i;

export class Consistency {
  private readonly context: Context;
  /** By record, since the last change of anything: how each operation showed it last. */
  private seen = new Map<string, Map<Operation, Shown>>();
  private discrepancies: Discrepancy[] = [];
  private isSettling = false;
  /** Members that change by themselves, or are known to differ. */
  private readonly settled = new Set<string>();

  constructor(context: Context) {
    this.context = context;
  }

  /** Something may have changed: by an accepted request, or outside of the API. */
  forget(): void {
    this.seen.clear();
    this.discrepancies = [];
  }

  /** `isOfOther`: the key of another account was used, which may see less. */
  take(result: CallResult, isOfOther: boolean): void {
    const { operation, json, status, values } = result;
    const isReading = operation.method === "get" || operation.method === "head";
    // What failed may have been done all the same.
    if (!isReading && (status < 300 || status >= 500)) this.forget();
    const isOtherForm = Object.keys(values.parameters.query).some((name) => otherForms.test(name));
    if (operation.method !== "get" || status < 200 || status >= 300 || isOtherForm || isOfOther) return;
    const owner = ownerOfPath(operation.path.text.split("{")[0] ?? "");
    for (const item of recordsIn(json)) {
      const id = item["id"];
      if (isScalar(id)) this.compare(`${owner} ${id}`, { item, result });
    }
  }

  /** Asks again where two responses differ: what still differs, and stays as it is, is a finding. */
  async settle(): Promise<void> {
    if (this.isSettling) return;
    this.isSettling = true;
    try {
      for (
        let discrepancy = this.discrepancies.shift();
        discrepancy !== undefined;
        discrepancy = this.discrepancies.shift()
      )
        await this.ask(discrepancy);
    } finally {
      this.isSettling = false;
    }
  }

  private compare(key: string, observation: Shown): void {
    const others = this.seen.get(key) ?? new Map<Operation, Shown>();
    this.seen.set(key, others);
    for (const other of this.isSettling ? [] : others.values()) {
      const names = disagreeing(other.item, observation.item).filter(
        (name) => !this.settled.has(this.nameOf(key, name)),
      );
      if (names.length > 0) this.discrepancies.push({ key, names, first: other.result, second: observation.result });
    }
    others.set(observation.result.operation, observation);
  }

  private async ask({ key, names, first, second }: Discrepancy): Promise<void> {
    const open = names.filter((name) => !this.settled.has(this.nameOf(key, name)));
    if (open.length === 0) return;
    for (const name of open) this.settled.add(this.nameOf(key, name));
    const { context } = this;
    const again = async ({ operation, values }: CallResult): Promise<CallResult> =>
      await context.call(operation, values);
    const [one, other, last] = [await again(first), await again(second), await again(first)];
    const items = [one, other, last].map((result) => itemOf(result, key));
    const [before, beside, after] = items;
    if (before === undefined || beside === undefined || after === undefined) return;
    for (const name of open) {
      if (!isEqual(before[name], after[name]) || !disagreeing(before, beside).includes(name)) continue;
      const isList = itemsOf(first.json) !== null;
      const [list, single] = isList ? [one, other] : [other, one];
      const text =
        list.operation === single.operation
          ? `returns different values of ${name} for one record in two parts of the list`
          : `returns a different ${name} for a record than ${single.operation.id}`;
      context.fault("list-differs", list, text);
    }
  }

  /** Of all records of a kind. */
  private nameOf(key: string, name: string): string {
    return `${key.split(" ")[0]} ${name}`;
  }
}

function itemOf({ json }: CallResult, key: string): JsonObject | undefined {
  return recordsIn(json).find((item) => key.endsWith(` ${String(item["id"])}`));
}

/** The members that both have, and that are not the same either way: one may say less of each thing. */
function disagreeing(a: JsonObject, b: JsonObject): string[] {
  return Object.keys(a).filter((name) => Object.hasOwn(b, name) && !isEqual(a[name], b[name]));
}

function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  return isSame(a, b) || isSame(b, a);
}
