// `default`: the meaning of an omitted value.

import type { Json } from "../../../model/schema.ts";
import { canonical } from "../../../model/values/equality.ts";
import { adds, breaks, mutual, opposites, type Rule, rewords } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import { shown } from "../schema/shown.ts";

const [defaultAdded, defaultRemoved] = opposites<Json>(
  adds("default-added", (value) => `it defaults to ${shown(value)}`, {
    means: { request: "It can be omitted.", response: "An omitted value has a meaning." },
  }),
  breaks("default-removed", (value) => `it no longer defaults to ${shown(value)}`, {
    response: "minor",
    means: {
      request: "Requests that omit it may change their meaning.",
      response: 'It is still optional to read. With `defaults: "apply"`, validation no longer adds it.',
    },
  }),
  "a newly documented default may always have applied, but clients rely on a removed one",
);

const defaultChanged = mutual<{ from: Json; to: Json }>(
  breaks("default-changed", ({ from, to }) => `it defaults to ${shown(to)} instead of ${shown(from)}`, {
    means: {
      request: "Requests that omit it change their meaning.",
      response: "Responses that omit it change their meaning.",
    },
  }),
);

/** `true` for a string is no value of it, so that only `"true"` can have been meant. */
const defaultRespelled = mutual<{ from: Json; to: Json }>(
  rewords("default-respelled", ({ from, to }) => `its default is written as ${shown(to)} instead of ${shown(from)}`),
);

export const defaultRule: Rule<Notes> = {
  kinds: [defaultAdded, defaultRemoved, defaultChanged, defaultRespelled],
  compare: (base, revision, report) => {
    const [was, is] = [base.default, revision.default];
    if (was === null && is !== null) report(defaultAdded, is.value, base.at, is.at);
    else if (was !== null && is === null) report(defaultRemoved, was.value, was.at, revision.at);
    else if (was !== null && is !== null && canonical(was.value) !== canonical(is.value))
      report(
        isRespelled(was.value, is.value) ? defaultRespelled : defaultChanged,
        { from: was.value, to: is.value },
        was.at,
        is.at,
      );
  },
};

/** A number, a boolean or null, and the text that spells it. */
function isRespelled(one: Json, other: Json): boolean {
  return (typeof one === "string") !== (typeof other === "string") && String(one) === String(other);
}
