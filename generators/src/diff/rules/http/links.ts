// The links of a response to other operations.
import type { Response } from "../../../model/http.ts";
import { paired } from "../../paired.ts";
import { adds, breaks, inside, mutual, opposites, type Rule, removalBreaksCode } from "../../rule.ts";
import { canonicalOf } from "../annotations/same-text.ts";
import { shown } from "../schema/shown.ts";

const [linkAdded, linkRemoved] = opposites<string>(
  adds("link-added", (name) => `the link ${shown(name)} is new`),
  breaks("link-removed", (name) => `the link ${shown(name)} is removed`),
  removalBreaksCode,
);

const linkChanged = mutual<string>(breaks("link-changed", (name) => `the link ${shown(name)} has another target`));

export const linksRule: Rule<Response> = {
  kinds: [linkAdded, linkRemoved, linkChanged],
  compare: (base, revision, report) => {
    const { both, added, removed } = paired(base.links, revision.links, ({ name }) => name);
    for (const { name, at } of added) report(linkAdded, name, inside(base.at, "links"), at);
    for (const { name, at } of removed) report(linkRemoved, name, at, inside(revision.at, "links"));
    for (const { base: before, revision: after } of both) {
      const [was, is] = [before, after].map(({ at: _at, description: _words, ...link }) => canonicalOf(link));
      if (was !== is) report(linkChanged, after.name, before.at, after.at);
    }
  },
};
