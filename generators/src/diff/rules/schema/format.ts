// `format`: the syntax of a string or the range of a number, beyond its type.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired, withLastPair } from "../../paired.ts";
import { breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

type Formats = { from: string | null; to: string | null };
const message = ({ from, to }: Formats): string => `its format is ${to ?? "not set"} instead of ${from ?? "not set"}`;

const formatTightened: Kind<Formats> = {
  ...tightens,
  id: "format-tightened",
  opposite: "format-loosened",
  message,
};

const formatLoosened: Kind<Formats> = {
  ...loosens,
  id: "format-loosened",
  opposite: "format-tightened",
  message,
};

const formatChanged: Kind<Formats> = {
  ...breaks,
  id: "format-changed",
  opposite: "format-changed",
  message,
};

/** Every value of the first format is also valid in the second. */
const wider: readonly (readonly [string, string])[] = [
  ["int32", "int64"],
  ["float", "double"],
  ["email", "idn-email"],
  ["hostname", "idn-hostname"],
  ["uri", "uri-reference"],
  ["uri", "iri"],
  ["uri", "iri-reference"],
  ["uri-reference", "iri-reference"],
  ["iri", "iri-reference"],
];

export const formatRule: Rule<View> = {
  kinds: [formatTightened, formatLoosened, formatChanged],
  compare: (base, revision, report) => {
    const found = withLastPair(paired(formatsOf(base), formatsOf(revision), ({ format }) => format));
    const at = { base: atOf(base), revision: atOf(revision) };
    for (const { base: from, revision: to } of found.both) {
      if (from.format === to.format) continue;
      const isIn = (a: string, b: string): boolean => wider.some(([narrow, wide]) => narrow === a && wide === b);
      const kind = isIn(to.format, from.format)
        ? formatTightened
        : isIn(from.format, to.format)
          ? formatLoosened
          : formatChanged;
      report(kind, { from: from.format, to: to.format }, from.at, to.at);
    }
    for (const { format, at: place } of found.added)
      report(formatTightened, { from: null, to: format }, at.base, place);
    for (const { format, at: place } of found.removed)
      report(formatLoosened, { from: format, to: null }, place, at.revision);
  },
};

function formatsOf({ strings, numbers }: View): { format: string; at: Location }[] {
  return [...strings, ...numbers].flatMap(({ format, at }) =>
    format === null ? [] : [{ format, at: inside(at, "format") }],
  );
}

function atOf({ strings, numbers, at }: View): Location {
  return (strings[0] ?? numbers[0])?.at ?? at;
}
