// What a difference is: a kind of change, a fact of that kind at a location, the reported change with every use, and its fingerprint.

import { createHash } from "node:crypto";
import { memberOf } from "../model/fields.ts";
import { type Location, valueAt } from "../model/place.ts";

/** The version bumps, the largest first. */
export const bumps = ["major", "minor", "patch"] as const;
export type Bump = (typeof bumps)[number];

/** How the consumer of an API handles a value: sends it, receives it as a response, or receives it unrequested. */
const directions = ["request", "response", "event"] as const;
export type Direction = (typeof directions)[number];

/** `wire`: what is transferred. `code`: only names in generated code. `words`: what people read. */
export type Scope = "wire" | "code" | "words";

/** One kind of change, and the bump it needs in each direction. */
export interface Kind<Args> {
  /** `enum-value-added` */
  readonly id: string;
  readonly scope: Scope;
  readonly request: Bump;
  readonly response: Bump;
  /** Set where receiving something unrequested differs from receiving it in a response. */
  readonly event?: Bump;
  /** The kind that is found when the two descriptions are swapped; its own id when it is the same. */
  readonly opposite: string;
  /** Why swapping the descriptions does not swap the bumps of request and response. */
  readonly uneven?: string;
  /** What changed, as a clause about the subject. */
  readonly message: (args: Args) => string;
  /** What it means for the consumer. */
  readonly means: Readonly<Record<"request" | "response", string>> & { readonly event?: string };
}

/** A kind, without the type of its message's arguments. */
export type AnyKind = Kind<never>;

/** A change at one location, before it is known who sends and who receives it. */
export interface Fact {
  readonly kind: AnyKind;
  /** `Order.status`: its subject. */
  readonly subject: string;
  readonly message: string;
  readonly base: Location;
  readonly revision: Location;
}

/** An operation of HTTP, as changes in it are grouped and filtered. */
export interface OperationPlace {
  /** `orders`: its tag, or the first name in its path. */
  readonly resource: string;
  /** As in the description; of a webhook or callback its name. */
  readonly path: string;
  readonly tags: readonly string[];
  /** Those of the base, or of a new one its own. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Where the change takes effect: `GET /v1/orders, response 200`. */
export interface Use {
  readonly where: string;
  readonly direction: Direction;
  readonly bump: Bump;
  /** Of a response: `404`, `4XX` or `default`; `null` elsewhere. */
  readonly status: string | null;
  /** `null` for messages and for what belongs to the whole API. */
  readonly operation: OperationPlace | null;
}

export interface Change {
  /** The id of its kind. */
  readonly rule: string;
  readonly scope: Scope;
  /** The largest bump that one of its uses needs. */
  readonly bump: Bump;
  readonly subject: string;
  /** `Order.status: the value "on_hold" is new` */
  readonly message: string;
  /** What that means for a consumer where the bump is the largest. */
  readonly means: string;
  /** The location in the base; where the thing is new, its parent there. */
  readonly base: Location;
  readonly revision: Location;
  /** Those with the largest bump first. */
  readonly uses: readonly Use[];
  /** The parts of the API that the uses belong to: `orders`, by tag or path. Empty for messages and for what belongs to the whole API. */
  readonly resources: readonly string[];
}

export function isLarger(a: Bump, b: Bump): boolean {
  return bumps.indexOf(a) < bumps.indexOf(b);
}

/** The largest; `null` for an empty list. */
export function largestOf(all: Iterable<Bump>): Bump | null {
  let largest: Bump | null = null;
  for (const bump of all) if (largest === null || isLarger(bump, largest)) largest = bump;
  return largest;
}

/** The bump that a kind needs in a direction. */
export function bumpIn(kind: AnyKind, direction: Direction): Bump {
  return direction === "event" ? (kind.event ?? kind.response) : kind[direction];
}

/** What a kind means in a direction. */
export function meaningIn(kind: AnyKind, direction: Direction): string {
  return direction === "event" ? (kind.means.event ?? kind.means.response) : kind.means[direction];
}

// A change -> a text that is the same as long as the change is: wherever keys and elements move, and in whichever order they are.

/** 16 hexadecimal digits, of the rule, what changed and where, without files' folders, lines and positions in lists. */
export function fingerprintOf({ rule, message, subject, base, revision }: Change): string {
  // The subject of a shared change counts its uses, and its place says the same.
  const what = message.slice(subject.length);
  const parts = [rule, what, fileOf(revision), placeOf(base), placeOf(revision)];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** Folders differ between releases: `releases/1.2.0/openapi.yaml`. */
function fileOf({ document }: Location): string {
  return document.name.split("/").at(-1) ?? "";
}

function placeOf(location: Location): string {
  const keys: string[] = [];
  for (let at = location; at.parent !== null; at = at.parent) keys.unshift(keyOf(at));
  return keys.join("/");
}

/** An element of a list is known by its name or value, and by its position only where it has neither. */
function keyOf(at: Location): string {
  const list = at.parent === null ? undefined : valueAt(at.parent);
  if (!Array.isArray(list)) return at.key.replaceAll("~", "~0").replaceAll("/", "~1");
  const element = valueAt(at);
  if (typeof element !== "object" || element === null) return `[${JSON.stringify(element)}]`;
  const names = ["name", "in", "$ref", "url", "title", "const"].flatMap((field) => {
    const value = memberOf(element, field);
    return typeof value === "string" ? [`${field}=${value}`] : [];
  });
  return names.length === 0 ? `[${at.key}]` : `[${names.join(",")}]`;
}
