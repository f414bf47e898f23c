// The statuses an operation answers with: which there are.
import type { Operation, Response, Status } from "../../../model/http.ts";
import { statusText } from "../../../model/status.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, type Rule, rewords } from "../../rule.ts";

const errorsReason =
  "clients have to expect any error at any time, and a class of errors they know covers those they do not";

export const statusAdded: Kind<string> = {
  ...loosens,
  id: "status-added",
  opposite: "status-removed",
  uneven: "a success that is gone is one that clients wait for",
  message: (status) => `the answer ${status} is new`,
  means: {
    request: "It may be answered, and need not be.",
    response: "Code that handles each answer there was meets one that it does not know.",
  },
};

export const statusRemoved: Kind<string> = {
  ...breaks,
  id: "status-removed",
  opposite: "status-added",
  uneven: "a success that is gone is one that clients wait for",
  message: (status) => `the answer ${status} is gone`,
  means: { request: "Who answers it is not understood.", response: "Code that waits for it never sees it again." },
};

export const errorStatusAdded: Kind<string> = {
  ...adds,
  id: "error-status-added",
  opposite: "error-status-removed",
  message: (status) => `the error ${status} is new`,
  uneven: errorsReason,
  means: {
    request: "It may be answered, and need not be.",
    response: "Code that treats unknown errors as errors goes on as before.",
  },
};

export const errorStatusRemoved: Kind<string> = {
  ...adds,
  id: "error-status-removed",
  request: "major",
  opposite: "error-status-added",
  uneven: errorsReason,
  message: (status) => `the error ${status} is gone`,
  means: { request: "Who answers it is not understood.", response: "It is never met again." },
};

export const statusNamed: Kind<string> = {
  ...rewords,
  id: "status-named",
  opposite: "status-unnamed",
  message: (status) => `the answer ${status} is described by itself, and was part of a wider one`,
};

export const statusUnnamed: Kind<string> = {
  ...rewords,
  id: "status-unnamed",
  opposite: "status-named",
  message: (status) => `the answer ${status} is part of a wider one, and was described by itself`,
};

export const statusesRule: Rule<Operation> = {
  kinds: [statusAdded, statusRemoved, errorStatusAdded, errorStatusRemoved, statusNamed, statusUnnamed],
  compare: (base, revision, tell) => {
    for (const { base: before, revision: after, at } of pairedResponses(base, revision)) {
      const [was, is] = [
        before === null ? "" : statusText(before.status),
        after === null ? "" : statusText(after.status),
      ];
      if (before === null && after !== null)
        tell(isError(after.status) ? errorStatusAdded : statusAdded, is, inside(base.at, "responses"), after.at);
      else if (before !== null && after === null)
        tell(
          isError(before.status) ? errorStatusRemoved : statusRemoved,
          was,
          before.at,
          inside(revision.at, "responses"),
        );
      else if (before !== null && after !== null && was !== is)
        tell(at === "base" ? statusUnnamed : statusNamed, at === "base" ? was : is, before.at, after.at);
    }
  },
};

export interface PairedResponse {
  readonly base: Response | null;
  readonly revision: Response | null;
  /** Whose status it is, where the other describes it as part of a wider one. */
  readonly at: "base" | "revision" | "both";
}

/** By status; one that the other does not name is what its class, or `default`, says there. */
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
  return (
    (status.kind === "code" ? range : undefined) ??
    responses.find((response) => response.status.kind === "default") ??
    null
  );
}

function isError(status: Status): boolean {
  return status.kind === "default" || (status.kind === "code" ? status.code >= 400 : status.first >= 4);
}
