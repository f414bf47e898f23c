// What was sent with a create -> what every response says of the record, also under other names: `zip` comes back as `postalCode`. Which
// member is which is learned from records that show it, and asked of all others: those that something else was made beside, that are listed,
// or that were taken through their states. The time at which a record says that it was made is that of the response to the create.
import type { Json, Operation } from "waybill/description";
import { recordsOf, schemasAt } from "../description/schema-parts.ts";
import { isExact, statedMemberOf } from "../description/stated.ts";
import { headerOf } from "../exchange/exchange.ts";
import { asObject, isList, isScalar, type JsonObject, type Path, show, valueAt } from "../values/json.ts";
import { canMove, differenceOf } from "./comparison.ts";
import { otherForms } from "./consistency.ts";
import { type CallResult, type Context, isAccepted } from "./context.ts";
import { bodyTypeOf } from "./inputs.ts";
import { plainName } from "./knowledge.ts";
import { idsMadeBy } from "./links.ts";
import { recordsIn } from "./records.ts";
import { membersOfBody } from "./request-values.ts";
import { isVerbatim } from "./rules/entries.ts";

/** So many records have to show a value that no other member of their request has. */
const enough = 3;

interface Leaf {
  readonly place: string;
  readonly name: string;
  readonly value: string | number;
  readonly isVerbatim: boolean;
  /** Whether something else may have changed it since. */
  readonly canMove: boolean;
}

interface Pair {
  readonly path: Path;
  readonly values: Set<string | number>;
  isBroken: boolean;
}

/** By the place in the request, then by that in the response. */
type Pairs = Map<string, Map<string, Pair>>;

type Watched = Pick<Context, "listeners" | "records" | "isOfOther" | "object">;

export function watchRoundTrips(context: Watched): void {
  const trips = new RoundTrips(context);
  context.listeners.push((result) => trips.take(result));
}

class RoundTrips {
  private readonly context: Watched;
  private readonly pairs = new Map<string, Pairs>();
  /** What was looked at last of each record, by operation: lists show the same many times. */
  private readonly seen = new Map<string, string>();
  /** The places of records that had their values once. */
  private readonly returned = new Set<string>();

  constructor(context: Watched) {
    this.context = context;
  }

  take(result: CallResult): void {
    const { operation, json, status, values } = result;
    if (operation.method !== "get" || !isAccepted(status) || this.context.isOfOther(result.exchange)) return;
    if (Object.keys(values.parameters.query).some((name) => otherForms.test(name))) return;
    for (const item of recordsIn(json)) this.look(result, item);
  }

  private look(result: CallResult, item: JsonObject): void {
    const { records } = this.context;
    const id = item["id"] ?? null;
    const created = records.sent.get(id);
    if (id === null || created === undefined || records.updated.has(id)) return;
    const [key, text] = [`${result.operation.id} ${String(id)}`, JSON.stringify(item)];
    if (this.seen.get(key) === text) return;
    this.seen.set(key, text);
    const sent = leavesOf(membersOfBody(created.values) ?? {}, []).map((leaf) => withSchema(created.operation, leaf));
    const first = asObject(created.json) ?? {};
    const counts = Map.groupBy(sent, ({ value }) => value);
    const read = new Map(leavesOf(item, []).map((leaf) => [leaf.path.join("."), leaf]));
    const pairs = this.pairsOf(created.operation, result.operation);
    for (const leaf of sent) {
      // What two members of the request have says nothing about which of them comes back.
      const isClear = counts.get(leaf.value)?.length === 1;
      const about = { pairs, leaf, isClear, producer: created.operation, first, key };
      for (const [place, { path, name, value }] of read) {
        if (!leaf.isVerbatim && plainName(name) !== plainName(leaf.name)) continue;
        this.compare(result, { ...about, place, path, value });
        if (path.length === 1 && place === leaf.place) this.compareExactly(result, about, { name, value });
      }
      // What is `null` in place of the text that was sent.
      for (const { path } of pairs.get(leaf.place)?.values() ?? []) {
        const place = path.join(".");
        if (valueAt(item, path) === null) this.compare(result, { ...about, place, path, value: null });
      }
    }
  }

