// The servers of an API.
import type { Server } from "../../../model/http.ts";
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { adds, breaks, inside, mutual, opposites, type Report, type Rule, removalBreaksUsers } from "../../rule.ts";
import { canonicalOf, compareText, compareWritten, compareWrittenExtensions } from "../annotations.ts";

const [serverAdded, serverRemoved] = opposites<string>(
  adds("server-added", (url) => `the server ${url} is new`),
  breaks("server-removed", (url) => `the server ${url} is removed`, {
    means: { request: "Calls to it fail.", response: "Nothing arrives from it." },
  }),
  removalBreaksUsers,
);

export const variablesChanged: Kind<string> = mutual<string>(
  breaks("server-variable-changed", (url) => `the variables of the server ${url} have other values`, {
    means: { request: "Calls may reach another server, or none.", response: "Values may arrive from another server." },
  }),
);

export interface Served {
  readonly at: Location;
  readonly servers: readonly Server[];
}

export const serversRule: Rule<Served> = {
  kinds: [serverAdded, serverRemoved, variablesChanged],
  compare: (base, revision, report) => {
    const { both, added, removed } = paired(base.servers, revision.servers, ({ url }) => url);
    for (const { url, at } of added) report(serverAdded, url, inside(base.at, "servers"), at);
    for (const { url, at } of removed) report(serverRemoved, url, at, inside(revision.at, "servers"));
    for (const { base: before, revision: after } of both)
      if (variablesOf(before) !== variablesOf(after)) report(variablesChanged, after.url, before.at, after.at);
    for (const { base: before, revision: after } of both) {
      compareText(before, after, report);
      compareWritten(before, after, ["name"], report);
      compareWrittenExtensions(before, after, report);
      compareVariableTexts(before, after, report);
    }
  },
};

export function variablesOf({ variables }: Pick<Server, "variables">): string {
  return canonicalOf(variables.map(({ description: _, ...variable }) => variable));
}

type Varied = Pick<Server, "variables" | "at">;

/** What a server's variables mean, and their examples. */
export function compareVariableTexts(base: Varied, revision: Varied, report: Report): void {
  const { both } = paired(base.variables, revision.variables, ({ name }) => name);
  for (const { base: before, revision: after } of both) {
    const was = { description: before.description, at: inside(base.at, "variables", before.name) };
    const is = { description: after.description, at: inside(revision.at, "variables", after.name) };
    compareText(was, is, report);
    compareWritten(was, is, ["examples"], report);
    compareWrittenExtensions(was, is, report);
  }
}
