// One parameter or header: whether it is required, and how it is serialized.
import type { Location } from "../../../model/place.ts";
import { breaks, flagRule, inside, insideBoth, loosens, mutual, opposites, type Rule, tightens } from "../../rule.ts";

/** What parameters and headers have in common. */
export interface Field {
  readonly at: Location;
  readonly required: boolean;
  readonly style?: string;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly mediaType: string | null;
}

export const fieldRequiredRule: Rule<Field> = flagRule(
  opposites<void>(
    tightens("field-required", () => "it is required", {
      means: { request: "Requests without it are rejected.", response: "It is always present." },
    }),
    loosens("field-optional", () => "it is no longer required", {
      means: { request: "It can be omitted.", response: "Code that relies on it finds no value." },
    }),
  ),
  ({ required }) => required,
  ({ at }) => inside(at, "required"),
);

const fieldStyleChanged = mutual<{ keyword: string; from: string; to: string }>(
  breaks(
    "field-style-changed",
    ({ keyword, from, to }) => `it is serialized differently: ${keyword} is ${to} instead of ${from}`,
  ),
);

export const fieldStyleRule: Rule<Field> = {
  kinds: [fieldStyleChanged],
  compare: (base, revision, report) => {
    for (const keyword of ["style", "explode", "allowReserved", "mediaType"] as const) {
      const [from, to] = [String(base[keyword] ?? "not set"), String(revision[keyword] ?? "not set")];
      const key = keyword === "mediaType" ? "content" : keyword;
      if (from !== to) report(fieldStyleChanged, { keyword: key, from, to }, ...insideBoth(base, revision, key));
    }
  },
};
