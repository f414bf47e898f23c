// Lists looked at before and after the requests that are to be refused: nothing was made that no accepted request has made, nothing is gone,
// and nothing has changed that no accepted request was about.
import type { Json, Operation } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import type { Check } from "../../finding.ts";
import { type JsonObject, show } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { listingsIn } from "../lists.ts";
import { stateMachinesOf } from "../state-machine.ts";
import { listOf } from "./counting.ts";
import { checkListed } from "./listed.ts";
import { pagingOf } from "./paging.ts";
import { Slices } from "./slices.ts";

interface Look {
  readonly items: ReadonlyMap<Json, JsonObject>;
  readonly isAll: boolean;
  readonly result: CallResult;
}

type Looks = ReadonlyMap<Operation, Look>;

export class Aftermath {
  private readonly context: Context;
  private settled: Looks = new Map();
  private before: Looks = new Map();
  /** Named by accepted requests before the last look. */
  private touchedBefore: ReadonlySet<Json> = new Set();

  constructor(context: Context) {
    this.context = context;
  }

  /** After what happens outside of the API: from here on, only requests change anything. */
  async settle(): Promise<void> {
    await this.case("settled", async () => {
      this.settled = await this.look();
      this.context.records.mark();
    });
  }

  /** Before the requests that are to be refused. */
  async begin(): Promise<void> {
    await this.case("before", async () => {
      this.before = await this.look();
      for (const { result, items } of this.before.values()) checkListed(this.context, result, items);
      this.touchedBefore = this.context.records.touched;
      this.context.records.mark();
    });
  }

  async end(): Promise<void> {
    await this.case("after", async () => {
      if (this.before.size === 0) return;
      const after = await this.look();
      for (const [operation, now] of after) {
        const [settled, before] = [this.settled.get(operation), this.before.get(operation)];
        if (settled !== undefined && before !== undefined) await this.compare(operation, { settled, before, now });
      }
    });
  }

  private async case(name: string, run: () => Promise<void>): Promise<void> {
    if (this.lists.length === 0) return;
    await this.context.case("unknown", `aftermath/${name}`, "aftermath", () => this.context.elsewhere(run));
  }

  /** Those that have what the run makes. */
  private get lists(): readonly CallResult[] {
    const found = new Set([...this.context.listsWith.values()].flat());
    return listingsIn(this.context).filter((first) => found.has(first));
  }

  private async look(): Promise<Looks> {
    const looks = new Map<Operation, Look>();
    for (const first of this.lists) {
      const look = await this.lookAt(first);
      if (look !== null) looks.set(first.operation, look);
    }
    return looks;
  }

  private async lookAt(first: CallResult): Promise<Look | null> {
    const list = listOf(this.context, first);
    const page = await list.all();
    if (page === null) return null;
    const whole = await new Slices(list, pagingOf(first.operation, page.items), {}).whole(page);
    const { items, isAll } = whole ?? { items: page.items, isAll: list.size === null };
    const named = items.flatMap((item): [Json, JsonObject][] => (item["id"] === undefined ? [] : [[item["id"], item]]));
    return named.length === 0 ? null : { items: new Map(named), isAll, result: page.result };
  }

  private async compare(operation: Operation, looks: Compared): Promise<void> {
    const found = this.differences(operation, looks);
    if (found.length === 0) return;
    // What somebody else does goes on.
    const again = await this.lookAt(looks.now.result);
    if (again === null || JSON.stringify([...again.items]) !== JSON.stringify([...looks.now.items])) return;
    const where = placeOf(operation.at);
    for (const { check, message } of found) this.context.object(check, message, { ...looks.now.result, where });
  }

  private differences(operation: Operation, { settled, before, now }: Compared): Difference[] {
    const { made, touched } = this.context.records;
    const isNew = (look: Look, earlier: Look): Json[] =>
      [...look.items.keys()].filter((id) => !earlier.items.has(id) && !made.has(id));
    // Where accepted requests make more than they say, nothing is known of what is new.
    const isKnown = isNew(before, settled).length === 0 && before.isAll && settled.isAll;
    const found: Difference[] = [];
    for (const id of isKnown ? isNew(now, before) : []) {
      const message = `${operation.id} has a record that no accepted request has made${this.refusalOf(now.items.get(id))}`;
      found.push({ check: "wrong-count", message });
    }
    const untouched = [...before.items].filter(
      ([id, item]) => !this.isTouched(id, touched) && isEqual(settled.items.get(id), item),
    );
    const changed = untouched.flatMap(([id, item]) => {
      const after = now.items.get(id);
      return after === undefined ? [] : changesOf(item, after).map((name) => ({ id, name, item, after }));
    });
    for (const [name, group] of Map.groupBy(changed, (one) => one.name)) {
      const [first] = group;
      // What changes for most of them changes by itself, unless it is the state of something.
      if (first === undefined || (group.length * 2 > untouched.length && group.length > 1 && !this.isState(name)))
        continue;
      const { id, item, after } = first;
      if (this.mayMove(name, item[name] ?? null, after[name] ?? null)) continue;
      const values = `${show(after[name] ?? null)} after ${show(item[name] ?? null)}`;
      const message = `${operation.id} returns a changed ${name} for a record that no accepted request changed: ${values}${this.refusal(id)}`;
      found.push({ check: "wrong-state", message });
    }
    const gone = now.isAll ? untouched.filter(([id]) => !now.items.has(id)) : [];
    for (const [id] of gone.slice(0, 1)) {
      const message = `${operation.id} no longer has a record that no accepted request was about${this.refusal(id)}`;
      found.push({ check: "lost-resource", message });
    }
    return found;
  }

  private isTouched(id: Json, since: ReadonlySet<Json>): boolean {
    return since.has(id) || this.touchedBefore.has(id);
  }

  private isState(name: string): boolean {
    return stateMachinesOf(this.context.description).some(({ property }) => property === name);
  }

  /** A transition that something outside of the API makes. */
  private mayMove(name: string, from: Json, to: Json): boolean {
    return stateMachinesOf(this.context.description).some(
      ({ property, transitions }) =>
        property === name &&
        transitions.some((one) => one.operation === null && one.to === to && one.from?.includes(from) === true),
    );
  }

  private refusalOf(item: JsonObject | undefined): string {
    return item?.["id"] === undefined ? "" : this.refusal(item["id"]);
  }

  private refusal(id: Json): string {
    const refused = this.context.records.refused.get(id);
    return refused === undefined ? "" : `; ${refused} was rejected`;
  }
}

interface Compared {
  readonly settled: Look;
  readonly before: Look;
  readonly now: Look;
}

interface Difference {
  readonly check: Check;
  readonly message: string;
}

function isEqual(a: JsonObject | undefined, b: JsonObject): boolean {
  return a !== undefined && changesOf(a, b).length === 0;
}

function changesOf(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
