// `enum` and `const`: the values there are.
import { canonical } from "../../../model/equality.ts";
import { type JsonType, jsonTypeOf } from "../../../model/json-types.ts";
import type { Location } from "../../../model/place.ts";
import type { Json } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { breaks, inside, loosens, type Rule, type Tell, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { shown } from "./shown.ts";

export const enumValueAdded: Kind<Json> = {
  ...loosens,
  id: "enum-value-added",
  opposite: "enum-value-removed",
  message: (value) => `the value ${shown(value)} is new`,
  means: {
    request: "It may be sent, and need not be.",
    response: "Code that handles each value there was meets one that it does not know.",
  },
};

export const enumValueRemoved: Kind<Json> = {
  ...tightens,
  id: "enum-value-removed",
  opposite: "enum-value-added",
  message: (value) => `the value ${shown(value)} is gone`,
  means: { request: "Who sends it is refused.", response: "It is never met again." },
};

export const enumAdded: Kind<number> = {
  ...tightens,
  id: "enum-added",
  opposite: "enum-lifted",
  message: (count) => `only ${count === 1 ? "one value is" : `${count} values are`} left`,
};

export const enumLifted: Kind<number> = {
  ...loosens,
  id: "enum-lifted",
  opposite: "enum-added",
  message: (count) => `there are other values than ${count === 1 ? "the one" : `the ${count}`} there were`,
};

export const constChanged: Kind<{ from: Json; to: Json }> = {
  ...breaks,
  id: "const-changed",
  opposite: "const-changed",
  message: ({ from, to }) => `its one value is ${shown(to)} instead of ${shown(from)}`,
};

export const enumRule: Rule<View> = {
  kinds: [enumValueAdded, enumValueRemoved, enumAdded, enumLifted, constChanged],
  compare: (base, revision, tell) => {
    for (const type of revision.types) if (base.types.has(type)) compareType(base, revision, type, tell);
  },
};

interface Listed {
  readonly value: Json;
  readonly at: Location;
}

function compareType(base: View, revision: View, type: JsonType, tell: Tell): void {
  const [before, after] = [valuesOf(base, type), valuesOf(revision, type)];
  if (before !== null && after !== null) compareValues({ base, revision, before, after }, tell);
  else if (after !== null) tell(enumAdded, after.length, base.at, placeOf(after, revision));
  else if (before !== null) tell(enumLifted, before.length, placeOf(before, base), revision.at);
}

interface Lists {
  readonly base: View;
  readonly revision: View;
  readonly before: readonly Listed[];
  readonly after: readonly Listed[];
}

function compareValues({ base, revision, before, after }: Lists, tell: Tell): void {
  const { added, removed } = paired(before, after, ({ value }) => canonical(value));
  const [gone, come] = [removed[0], added[0]];
  if (before.length === 1 && after.length === 1 && gone !== undefined && come !== undefined) {
    tell(constChanged, { from: gone.value, to: come.value }, gone.at, come.at);
    return;
  }
  for (const { value, at } of added) tell(enumValueAdded, value, placeOf(before, base), at);
  for (const { value, at } of removed) tell(enumValueRemoved, value, at, placeOf(after, revision));
}

function placeOf([first]: readonly Listed[], { at }: View): Location {
  return first?.at.parent ?? at;
}

/** The values of a type, where they are listed; `null` where they are not. */
function valuesOf({ enums, at }: View, type: JsonType): readonly Listed[] | null {
  const lists = enums
    .filter((each) => each.type === type)
    .map(({ schema }) =>
      schema.values.map((value, index) => ({ value, at: inside(schema.at, "enum", String(index)) })),
    );
  const [first, ...more] = lists;
  if (first === undefined) return type === "null" || type === "boolean" ? allOf(type, at) : null;
  const others = more.map((list) => new Set(list.map(({ value }) => canonical(value))));
  return first.filter(
    ({ value }) => jsonTypeOf(value) === type && others.every((other) => other.has(canonical(value))),
  );
}

/** Some types have so few values that they are as good as listed. */
function allOf(type: "null" | "boolean", at: Location): Listed[] {
  return (type === "null" ? [null] : [true, false]).map((value) => ({ value, at: inside(at, "type") }));
}
