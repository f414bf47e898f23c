// What an upgrade knows of a new version: each change that matters to callers, and where generated code shows it.
import type { Location } from "../../model/place.ts";
import type { MethodPlace } from "../../targets/client/method-places.ts";

export type PlannedKind =
  | "renamed-schema"
  | "renamed-operation"
  | "moved-operation"
  | "renamed-event"
  | "renamed-property"
  | "renamed-parameter"
  | "moved-parameter"
  | "renamed-value"
  | "removed-value"
  | "new-value"
  | "changed-type"
  | "became-required"
  | "new-required"
  | "split-schema"
  | "merged-schemas"
  | "removed-operation"
  | "removed-event"
  | "removed-property"
  | "removed-parameter"
  | "removed-schema";

/** One change of the description, as callers notice it. */
export interface PlannedChange {
  readonly kind: PlannedKind;
  readonly api: string;
  /** `Order.note is now Order.remark` */
  readonly message: string;
  /** What to do where it cannot be rewritten. */
  readonly hint: string;
  /** In the old description; `null` where it has nothing of the kind. */
  readonly base: Location | null;
  /** In the new description; `null` where it is gone. */
  readonly revision: Location | null;
  /** The operation that was removed. */
  readonly operation?: string;
}

/** A member of a generated type: the name of the declaration, and the keys of the members from there. */
export interface MemberPlace {
  readonly top: string;
  readonly path: readonly string[];
}

export type MemberEdit =
  | { readonly kind: "rename"; readonly to: string; readonly change: PlannedChange }
  /** From one part of a request to another: `["query", "note"]` is now `["body", "note"]`. */
  | { readonly kind: "move"; readonly to: readonly [part: string, name: string]; readonly change: PlannedChange }
  | { readonly kind: "gone"; readonly change: PlannedChange }
  /** Something else in each of several alternatives. */
  | { readonly kind: "unclear"; readonly change: PlannedChange };

/** A member that an object literal needs from now on. */
export interface RequiredMember {
  readonly name: string;
  /** The literal to write, where the description states what an absent member means; else `null`. */
  readonly value: string | null;
  /** Its type, for people. */
  readonly type: string;
  readonly change: PlannedChange;
}

export interface ValuesEdit {
  /** `OrderStatus`, for people. */
  readonly name: string;
  /** All values before. */
  readonly before: readonly string[];
  readonly renamed: ReadonlyMap<string, { readonly to: string; readonly change: PlannedChange }>;
  readonly removed: ReadonlyMap<string, PlannedChange>;
  readonly added: readonly { readonly value: string; readonly change: PlannedChange }[];
}

/** Where the client has a method. */
export interface MethodMove {
  readonly from: MethodPlace;
  /** `null`: the operation is gone. */
  readonly to: MethodPlace | null;
  readonly change: PlannedChange;
}

/** A guess that only people can confirm. */
export interface Question {
  readonly api: string;
  /** `Order.note` */
  readonly old: string;
  /** The name alone that it may have now. */
  readonly candidates: readonly string[];
  readonly message: string;
}

/** All that is planned for one API. Keys of `members` and the like: `memberKey`. */
export interface ApiPlan {
  readonly api: string;
  readonly changes: readonly PlannedChange[];
  readonly members: ReadonlyMap<string, MemberEdit>;
  readonly required: ReadonlyMap<string, readonly RequiredMember[]>;
  readonly values: ReadonlyMap<string, ValuesEdit>;
  /** The members, parameters and bodies whose type is another one. */
  readonly types: ReadonlyMap<string, PlannedChange>;
  /** Old names of entities, longest first, with the name they have now. */
  readonly names: readonly NameEdit[];
  readonly methods: readonly MethodMove[];
  /** Members of generated objects by operation or event, other than those of types of the description. */
  readonly keys: ReadonlyMap<string, { readonly to: string | null; readonly change: PlannedChange }>;
  /** The names of all events; `null` where none of them changed. */
  readonly events: ValuesEdit | null;
  /** The members of each object that has others now, as values of `keyof`. */
  readonly keySets: readonly ValuesEdit[];
  /** The generated types that come from schemas, requests, responses and messages. */
  readonly described: ReadonlySet<string>;
  readonly questions: readonly Question[];
}

/** What generated identifiers are made of: `Order` of `OrderSchema`, `listOrders` of `listOrdersSchemas`. */
export interface NameEdit {
  readonly from: string;
  /** `null`: gone. Several: the type was split. */
  readonly to: string | readonly string[] | null;
  readonly change: PlannedChange | null;
}

export function memberKey(top: string, path: readonly string[]): string {
  return JSON.stringify([top, ...path]);
}

/** In the text after the upgrade. */
export interface LeftPlace {
  /** Absolute. */
  readonly file: string;
  /** One-based, like the column. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
  /** What it is about; `null` where that is not known. */
  readonly change: PlannedChange | null;
}

export function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

/** Each once, by file and line. */
export function sortedPlaces(places: readonly LeftPlace[]): LeftPlace[] {
  const unique = new Map(
    places.map((place) => [`${place.file}:${place.line}:${place.column}:${place.message}`, place]),
  );
  return [...unique.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}
