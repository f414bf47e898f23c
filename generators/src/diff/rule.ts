// How a rule is written: the kinds of change it can find, and the comparison that finds them.
import type { Location } from "../model/place.ts";
import type { AnyKind, Fact, Kind } from "./change.ts";

/** Reports a change of a kind at a location in both descriptions. */
export type Report = <Args>(kind: Kind<Args>, args: Args, base: Location, revision: Location) => void;

/** Facts about one subject, as rules report them. */
export function reportInto(facts: Fact[], subject: string): Report {
  return (kind, args, base, revision) => {
    facts.push({ kind, subject, message: kind.message(args), base, revision });
  };
}

/** A rule compares one aspect of two things that match. */
export interface Rule<Thing> {
  readonly kinds: readonly AnyKind[];
  readonly compare: (base: Thing, revision: Thing, report: Report) => void;
}

/** A kind as a rule writes it, without its opposite. */
type Written<Args> = Omit<Kind<Args>, "opposite">;

/** What was, and what is now. */
export interface FromTo<Value = string> {
  readonly from: Value;
  readonly to: Value;
}

/** Two kinds, each found as the other when the descriptions are swapped. */
export type Opposites<Args, Other = Args> = readonly [Kind<Args>, Kind<Other>];

/** `uneven`: why swapping the descriptions does not swap the bumps, where one reason is that of both. */
export function opposites<Args, Other = Args>(
  one: Written<Args>,
  other: Written<Other>,
  uneven?: string,
): Opposites<Args, Other> {
  const reason = uneven === undefined ? {} : { uneven };
  return [
    { ...one, ...reason, opposite: other.id },
    { ...other, ...reason, opposite: one.id },
  ];
}

/** A kind that is found again when the descriptions are swapped. */
export function mutual<Args>(kind: Written<Args>): Kind<Args> {
  return { ...kind, opposite: kind.id };
}

/** Why an addition to what is sent is not the mirror image of a removal. */
export const removalBreaksCode =
  "an addition can be ignored, but a removal breaks code that uses it, in either direction";

/** The same for what can be called or listened to. */
export const removalBreaksUsers = "using an addition is optional, but a removal breaks its users";

export function kindsOf(rules: readonly Pick<Rule<never>, "kinds">[]): AnyKind[] {
  return rules.flatMap(({ kinds }) => kinds);
}

/** Applies the rules in order. */
export function applyRules<Thing>(rules: readonly Rule<Thing>[], base: Thing, revision: Thing, report: Report): void {
  for (const rule of rules) rule.compare(base, revision, report);
}

/** A rule about something that holds or not: the first kind where it does now, the second where it no longer does. */
export function flagRule<Thing>(
  kinds: Opposites<void>,
  holds: (thing: Thing) => boolean,
  placeOf: (thing: Thing) => Location,
): Rule<Thing> {
  const [begins, ends] = kinds;
  return {
    kinds,
    compare: (base, revision, report) => {
      const is = holds(revision);
      if (holds(base) !== is) report(is ? begins : ends, undefined, placeOf(base), placeOf(revision));
    },
  };
}

type Effect = Pick<AnyKind, "scope" | "request" | "response">;

/** What differs from the effect; `means` is one text where it is the same in every direction. */
type Own = Partial<Effect> & Pick<AnyKind, "event" | "uneven"> & { readonly means?: AnyKind["means"] | string };

/** A kind with the effect that the name says; */
type Writer = <Args>(id: string, message: (args: Args) => string, overrides?: Own) => Written<Args>;

function writer({ means: usual, ...effect }: Effect & { readonly means: AnyKind["means"] | string }): Writer {
  return (id, message, { means = usual, ...own } = {}) => {
    const each = typeof means === "string" ? { request: means, response: means } : means;
    return { ...effect, id, message, ...own, means: each };
  };
}

/** Fewer values than before. */
export const tightens: Writer = writer({
  scope: "wire",
  request: "major",
  response: "minor",
  means: {
    request: "Requests that were accepted so far can be rejected.",
    response: "No new values arrive.",
  },
});

/** More values than before. */
export const loosens: Writer = writer({
  scope: "wire",
  request: "minor",
  response: "major",
  means: {
    request: "Everything that was accepted is still accepted.",
    response: "Values arrive that the base does not describe.",
  },
});

/** Other values than before, or none. */
export const breaks: Writer = writer({
  scope: "wire",
  request: "major",
  response: "major",
  means: {
    request: "Requests written for the base can be rejected, or change their meaning.",
    response: "Values arrive that differ from what the base describes.",
  },
});

/** An addition that consumers can ignore. */
export const adds: Writer = writer({
  scope: "wire",
  request: "minor",
  response: "minor",
  means: { request: "Using it is optional.", response: "Reading it is optional." },
});

/** Another name in generated code, the same on the wire. */
export const renames: Writer = writer({
  scope: "code",
  request: "major",
  response: "major",
  means: "Nothing changes on the wire; code that uses the generated name no longer compiles.",
});

/** Another text for people. */
export const rewords: Writer = writer({
  scope: "words",
  request: "patch",
  response: "patch",
  means: "Programs do not notice it.",
});

/** A keyword or other member of the value at a location. */
export function inside(at: Location, ...keys: readonly string[]): Location {
  return keys.reduce<Location>((parent, key) => ({ document: parent.document, parent, key }), at);
}

/** The same keyword of two things, as the places of a report. */
export function insideBoth(
  base: { readonly at: Location },
  revision: { readonly at: Location },
  key: string,
): readonly [Location, Location] {
  return [inside(base.at, key), inside(revision.at, key)];
}
