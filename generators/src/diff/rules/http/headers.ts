// The headers of an answer: which there are.
import type { Header, Response } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { shown } from "../schema/shown.ts";

export const headerAdded: Kind<string> = {
  ...adds,
  id: "header-added",
  opposite: "header-removed",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the header ${shown(name)} is new`,
};

export const headerRemoved: Kind<string> = {
  ...breaks,
  id: "header-removed",
  opposite: "header-added",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (name) => `the header ${shown(name)} is gone`,
  means: { request: "Who sends it is refused, or not heard.", response: "Code that reads it finds nothing." },
};

export const headersRule: Rule<Response> = {
  kinds: [headerAdded, headerRemoved],
  compare: (base, revision, tell) => {
    const { added, removed } = pairedHeaders(base, revision);
    for (const { name, at } of added) tell(headerAdded, name, inside(base.at, "headers"), at);
    for (const { name, at } of removed) tell(headerRemoved, name, at, inside(revision.at, "headers"));
  },
};

export function pairedHeaders(base: Response, revision: Response): Paired<Header> {
  return paired(base.headers, revision.headers, ({ name }) => name.toLowerCase());
}
