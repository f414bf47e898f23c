// How a rule is written: the kinds of change it can find, and the comparison that finds them.
import type { Location } from "../model/place.ts";
import type { AnyKind, Bump, Kind } from "./change.ts";

/** Reports a change of a kind at a place of both descriptions. */
export type Tell = <Args>(kind: Kind<Args>, args: Args, base: Location, revision: Location) => void;

/** A rule looks at one aspect of two things that are one and the same in both descriptions. */
export interface Rule<Thing> {
  readonly kinds: readonly AnyKind[];
  readonly compare: (base: Thing, revision: Thing, tell: Tell) => void;
}

interface Effect {
  readonly scope: "wire" | "code" | "words";
  readonly request: Bump;
  readonly response: Bump;
  readonly means: { readonly request: string; readonly response: string; readonly event?: string };
}

/** Fewer values than before. */
export const tightens: Effect = {
  scope: "wire",
  request: "major",
  response: "minor",
  means: {
    request: "Requests that were accepted so far can be refused.",
    response: "Nothing arrives that could not arrive before.",
  },
};

/** More values than before. */
export const loosens: Effect = {
  scope: "wire",
  request: "minor",
  response: "major",
  means: {
    request: "Everything that was accepted still is.",
    response: "Values arrive that a consumer of the base has never been told of.",
  },
};

/** Other values than before, or nothing at all. */
export const breaks: Effect = {
  scope: "wire",
  request: "major",
  response: "major",
  means: {
    request: "Requests made for the base can be refused, or mean something else.",
    response: "What arrives is not what a consumer of the base was told of.",
  },
};

/** Something more, that nobody has to look at. */
export const adds: Effect = {
  scope: "wire",
  request: "minor",
  response: "minor",
  means: { request: "It may be used, and need not be.", response: "It may be read, and need not be." },
};

/** Another name in generated code, and the same on the wire. */
export const renames: Effect = {
  scope: "code",
  request: "major",
  response: "major",
  means: {
    request: "Nothing changes on the wire; code that uses the generated name does not compile any more.",
    response: "Nothing changes on the wire; code that uses the generated name does not compile any more.",
  },
};

/** Another text for people. */
export const rewords: Effect = {
  scope: "words",
  request: "patch",
  response: "patch",
  means: { request: "Nothing that a program notices.", response: "Nothing that a program notices." },
};

/** A keyword, or another member, of what stands at a place. */
export function inside(at: Location, ...keys: readonly string[]): Location {
  return keys.reduce<Location>((parent, key) => ({ document: parent.document, parent, key }), at);
}
