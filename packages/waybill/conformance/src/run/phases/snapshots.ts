// Lists before and after the requests that are to be refused: nothing was made that no accepted request has made, nothing is gone, and nothing
// has changed that no accepted request was about. Each listed record that the run has made says what it was made with, and of what it refers
// to what the list of those says.

import { type Json, matches, type Operation } from "waybill/description";
import { schemasAt } from "../../description/schema-parts.ts";
import type { Check } from "../../finding.ts";
import { asObject, isList, type JsonObject, type Path, show, valueAt } from "../../values/json.ts";
import { canMove, changedNames, folded, type Members } from "../comparison.ts";
import { type CallResult, type Case, type Context, caseOf } from "../context.ts";
import { movedObjects } from "../engines/read-back.ts";
import { listingsIn } from "../engines/read-twice.ts";
import { bodyTypeOf } from "../inputs.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody } from "../request-values.ts";
import { entriesIn } from "../rules/entries.ts";
import { stateMachinesOf } from "../rules/state-machine.ts";
import { readWhole } from "./pages.ts";

interface Snapshot {
  readonly items: ReadonlyMap<Json, JsonObject>;
  readonly isAll: boolean;
  readonly result: CallResult;
}

type ByList = ReadonlyMap<Operation, Snapshot>;

export class Snapshots {
  private readonly context: Context;
  private settled: ByList = new Map();
  private before: ByList = new Map();
  /** Named by accepted requests before the last look. */
  private touchedBefore: ReadonlySet<Json> = new Set();

  constructor(context: Context) {
    this.context = context;
  }

  /** After what happens outside of the API: from here on, only requests change anything. */
  settle(): Case[] {
    return this.cases("settled", async () => {
      this.settled = await this.take();
      this.context.records.mark();
    });
  }

  /** Before the requests that are to be refused. */
  begin(): Case[] {
    return this.cases("before", async () => {
      this.before = await this.take();
      for (const { result, items } of this.before.values()) checkListedRecords(this.context, result, items);
      this.touchedBefore = this.context.records.touched;
      this.context.records.mark();
    });
  }

  end(): Case[] {
    return this.cases("after", async () => {
      if (this.before.size === 0) return;
      const after = await this.take();
      for (const [operation, now] of after) {
        const [settled, before] = [this.settled.get(operation), this.before.get(operation)];
        if (settled !== undefined && before !== undefined) await this.compare({ settled, before, now });
      }
    });
  }

  private cases(name: string, run: Case["run"]): Case[] {
    if (this.lists.length === 0) return [];
    return [caseOf("unknown", { id: "aftermath" }, name, run, { elsewhere: "or now" })];
  }

  /** Those that have what the run makes. */
  private get lists(): readonly CallResult[] {
    const knownLists = new Set([...this.context.listsWith.values()].flat());
    return listingsIn(this.context).filter((first) => knownLists.has(first));
  }

  private async take(): Promise<ByList> {
    const snapshots = new Map<Operation, Snapshot>();
    for (const first of this.lists) {
      const snapshot = await this.takeOf(first);
      if (snapshot !== null) snapshots.set(first.operation, snapshot);
    }
    return snapshots;
  }

  private async takeOf(first: CallResult): Promise<Snapshot | null> {
    const whole = await readWhole(this.context, first);
    if (whole === null) return null;
    const { items, isAll, result } = whole;
    const named = items.flatMap((item): [Json, JsonObject][] => (item["id"] === undefined ? [] : [[item["id"], item]]));
    return named.length === 0 ? null : { items: new Map(named), isAll, result };
  }

  private async compare(snapshots: Compared): Promise<void> {
    const { now } = snapshots;
    const differences = this.differences(snapshots);
    if (differences.length === 0) return;
    // What somebody else does goes on.
    const again = await this.takeOf(now.result);
    if (again === null || JSON.stringify([...again.items]) !== JSON.stringify([...now.items])) return;
    for (const { check, text } of differences) this.context.fault(check, now.result, text);
  }

  private differences({ settled, before, now }: Compared): Difference[] {
    const untouched = [...before.items].filter(
      ([id, item]) => !this.isTouched(id) && isEqual(settled.items.get(id), item),
    );
    const gone = now.isAll ? untouched.filter(([id]) => !now.items.has(id)) : [];
    return [
      ...this.added({ settled, before, now }).map((id): Difference => {
        const refusal = now.items.get(id)?.["id"] === undefined ? "" : this.refusal(id);
        return { check: "wrong-count", text: `has a record that no accepted request has made${refusal}` };
      }),
      ...this.changed(untouched, now),
      ...gone.slice(0, 1).map(([id]): Difference => {
        const text = `no longer has a record that no accepted request was about${this.refusal(id)}`;
        return { check: "lost-resource", text };
      }),
    ];
  }

