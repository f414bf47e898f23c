// A change -> its parts as every format shows them: locations that editors open, and a short list of uses.
import { type Coordinates, coordinatesOf, type Place, printable } from "../../diagnostics/index.ts";
import { displayOf, type Location, writtenAt } from "../../model/place.ts";
import { type Bump, bumps, type Change } from "../change.ts";
import type { AcceptedChange } from "../policy/policy.ts";

/** What is printed: the changes, and the prefix of each side's file names. */
export interface Shown {
  readonly changes: readonly Change[];
  /** Those that do not count, because they were accepted. Default: none. */
  readonly accepted?: readonly AcceptedChange[];
  /** `main:` for a file of a commit; empty for a file on disk. */
  readonly prefixes: { readonly base: string; readonly revision: string };
}

export interface ShownPlace extends Coordinates {
  /** `main:spec/openapi.yaml:7:3` */
  readonly label: string;
  /** The JSON pointer. */
  readonly pointer: string;
}

/** A member is located at its key. */
export function placeOf(location: Location): Place {
  return { kind: "key", location };
}

export function shownPlace(location: Location, prefix: string): ShownPlace {
  const { file, line, column } = coordinatesOf(placeOf(location));
  const name = `${prefix}${printable(file ?? "")}`;
  const pointer = displayOf(location).slice(writtenAt(location).document.name.length + 1);
  return { file: name, line, column, label: [name, line, column].join(":"), pointer: pointer === "/" ? "" : pointer };
}

const mostUses = 4;

/** `GET /v1/orders, response 200; event order.created; and 3 more`: those with the largest bump. */
export function usesInShort({ uses, bump }: Change): string {
  const all = uses.filter((use) => use.bump === bump).map(({ where }) => where);
  const more = uses.length - Math.min(all.length, mostUses);
  return [...all.slice(0, mostUses), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** `x: it is gone (until 2027-01-31: no one calls it)`. */
export function acceptedWords({ change, acceptance: { reason, until } }: AcceptedChange): string {
  return `${change.message} (${until === null ? "" : `until ${until}: `}${reason})`;
}

/** `2 changes: 1 major, 1 patch. The next version is a major one.` */
export function summaryOf(changes: readonly Change[]): string {
  const [largest] = bumps.filter((bump) => changes.some((change) => change.bump === bump));
  if (largest === undefined) return "no changes";
  const total = `${changes.length} change${changes.length === 1 ? "" : "s"}`;
  return `${total}: ${countsOf(changes)}. The next version is a ${largest} one.`;
}

/** `2 major, 5 minor`. */
export function countsOf(changes: readonly Change[]): string {
  const counts = bumps.map((bump) => ({ bump, count: countOf(changes, bump) })).filter(({ count }) => count > 0);
  return counts.map(({ bump, count }) => `${count} ${bump}`).join(", ");
}

export function countOf(changes: readonly Change[], bump: Bump): number {
  return changes.filter((change) => change.bump === bump).length;
}