  /** `Returned exactly as it was sent`: in no other form either. */
  private compareExactly(
    result: CallResult,
    { leaf, producer }: Pick<Compared, "leaf" | "producer">,
    { name, value }: Pick<Found, "name" | "value">,
  ): void {
    const schema = result.verdict?.mediaType?.schema;
    const records = schema === undefined ? [] : [schema, ...recordsOf(schema)];
    if (
      typeof value !== "string" ||
      typeof leaf.value !== "string" ||
      value === leaf.value ||
      !records.some((one) => isExact(statedMemberOf(one, name)))
    )
      return;
    const is = `${show(value)} as ${name} for the ${leaf.place} ${show(leaf.value)}`;
    this.context.object("lost-write", `${result.operation.id} returns ${is} that ${producer.id} was sent`, result);
  }

  private compare(result: CallResult, compared: Compared): void {
    const { pairs, leaf, place, path, value, isClear, producer } = compared;
    const leafPairs = pairs.get(leaf.place) ?? new Map<string, Pair>();
    pairs.set(leaf.place, leafPairs);
    const pair = leafPairs.get(place) ?? { path, values: new Set(), isBroken: false };
    leafPairs.set(place, pair);
    const isSame = leaf.isVerbatim ? value === leaf.value : differenceOf(leaf.value, value, place) === null;
    if (isSame && isClear) pair.values.add(leaf.value);
    const [at, before] = [`${compared.key} ${place}`, valueAt(compared.first, path)];
    if (isSame) this.returned.add(at);
    if (isSame || pair.isBroken || (leaf.canMove && (before === leaf.value || this.returned.has(at)))) return;
    if (pair.values.size < enough) {
      pair.isBroken = true;
      return;
    }
    const is = `${show(value)} as ${place} for the ${leaf.place} ${show(leaf.value)}`;
    const message = `${result.operation.id} returns ${is} that ${producer.id} was sent`;
    this.context.object("lost-write", message, result);
  }

  private pairsOf(producer: Operation, reader: Operation): Pairs {
    const key = `${producer.id} ${reader.id}`;
    const pairs: Pairs = this.pairs.get(key) ?? new Map();
    this.pairs.set(key, pairs);
    return pairs;
  }
}

interface Compared {
  readonly pairs: Pairs;
  readonly leaf: Leaf;
  readonly place: string;
  readonly path: Path;
  readonly value: Json;
  readonly isClear: boolean;
  readonly producer: Operation;
  /** The response to the create. */
  readonly first: JsonObject;
  readonly key: string;
}

interface Found {
  readonly path: Path;
  readonly name: string;
  readonly value: string | number;
}

function leavesOf(value: Json, path: Path): Found[] {
  if (isScalar(value)) {
    const name = path.findLast((step) => typeof step === "string");
    return typeof name === "string" ? [{ path, name, value }] : [];
  }
  // What is behind many elements says no more than the first ones.
  if (isList(value)) return value.slice(0, 5).flatMap((one, index) => leavesOf(one, [...path, index]));
  return Object.entries(asObject(value) ?? {}).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

function withSchema(operation: Operation, { path, name, value }: Found): Leaf {
  const schema = bodyTypeOf(operation)?.schema;
  const schemas = schema === undefined ? [] : schemasAt(schema, path);
  const isText = schemas.some(isVerbatim);
  return { place: path.join("."), name, value, isVerbatim: isText, canMove: canMove(schema, path, value) };
}

const names = /^(created|inserted|placed|order(ed)?)_?(at|on|date|time)$/i;
const format = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/;

/** Milliseconds: time zones and days are further apart, and a busy service takes less. */
const slack = 120_000;

export function watchTimes(context: Context): void {
  /** When each record was made that has not been seen since, with the members that its request has. */
  const creations = new Map<unknown, { readonly at: number; readonly sent: ReadonlySet<string> }>();
  const known = new Set<string>();
  context.listeners.push((result) => {
    if (!isAccepted(result.status)) return;
    const at = Date.parse(headerOf(result.exchange.response.headers, "date") ?? "");
    const sent = new Set(Object.keys(membersOfBody(result.values) ?? {}));
    for (const id of Number.isNaN(at) ? [] : idsMadeBy(result)) {
      // What is done with it returns its id as well.
      if (!known.has(id)) creations.set(id, { at, sent });
      known.add(id);
    }
    for (const item of recordsIn(result.json)) {
      const creation = creations.get(item["id"]);
      if (creation === undefined) continue;
      creations.delete(item["id"]);
      for (const [name, value] of Object.entries(item)) {
        if (!names.test(name) || creation.sent.has(name) || typeof value !== "string" || !format.test(value)) continue;
        if (Math.abs(Date.parse(value) - creation.at) > slack)
          context.fault("rule-broken", result, `returns ${name} ${show(value)} for what was made at another time`);
      }
    }
  });
}
