// The headers of a response.
import type { Header, Response } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { shown } from "../schema/shown.ts";

const headerAdded: Kind<string> = {
  ...adds,
  id: "header-added",
  opposite: "header-removed",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: (name) => `the header ${shown(name)} is new`,
};

const headerRemoved: Kind<string> = {
  ...breaks,
  id: "header-removed",
  opposite: "header-added",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: (name) => `the header ${shown(name)} is removed`,
  means: { request: "Requests with it are rejected, or it is ignored.", response: "Code that reads it finds nothing." },
};

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
