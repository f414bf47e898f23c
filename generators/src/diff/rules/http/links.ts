// The links of an answer: what leads to which operation.
import type { Response } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { shown } from "../schema/shown.ts";
import { canonicalOf } from "../words/same-text.ts";

export const linkAdded: Kind<string> = {
  ...adds,
  id: "link-added",
  opposite: "link-removed",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the link ${shown(name)} is new`,
};

export const linkRemoved: Kind<string> = {
  ...breaks,
  id: "link-removed",
  opposite: "link-added",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the link ${shown(name)} is gone`,
};

export const linkChanged: Kind<string> = {
  ...breaks,
  id: "link-changed",
  opposite: "link-changed",
  message: (name) => `the link ${shown(name)} leads elsewhere`,
};

export const linksRule: Rule<Response> = {
  kinds: [linkAdded, linkRemoved, linkChanged],
  compare: (base, revision, tell) => {
    const { both, added, removed } = paired(base.links, revision.links, ({ name }) => name);
    for (const { name, at } of added) tell(linkAdded, name, inside(base.at, "links"), at);
    for (const { name, at } of removed) tell(linkRemoved, name, at, inside(revision.at, "links"));
    for (const { base: before, revision: after } of both) {
      const [was, is] = [before, after].map(({ at: _at, description: _words, ...link }) => canonicalOf(link));
      if (was !== is) tell(linkChanged, after.name, before.at, after.at);
    }
  },
};
