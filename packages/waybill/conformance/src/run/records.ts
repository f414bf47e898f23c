// The responses of a run -> the records in them; what it has made with its own key, which resources an accepted request was about, and
// which only a refused one.
import type { Json, Operation } from "waybill/description";
import { asObject, isScalar, type JsonObject, scalarsIn } from "../values/json.ts";
import { ownerOfPath, plainName } from "./knowledge.ts";
import type { RequestValues } from "./request-values.ts";

/** Members with the time when a record was made, and when it was changed the last time. */
export const timesOfCreation: RegExp = /^(created|inserted|placed)_?(at|on|date|time)?$/i;
export const timesOfChange: RegExp = /^(last_?)?(updated|modified|changed)_?(at|on|date|time)?$/i;

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
  /** What each of them was made with, and what was returned for that. */
  readonly sent: Map<Json, Pick<ObservedResponse, "operation" | "values" | "json">> = new Map();
  /** What was named by an accepted request that changes members, or by an action, with the ids of these operations. */
  readonly updated: Map<Json, Set<string>> = new Map();
  /** What was named by a request that may have changed it: one that was accepted, or that failed on the way. */
  readonly changed: Set<Json> = new Set();
  /** What accepted requests named or returned, since `mark`. */
  touched: Set<Json> = new Set();
  /** The ids of listed records that requests may use up, by the name of what names them. */
  readonly unused: Map<string, Json[]> = new Map();
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
    if (operation.method === "put" || operation.method === "patch")
      for (const one of named) this.update(one, operation);
    if (operation.method !== "post") return;
    const inPath = Object.values(values.parameters.path);
    const isOne = status !== 201 || idsIn(operation, asObject(json)).length > 0;
    const returned = isOne ? [asObject(json)] : recordsIn(json);
    const ids = returned.flatMap((one) => idsIn(operation, one)).filter((id) => !inPath.includes(id));
    // An action: it returns what it was about, or nothing that it has made.
    if (ids.length === 0) for (const one of named) this.update(one, operation);
    for (const id of ids) {
      // What is returned again may be as it was made first, or as it was sent last.
      if (this.sent.get(id)?.operation === operation) this.update(id, operation);
      // Of several at once, it is not known which element of the request made which.
      if (!this.made.has(id) && returned.length === 1) this.sent.set(id, { operation, values, json });
      this.made.add(id);
    }
  }

  private update(one: Json, { id }: Operation): void {
    this.updated.set(one, (this.updated.get(one) ?? new Set()).add(id));
  }

  /** From here on, nothing was touched. */
  mark(): void {
    this.touched = new Set();
  }
}

/** What a response calls the thing that it is about. */
export function idsIn({ path }: Operation, json: JsonObject | null): Json[] {
  const idNames = new Set(["id", "uuid", plainName(`${ownerOfPath(path.text)}id`)]);
  return Object.entries(json ?? {}).flatMap(([name, value]) => (idNames.has(plainName(name)) ? [value] : []));
}

/** The records of a list. `null`: the body is no list. */
export function itemsOf(json: unknown): readonly JsonObject[] | null {
  const path = listPathOf(json);
  const list = path === null ? null : path.reduce<unknown>((at, name) => asObject(at)?.[name], json);
  return Array.isArray(list) ? list.map(asObject).filter((item) => item !== null) : null;
}

/**
 * Where a body has its list: it is one, its only list is a member (`data`), or it is in the only object that has one (`_embedded.orders`,
 * `result.items`). `null`: nowhere, or the body is a record, which has an id.
 */
export function listPathOf(json: unknown): readonly string[] | null {
  if (Array.isArray(json)) return [];
  const members = Object.entries(asObject(json) ?? {});
  if (members.some(([name, member]) => /^(id|uuid|guid)$/i.test(name) && isScalar(member))) return null;
  const lists = members.filter(([, member]) => Array.isArray(member));
  const [list] = lists;
  if (list !== undefined) return lists.length === 1 ? [list[0]] : null;
  const inner = members.flatMap(([name, member]) => {
    const path = asObject(member) === null ? null : listPathOf(member);
    return path === null ? [] : [[name, ...path]];
  });
  const [only] = inner;
  return only !== undefined && inner.length === 1 && isListOfRecords(only, json) ? only : null;
}

/** Lists of texts are settings of a record. */
function isListOfRecords(path: readonly string[], json: unknown): boolean {
  const list = path.reduce<unknown>((at, name) => asObject(at)?.[name], json);
  return Array.isArray(list) && list.every((item) => asObject(item) !== null);
}

/** The body itself, or the records that it lists. */
export function recordsIn(json: unknown): readonly JsonObject[] {
  const record = asObject(json);
  return itemsOf(json) ?? (record === null ? [] : [record]);
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
