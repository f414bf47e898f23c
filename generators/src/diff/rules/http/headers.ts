// The headers of a response.
import type { Header, Response } from "../../../model/http.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, opposites, type Rule, removalBreaksCode } from "../../rule.ts";
import { shown } from "../schema/shown.ts";

const [headerAdded, headerRemoved] = opposites<string>(
  adds("header-added", (name) => `the header ${shown(name)} is new`),
  breaks("header-removed", (name) => `the header ${shown(name)} is removed`, {
    means: {
      request: "Requests with it are rejected, or it is ignored.",
      response: "Code that reads it finds no value.",
    },
  }),
  removalBreaksCode,
);

export const headersRule: Rule<Response> = {
  kinds: [headerAdded, headerRemoved],
  compare: (base, revision, report) => {
    const { added, removed } = pairedHeaders(base, revision);
    for (const { name, at } of added) report(headerAdded, name, inside(base.at, "headers"), at);
    for (const { name, at } of removed) report(headerRemoved, name, at, inside(revision.at, "headers"));
  },
};

export function pairedHeaders(base: Response, revision: Response): Paired<Header> {
  return paired(base.headers, revision.headers, ({ name }) => name.toLowerCase());
}
