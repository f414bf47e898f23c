// The responses of an operation: their statuses, headers and links.
import { type Header, type Operation, type Response, type Status, statusText } from "../../../model/http.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, loosens, mutual, opposites, type Rule, removalBreaksCode, rewords } from "../../rule.ts";
import { canonicalOf } from "../annotations.ts";
import { formatValue } from "../schema/shown.ts";

const errorsReason =
  "clients must expect any error at any time, and treat an unknown error status like its class (4XX or 5XX)";

const [statusAdded, statusRemoved] = opposites<string>(
  loosens("status-added", (status) => `the response ${status} is new`, {
    means: {
      request: "Sending it is optional.",
      response: "Code that handles every response of the base receives an unknown one.",
    },
  }),
  breaks("status-removed", (status) => `the response ${status} is removed`, {
    means: {
      request: "Programs that send it are no longer understood.",
      response: "Code that waits for it never receives it.",
    },
  }),
  "clients that rely on a success status break when it is removed",
);

const [errorStatusAdded, errorStatusRemoved] = opposites<string>(
  adds("error-status-added", (status) => `the error ${status} is new`, {
    means: {
      request: "Sending it is optional.",
      response: "Code that treats unknown errors as errors is not affected.",
    },
  }),
  adds("error-status-removed", (status) => `the error ${status} is removed`, {
    request: "major",
    means: { request: "Programs that send it are no longer understood.", response: "It no longer arrives." },
  }),
  errorsReason,
);

const [statusNamed, statusUnnamed] = opposites<string>(
  rewords(
    "status-named",
    (status) => `the response ${status} is described on its own, and was part of a range or the default`,
  ),
  rewords(
    "status-unnamed",
    (status) => `the response ${status} is part of a range or the default, and was described on its own`,
  ),
);

export const statusesRule: Rule<Operation> = {
  kinds: [statusAdded, statusRemoved, errorStatusAdded, errorStatusRemoved, statusNamed, statusUnnamed],
  compare: (base, revision, report) => {
    for (const { base: before, revision: after, at } of pairedResponses(base, revision)) {
      const [was, is] = [
        before === null ? "" : statusText(before.status),
        after === null ? "" : statusText(after.status),
      ];
      if (before === null && after !== null)
        report(isError(after.status) ? errorStatusAdded : statusAdded, is, inside(base.at, "responses"), after.at);
      else if (before !== null && after === null)
        report(
          isError(before.status) ? errorStatusRemoved : statusRemoved,
          was,
          before.at,
          inside(revision.at, "responses"),
        );
      else if (before !== null && after !== null && was !== is)
        report(at === "base" ? statusUnnamed : statusNamed, at === "base" ? was : is, before.at, after.at);
    }
  },
};

export interface PairedResponse {
  readonly base: Response | null;
  readonly revision: Response | null;
  /** The side that names the status, where the other covers it by a range or `default`. */
  readonly at: "base" | "revision" | "both";
}

/** By status; one that a side does not name is compared with its range there, or with the `default` of errors. */
export function pairedResponses(base: Operation, revision: Operation): PairedResponse[] {
  const pairs: PairedResponse[] = [];
  for (const after of revision.responses) {
    const before = named(base, after);
    pairs.push({ base: before ?? covering(base, after), revision: after, at: before === null ? "revision" : "both" });
  }
  for (const before of base.responses)
    if (named(revision, before) === null)
      pairs.push({ base: before, revision: covering(revision, before), at: "base" });
  return pairs;
}

function named({ responses }: Operation, { status }: Response): Response | null {
  return responses.find((response) => statusText(response.status) === statusText(status)) ?? null;
}

function covering({ responses }: Operation, { status }: Response): Response | null {
  if (status.kind === "default") return null;
  const first = status.kind === "range" ? status.first : Math.floor(status.code / 100);
  const range = responses.find((response) => response.status.kind === "range" && response.status.first === first);
  const rangeResponse = status.kind === "code" ? range : undefined;
  const rest = responses.find((response) => response.status.kind === "default");
  // Beside a success of its own, `default` is what is not a success.
  const isRest = first >= 4 || !responses.some((response) => response !== rest && !isError(response.status));
  return rangeResponse ?? (isRest ? rest : undefined) ?? null;
}

function isError(status: Status): boolean {
  return status.kind === "default" || (status.kind === "code" ? status.code >= 400 : status.first >= 4);
}

const [headerAdded, headerRemoved] = opposites<string>(
  adds("header-added", (name) => `the header ${formatValue(name)} is new`),
  breaks("header-removed", (name) => `the header ${formatValue(name)} is removed`, {
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

const [linkAdded, linkRemoved] = opposites<string>(
  adds("link-added", (name) => `the link ${formatValue(name)} is new`),
  breaks("link-removed", (name) => `the link ${formatValue(name)} is removed`),
  removalBreaksCode,
);

const linkChanged = mutual<string>(
  breaks("link-changed", (name) => `the link ${formatValue(name)} has another target`),
);

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
