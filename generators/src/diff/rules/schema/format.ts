// `format`: the syntax of a string or the range of a number, beyond its type.
import { breaks, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";
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

export const formatRule: Rule<View> = keywordRule<"format", string>({
  keyword: "format",
  kinds: [
    ...opposites(tightens("format-tightened", message), loosens("format-loosened", message)),
    mutual(breaks("format-changed", message)),
  ],
  schemasOf: ({ strings, numbers }) => [...strings, ...numbers],
  isWithin: (narrow, wide) => wider.some(([one, other]) => one === narrow && other === wide),
});
