// `format`: the syntax of a string or the range of a number, beyond its type.
import type { NumberSchema } from "../../../model/schema.ts";
import { breaks, inside, loosens, mutual, opposites, type Rule, rewords, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
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
    const sides = [base, revision].map(({ numbers, strings }) => (strings.length > 0 ? null : idleFormatsOf(numbers)));
    const [was, is] = sides;
    if (was == null || is == null) excluding.compare(base, revision, report);
    else if (was.join() !== is.join()) {
      const [before, after] = [base, revision].map(({ numbers, at }) => inside(numbers[0]?.at ?? at, "format"));
      const moved = { from: was.join(" and ") || null, to: is.join(" and ") || null };
      if (before !== undefined && after !== undefined) report(formatNoted, moved, before, after);
    }
  },
};

/** The formats of a number, when none of them excludes a number that JavaScript has; otherwise `null`. */
function idleFormatsOf(numbers: readonly NumberSchema[]): string[] | null {
  const isWhole = numbers.some(({ integer }) => integer);
  const formats = [...new Set(numbers.flatMap(({ format }) => format ?? []))].sort();
  const isIdle = (format: string): boolean =>
    format === "float" || format === "double" || (format === "int64" && isWhole);
  return formats.every(isIdle) ? formats : null;
}
