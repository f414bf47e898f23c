// One parameter or header: whether it is required, and how it is serialized.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";

/** What parameters and headers have in common. */
export interface Field {
  readonly at: Location;
  readonly required: boolean;
  readonly style?: string;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly mediaType: string | null;
}

const fieldRequired: Kind<void> = {
  ...tightens,
  id: "field-required",
  opposite: "field-optional",
  message: () => "it is required",
  means: { request: "Requests without it are rejected.", response: "It is always present." },
};

const fieldOptional: Kind<void> = {
  ...loosens,
  id: "field-optional",
  opposite: "field-required",
  message: () => "it is no longer required",
  means: { request: "It can be omitted.", response: "Code that relies on it finds nothing." },
};

const fieldStyleChanged: Kind<{ keyword: string; from: string; to: string }> = {
  ...breaks,
  id: "field-style-changed",
  opposite: "field-style-changed",
  message: ({ keyword, from, to }) => `it is serialized differently: ${keyword} is ${to} instead of ${from}`,
};

export const fieldRequiredRule: Rule<Field> = {
  kinds: [fieldRequired, fieldOptional],
  compare: (base, revision, report) => {
    if (base.required === revision.required) return;
    const kind = revision.required ? fieldRequired : fieldOptional;
    report(kind, undefined, inside(base.at, "required"), inside(revision.at, "required"));
  },
};

export const fieldStyleRule: Rule<Field> = {
  kinds: [fieldStyleChanged],
  compare: (base, revision, report) => {
    for (const keyword of ["style", "explode", "allowReserved", "mediaType"] as const) {
      const [from, to] = [String(base[keyword] ?? "not set"), String(revision[keyword] ?? "not set")];
      const key = keyword === "mediaType" ? "content" : keyword;
      if (from !== to)
        report(fieldStyleChanged, { keyword: key, from, to }, inside(base.at, key), inside(revision.at, key));
    }
  },
};
