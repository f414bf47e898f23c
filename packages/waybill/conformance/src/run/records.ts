// The responses of a run -> the records in them; what it has made with its own key, which resources an accepted request was about, and
// which only a refused one.
import type { Json, Operation } from "waybill/description";
import { asObject, type JsonObject, scalarsIn } from "../values/json.ts";
import { ownerOfPath, plainName } from "./knowledge.ts";
import type { RequestValues } from "./request-values.ts";

export interface ObservedResponse {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly status: number;
  readonly json: unknown;
  /** Whether the key of another account was used, or a wrong one. */
  readonly isOfOther: boolean;
}

export class Records {
  /** The ids of what accepted requests with the own key have made. */
  readonly made: Set<Json> = new Set();
  /** What each of them was made with. */
  readonly sent: Map<Json, Pick<ObservedResponse, "operation" | "values">> = new Map();
  /** What was named by an accepted request that changes members. */
  readonly updated: Set<Json> = new Set();
  /** What was named by a request that may have changed it: one that was accepted, or that failed on the way. */
  readonly changed: Set<Json> = new Set();
  /** What accepted requests named or returned, since `mark`. */
  touched: Set<Json> = new Set();
  /** The last refused request that named something: `cancelOrder (400)`. */
  readonly refused: Map<Json, string> = new Map();

  take({ operation, values, status, json, isOfOther }: ObservedResponse): void {
    if (operation.method === "get" || operation.method === "head") return;
    const named = scalarsIn([values.parameters.path, values.body?.kind === "value" ? values.body.value : null]);
    if (status < 300 || status >= 500) for (const one of named) this.changed.add(one);
    if (status >= 400) {
      for (const one of named) this.refused.set(one, `${operation.id} (${status})`);
      return;
    }
    if (isOfOther || status < 200 || status >= 300) return;
    for (const one of [...named, ...scalarsIn(Object.values(asObject(json) ?? {}))]) this.touched.add(one);
    if (operation.method === "put" || operation.method === "patch") for (const one of named) this.updated.add(one);
    if (operation.method !== "post") return;
    for (const id of idsIn(operation, asObject(json))) {
      // What is returned again may be as it was made first, or as it was sent last.
      if (this.sent.get(id)?.operation === operation) this.updated.add(id);
      if (!this.made.has(id)) this.sent.set(id, { operation, values });
      this.made.add(id);
    }
  }

  /** From here on, nothing was touched. */
  mark(): void {
    this.touched = new Set();
  }
}

/** What a response calls the thing that it is about. */
export function idsIn({ path }: Operation, json: JsonObject | null): Json[] {
  const own = new Set(["id", "uuid", plainName(`${ownerOfPath(path.text)}id`)]);
  return Object.entries(json ?? {}).flatMap(([name, value]) => (own.has(plainName(name)) ? [value] : []));
}

/** The records of a list: the body itself, or the one member of it that is a list. */
export function itemsOf(json: unknown): readonly JsonObject[] | null {
  if (Array.isArray(json)) return json.map(asObject).filter((item) => item !== null);
  const lists = Object.values(asObject(json) ?? {}).filter((member) => Array.isArray(member));
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? itemsOf(only) : null;
}

/** The body itself, or the records that it lists. */
export function recordsIn(json: unknown): readonly JsonObject[] {
  const whole = asObject(json);
  return itemsOf(json) ?? (whole === null ? [] : [whole]);
}

/** As far as the delivery goes: it may say less of each thing. */
export function isSame(delivered: Json | undefined, read: Json | undefined): boolean {
  if (Array.isArray(delivered)) {
    return (
      Array.isArray(read) &&
      delivered.length === read.length &&
      delivered.every((item: Json, index) => isSame(item, read[index]))
    );
  }
  const [less, more] = [asObject(delivered), asObject(read)];
  if (less === null || more === null) return delivered === read;
  return Object.entries(less).every(([name, value]) => !Object.hasOwn(more, name) || isSame(value, more[name]));
}

/** The members of both that are not the same. */
export function differingNames(listed: JsonObject, read: JsonObject): string[] {
  return Object.keys(listed).filter((name) => Object.hasOwn(read, name) && !isSame(listed[name], read[name]));
}
