// What a run learns about a service -> values for the next request: ids, SKUs and other names of things that exist.
import type { Json, NamedSchema, Operation, Schema } from "waybill/description";
import { isList, isObject, isScalar } from "../values/json.ts";

/** Last words of names of references, which must exist, unlike free text. */
const referenceWords: ReadonlySet<string> = new Set(
  "id ids sku skus uuid uuids guid guids slug slugs handle ref refs reference references code codes key keys".split(
    " ",
  ),
);

const wrappers = /^(data|items|results|records|entries|values|list)$/i;

const otherWords = /(pa|al|ol|vo|gr|ap|av|ta|im|ac|qu|ro|br|up|ov)ids?$/;

export class Knowledge {
  private readonly suppliedValues = new Map<string, Json[]>();
  private readonly seen = new Map<string, Json[]>();

  /** What the caller gives: `{ campaignId: "cmp_1", skus: ["MUG"], warehouses: [{ id: "wh_1" }] }`. */
  constructor(values: Readonly<Record<string, Json>> = {}) {
    for (const [name, value] of Object.entries(values)) this.give(name, value);
  }

  /** Learns every scalar of a JSON body, under its own name and under that of the thing it belongs to. */
  learn(operation: Operation, body: unknown, schema: Schema | null): void {
    const owners = [...new Set([...ownersOfSchema(schema), ownerOfPath(operation.path.text)])];
    this.walk(body, owners, 0);
  }

  /** One value for one name, the newest first. */
  note(name: string, value: Json): void {
    add(this.seen, name, value);
  }

  /** Something was deleted. Values given by the caller stay. */
  forget(value: Json): void {
    for (const [name, values] of this.seen) {
      const others = values.filter((one) => one !== value);
      this.seen.set(name, others);
    }
  }

  /**
   * The value for a place called `name`, below things called `owners` (nearest first): what was given, then what was seen.
   * What was seen counts only for names of things that must exist.
   */
  valueFor(name: string, owners: readonly string[]): Json | undefined {
    const names = namesOf(name, owners);
    const [suppliedValue] = names.flatMap((one) => this.suppliedValues.get(one)?.[0] ?? []);
    if (suppliedValue !== undefined || !isReference(name)) return suppliedValue;
    return names.flatMap((one) => this.seen.get(one)?.[0] ?? [])[0];
  }

  /** The same where a name says which of several it is, `from_account_id`: the one at `index` of all accounts, the newest first. */
  valueInRole(name: string, index: number): Json | undefined {
    for (const shorter of isReference(name) ? namesWithoutRole(name) : []) {
      const known = this.knownFor(shorter, []);
      if (known.length > 0) return known[index];
    }
    return undefined;
  }

  /** All that is known for such a place, in the order in which it was given, or the newest first where it was seen. */
  knownFor(name: string, owners: readonly string[]): readonly Json[] {
    const names = namesOf(name, owners);
    const suppliedValues =
      names.map((one) => this.suppliedValues.get(one) ?? []).find((values) => values.length > 0) ?? [];
    const seen = names.map((one) => this.seen.get(one) ?? []).find((values) => values.length > 0) ?? [];
    return [...new Set([...suppliedValues, ...seen])];
  }

  /** Everything known, for commands that make events fire. */
  all(): Readonly<Record<string, Json>> {
    const newest = (from: ReadonlyMap<string, readonly Json[]>): [string, Json][] =>
      [...from].flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]]));
    return Object.fromEntries([...newest(this.seen), ...newest(this.suppliedValues)]);
  }

  private give(name: string, value: Json): void {
    if (isList(value)) for (const item of value) this.give(singular(name), item);
    else if (isObject(value)) {
      for (const [member, inner] of Object.entries(value)) this.give(`${name}${member}`, inner);
    } else push(this.suppliedValues, plainName(name), value);
  }

  private walk(value: unknown, owners: readonly string[], depth: number): void {
    if (depth > 6 || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      // The first one is the one a reader would take; it comes last, so that it counts as the newest.
      for (const item of value.slice(0, 20).reverse()) this.walk(item, owners, depth + 1);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "object" && member !== null) {
        // What only holds a list of records says nothing of them.
        const own = wrappers.test(name) ? [singular(name), ...owners] : [singular(name)];
        this.walk(member, own, depth + 1);
      }
      if (isScalar(member)) {
        for (const one of isReference(name) ? namesOf(name, owners) : []) add(this.seen, one, member);
      }
    }
  }
}

export function isReference(name: string): boolean {
  const nameWords = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = nameWords.findLast((word) => word !== "") ?? "";
  if (referenceWords.has(last)) return true;
  // `orderid`, in small letters throughout, and not `valid`, `paid`, `android` or `liquid`.
  return /[a-z]{3}(ids?|skus?|uuid|guid)$/.test(last) && !otherWords.test(last);
}

/** `from_account_id` -> `accountid`: the name without the words before, as long as it names something. */
export function namesWithoutRole(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  return words.slice(1, -1).map((_, index) => plainName(words.slice(index + 1).join("")));
}