  private added({ settled, before, now }: Compared): Json[] {
    const { made } = this.context.records;
    const newIn = (one: Snapshot, earlier: Snapshot): Json[] =>
      [...one.items.keys()].filter((id) => !earlier.items.has(id) && !made.has(id));
    // Where accepted requests make more than they say, nothing is known of what is new.
    const isKnown = newIn(before, settled).length === 0 && before.isAll && settled.isAll;
    return isKnown ? newIn(now, before) : [];
  }

  private changed(untouched: readonly [Json, JsonObject][], now: Snapshot): Difference[] {
    const changed = untouched.flatMap(([id, item]) => {
      const after = now.items.get(id);
      return after === undefined ? [] : changedNames(item, after).map((name) => ({ id, name, item, after }));
    });
    return [...Map.groupBy(changed, (one) => one.name)].flatMap(([name, group]): Difference[] => {
      const [first] = group;
      // What changes for most of them changes by itself, unless it is the state of something.
      const isCommon = group.length * 2 > untouched.length && group.length > 1;
      if (first === undefined || (isCommon && !this.isState(name))) return [];
      const { id, item, after } = first;
      if (this.mayMove(name, item[name] ?? null, after[name] ?? null)) return [];
      const values = `${show(after[name] ?? null)} after ${show(item[name] ?? null)}`;
      const what = `returns a changed ${name} for a record that no accepted request changed`;
      return [{ check: "wrong-state", text: `${what}: ${values}${this.refusal(id)}` }];
    });
  }

  private isTouched(id: Json): boolean {
    return this.context.records.touched.has(id) || this.touchedBefore.has(id);
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

  private refusal(id: Json): string {
    const refused = this.context.records.refused.get(id);
    return refused === undefined ? "" : `; ${refused} was rejected`;
  }
}

interface Compared {
  readonly settled: Snapshot;
  readonly before: Snapshot;
  readonly now: Snapshot;
}

interface Difference {
  readonly check: Check;
  /** Behind the name of the list. */
  readonly text: string;
}

function isEqual(a: JsonObject | undefined, b: JsonObject): boolean {
  return a !== undefined && changedNames(a, b).length === 0;
}

function checkListedRecords(context: Context, result: CallResult, items: ReadonlyMap<Json, JsonObject>): void {
  const { sent, updated } = context.records;
  for (const [id, item] of items) {
    const created = sent.get(id);
    const body = created === undefined || updated.has(id) ? null : membersOfBody(created.values);
    if (created === undefined || body === null) continue;
    const wrong = differenceIn(result, { created, body, item }) ?? movedDifferenceIn(body, item);
    if (wrong !== null) context.fault("lost-write", result, `has a ${wrong} of what ${created.operation.id} made`);
    checkReferred(context, result, { item, body, operation: created.operation });
  }
}

interface Listed {
  readonly created: Pick<CallResult, "operation" | "json">;
  readonly body: Members;
  readonly item: Members;
}

/** Of the members that both have, by name. */
function differenceIn(result: CallResult, { created, body, item }: Listed): string | null {
  for (const [name, value] of Object.entries(body)) {
    if (name === "id" || !Object.hasOwn(item, name)) continue;
    const difference = differenceOf(value, item[name] ?? null, [name]);
    if (difference === null || !canHold(result, difference) || hasMoved(created, difference)) continue;
    return difference.message;
  }
  return null;
}

/** What the create has returned as it was sent, and requests about something else may have changed since, such as a stock. */
function hasMoved({ operation, json }: Listed["created"], { path, sent }: Found): boolean {
  return canMove(bodyTypeOf(operation)?.schema, path, sent) && valueAt(asObject(json) ?? {}, path) === sent;
}

/** Of an object that has another name in the record. */
function movedDifferenceIn(sent: Members, item: Members): string | null {
  for (const [before, after] of movedObjects(sent, item)) {
    for (const [member, value] of Object.entries(before)) {
      const difference = Object.hasOwn(after, member) ? differenceOf(value, after[member] ?? null, [member]) : null;
      if (difference !== null) return difference.message;
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
    const listedElements = steps.includes("*") ? item[steps[0] ?? ""] : undefined;
    for (const one of isList(listedElements ?? null) ? (listedElements as readonly Json[]) : []) {
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
