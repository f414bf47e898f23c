// What a difference is: a kind of change, a fact of that kind at a place, and the change that is reported with everything it touches.
import type { Location } from "../model/place.ts";

/** What a version has to be raised by, the largest first. */
export const bumps = ["major", "minor", "patch"] as const;
export type Bump = (typeof bumps)[number];

/** What the consumer of an API does with a value: sends it, receives it as an answer, or receives it unasked. */
export const directions = ["request", "response", "event"] as const;
export type Direction = (typeof directions)[number];

/** `wire`: what travels. `code`: only what generated code is called. `words`: what people read. */
export type Scope = "wire" | "code" | "words";

/** One kind of change, and what it asks for in each direction. */
export interface Kind<Args> {
  /** `enum-value-added` */
  readonly id: string;
  readonly scope: Scope;
  readonly request: Bump;
  readonly response: Bump;
  /** Where something received unasked is another matter than an answer. */
  readonly event?: Bump;
  /** The kind that is found when both descriptions change places; its own id when it is the same. */
  readonly opposite: string;
  /** Why a request is not judged as an answer is when the descriptions change places. */
  readonly uneven?: string;
  /** What changed, as a clause about the subject. */
  readonly message: (args: Args) => string;
  /** What it means to the consumer. */
  readonly means: Readonly<Record<"request" | "response", string>> & { readonly event?: string };
}

/** A kind whatever the words of its message are made from. */
export type AnyKind = Kind<never>;

/** A change of one place, before it is known who sends and who receives it. */
export interface Fact {
  readonly kind: AnyKind;
  /** `Order.status`: what it is about. */
  readonly subject: string;
  readonly message: string;
  readonly base: Location;
  readonly revision: Location;
}

/** Where a change is met: `GET /v1/orders, answer 200`. */
export interface Use {
  readonly where: string;
  readonly direction: Direction;
  readonly bump: Bump;
}

export interface Change {
  /** The id of its kind. */
  readonly rule: string;
  readonly scope: Scope;
  /** The largest that one of its uses asks for. */
  readonly bump: Bump;
  readonly subject: string;
  /** `Order.status: the value "on_hold" is new` */
  readonly message: string;
  /** What that means to a consumer where the bump is the largest. */
  readonly means: string;
  /** The place in the base; where the thing is new, what it is new in. */
  readonly base: Location;
  readonly revision: Location;
  /** Those that ask for most first. */
  readonly uses: readonly Use[];
}

export function isLarger(a: Bump, b: Bump): boolean {
  return bumps.indexOf(a) < bumps.indexOf(b);
}

/** The largest; `null` of none. */
export function largestOf(all: Iterable<Bump>): Bump | null {
  let largest: Bump | null = null;
  for (const bump of all) if (largest === null || isLarger(bump, largest)) largest = bump;
  return largest;
}

/** What a kind asks for in a direction. */
export function bumpIn(kind: AnyKind, direction: Direction): Bump {
  return direction === "event" ? (kind.event ?? kind.response) : kind[direction];
}

/** What a kind means in a direction. */
export function meaningIn(kind: AnyKind, direction: Direction): string {
  return direction === "event" ? (kind.means.event ?? kind.means.response) : kind.means[direction];
}
