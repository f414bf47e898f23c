// `format`: the syntax of a string or the range of a number, beyond its type.
import type { NumberSchema } from "../../../model/schema.ts";
import { breaks, inside, loosens, mutual, opposites, type Rule, rewords, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { valuesOf } from "./enum.ts";
import { keywordRule, type Moved } from "./keyword.ts";

const message = ({ from, to }: Moved<string>): string =>
  `its format is ${to ?? "not set"} instead of ${from ?? "not set"}`;

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

const excluding: Rule<View> = keywordRule<"format", string>({
  keyword: "format",
  kinds: [
    ...opposites(tightens("format-tightened", message), loosens("format-loosened", message)),
    mutual(breaks("format-changed", message)),
  ],
  schemasOf: ({ strings, numbers }) => [...strings, ...numbers],
  isWithin: (narrow, wide) => wider.some(([one, other]) => one === narrow && other === wide),
});

const formatNoted = mutual<Moved<string>>(
  rewords("format-noted", (moved) => `${message(moved)}; both accept the same numbers`),
);

export const formatRule: Rule<View> = {
  kinds: [...excluding.kinds, formatNoted],
  compare: (base, revision, report) => {
    const sides = [base, revision].map((view) => (view.strings.length > 0 ? null : idleFormatsOf(view)));
    const [was, is] = sides;
    if (was == null || is == null) excluding.compare(base, revision, report);
    else if (was.join() !== is.join()) {
      const [before, after] = [base, revision].map(({ numbers, at }) => inside(numbers[0]?.at ?? at, "format"));
      const moved = { from: was.join(" and ") || null, to: is.join(" and ") || null };
      if (before !== undefined && after !== undefined) report(formatNoted, moved, before, after);
    }
  },
};

/** The formats of a number, when none of them excludes a number that the other keywords allow; otherwise `null`. */
function idleFormatsOf(view: View): string[] | null {
  const formats = [...new Set(view.numbers.flatMap(({ format }) => format ?? []))].sort();
  return formats.every((format) => isIdle(format, view)) ? formats : null;
}

/** JavaScript has no larger numbers than a double, and no exact integers beyond `int64`. */
function isIdle(format: string, view: View): boolean {
  if (format === "float" || format === "double") return true;
  const range = ranges.get(format);
  const listed = valuesOf(view, "number");
  if (range === undefined) return false;
  const [least, most] = range;
  if (listed !== null)
    return listed.every(
      ({ value }) => typeof value === "number" && Number.isInteger(value) && value >= least && value <= most,
    );
  if (!view.numbers.some(({ integer }) => integer)) return false;
  const isBounded = (limit: (number: NumberSchema) => boolean): boolean =>
    format === "int64" || view.numbers.some(limit);
  return (
    isBounded(
      ({ minimum, exclusiveMinimum }) => Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity) >= least,
    ) &&
    isBounded(({ maximum, exclusiveMaximum }) => Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity) <= most)
  );
}

const ranges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["int8", [-128, 127]],
  ["uint8", [0, 255]],
  ["int16", [-(2 ** 15), 2 ** 15 - 1]],
  ["uint16", [0, 2 ** 16 - 1]],
  ["int32", [-(2 ** 31), 2 ** 31 - 1]],
  ["uint32", [0, 2 ** 32 - 1]],
  ["int64", [-(2 ** 63), 2 ** 63]],
]);
