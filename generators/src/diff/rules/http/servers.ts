// Where an API is reached.
import type { Server } from "../../../model/http.ts";
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { canonicalOf } from "../words/same-text.ts";

export const serverAdded: Kind<string> = {
  ...adds,
  id: "server-added",
  opposite: "server-removed",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: (url) => `the server ${url} is new`,
};

export const serverRemoved: Kind<string> = {
  ...breaks,
  id: "server-removed",
  opposite: "server-added",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: (url) => `the server ${url} is gone`,
  means: { request: "Calls to it fail.", response: "Nothing comes from it." },
};

export const serverVariableChanged: Kind<string> = {
  ...breaks,
  id: "server-variable-changed",
  opposite: "server-variable-changed",
  message: (url) => `the variables of the server ${url} have other values`,
  means: { request: "Calls may go elsewhere, or nowhere.", response: "What comes may come from elsewhere." },
};

export interface Served {
  readonly at: Location;
  readonly servers: readonly Server[];
}

export const serversRule: Rule<Served> = {
  kinds: [serverAdded, serverRemoved, serverVariableChanged],
  compare: (base, revision, tell) => {
    const { both, added, removed } = paired(base.servers, revision.servers, ({ url }) => url);
    for (const { url, at } of added) tell(serverAdded, url, inside(base.at, "servers"), at);
    for (const { url, at } of removed) tell(serverRemoved, url, at, inside(revision.at, "servers"));
    for (const { base: before, revision: after } of both)
      if (variablesOf(before) !== variablesOf(after)) tell(serverVariableChanged, after.url, before.at, after.at);
  },
};

function variablesOf({ variables }: Server): string {
  return canonicalOf(variables.map(({ description: _, ...variable }) => variable));
}