/** `page[size]` -> `page_size`, `filter[status]` -> `status`: the name of a parameter without the marks of a map. */
export function unbracketed(name: string): string {
  return name.replace(/^(?:filters?|where)\[([^\]]+)\]$/, "$1").replace(/\[([^\]]+)\]/g, "_$1");
}

/** `/v1/webhooks/{id}/test`, `{id}` -> `webhook`: the thing that a path parameter names. */
export function ownerOfParameter(path: string, name: string): string {
  const before = path.slice(0, path.indexOf(`{${name}}`));
  return ownerOfPath(before);
}

/** `/v1/orders/list` -> `order`; `/v1/orders/warehouses` -> `warehouse`. */
export function ownerOfPath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  const nouns = segments.filter((segment) => !verbs.has(segment.toLowerCase()));
  return singular(nouns.at(-1) ?? segments.at(-1) ?? "");
}

const verbs: ReadonlySet<string> = new Set(
  "list create add new get find search query update edit set delete remove cancel send test check rotate-secret all batch bulk count".split(
    " ",
  ),
);

/** Looks like the id it replaces. */
export function unknownLike(value: Json): Json {
  if (typeof value === "number") return 2_147_483_000 - (value % 1000);
  if (typeof value !== "string" || value === "") return "unknown-0000000000";
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)) return "00000000-0000-4000-8000-000000000000";
  if (!/[0-9A-Za-z]{4,}$/.test(value)) return `${value}-zzzz0000`;
  return value.replace(/[0-9A-Za-z]{4,}$/, (end) =>
    end.replace(/[0-9]/g, "0").replace(/[A-Z]/g, "Z").replace(/[a-z]/g, "z"),
  );
}

/**
 * The id in the other case. Letters of both cases show that their case counts: `null` without, as the digits of a UUID or of another
 * hexadecimal number mean the same in either.
 */
export function swappedCase(id: string): string | null {
  return /[a-z]/.test(id) && /[A-Z]/.test(id) ? lettersSwapped(id) : null;
}

/** The same for a text that counts to the letter: also where all letters are of one case, unless it is a hexadecimal number. */
export function otherCase(text: string): string | null {
  const swapped = lettersSwapped(text);
  return swapped === text || /^[0-9a-f-]+$/i.test(text) ? null : swapped;
}

export function lettersSwapped(text: string): string {
  return text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** A text that is nearly the id of something, and what distinguishes it. */
export interface NearId {
  readonly value: string;
  /** `an id with a leading space`: for a message. */
  readonly what: string;
}

export function nearlySame(id: string, inOtherCase: string | null = swappedCase(id)): NearId[] {
  return [
    { value: ` ${id}`, what: "an id with a leading space" },
    { value: `${id} `, what: "an id with a trailing space" },
    { value: `${id}0`, what: "an id with an extra character" },
    ...(id.length > 4 ? [{ value: id.slice(0, -1), what: "an id without its last character" }] : []),
    ...(inOtherCase === null ? [] : [{ value: inOtherCase, what: "an id with upper and lower case swapped" }]),
  ];
}

function ownersOfSchema(schema: Schema | null): string[] {
  switch (schema?.kind) {
    case "ref":
      return [ownerOfNamed(schema.target), ...ownersOfSchema(schema.target.schema)];
    case "array":
      return ownersOfSchema(schema.items);
    default:
      return [];
  }
}

function ownerOfNamed({ nameParts, name }: NamedSchema): string {
  return nameParts.at(-1) ?? name;
}

/** An element of `productIds` is what a `productId` is. */
function namesOf(name: string, owners: readonly string[]): string[] {
  return [...new Set([name, ...(/(id|uuid|guid)s$/i.test(name) ? [singular(name)] : [])])].flatMap((one) => {
    const long = owners.map((owner) => plainName(`${owner}${one}`));
    // A bare `id` says nothing about whose it is.
    return plainName(one) === "id" && long.length > 0 ? long : [...long, plainName(one)];
  });
}

/** `warehouse_id`, `warehouseId` and `WarehouseID` are one name. */
export function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

export function singular(name: string): string {
  if (/ies$/i.test(name)) return `${name.slice(0, -3)}y`;
  if (/skus$/i.test(name)) return name.slice(0, -1);
  if (/(ss|us|is)$/i.test(name)) return name;
  if (/(ches|shes|xes|sses)$/i.test(name)) return name.slice(0, -2);
  return name.replace(/s$/i, "");
}

/** Newest first. */
function add(into: Map<string, Json[]>, name: string, value: Json): void {
  const others = (into.get(name) ?? []).filter((one) => one !== value);
  into.set(name, [value, ...others].slice(0, 50));
}

function push(into: Map<string, Json[]>, name: string, value: Json): void {
  into.set(name, [...(into.get(name) ?? []), value]);
}

/** Parameters with the number of a page. */
export const pageNames: RegExp = /^(page|page_?(number|index|no))$/i;
