// `default`: what something means that is left out.
import { canonical } from "../../../model/equality.ts";
import type { Json } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, type Rule } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import { shown } from "../schema/shown.ts";

export const defaultAdded: Kind<Json> = {
  ...adds,
  id: "default-added",
  opposite: "default-removed",
  uneven: "a default that is told for the first time may always have been so; one that is gone has been relied on",
  message: (value) => `where it is left out, ${shown(value)} is meant`,
  means: { request: "It may be left out on purpose.", response: "What is left out has a meaning." },
};

export const defaultRemoved: Kind<Json> = {
  ...breaks,
  id: "default-removed",
  opposite: "default-added",
  uneven: "a default that is told for the first time may always have been so; one that is gone has been relied on",
  message: (value) => `where it is left out, ${shown(value)} is not meant any more`,
  means: {
    request: "Requests that leave it out may mean something else.",
    response: "Answers that leave it out may mean something else.",
  },
};

export const defaultChanged: Kind<{ from: Json; to: Json }> = {
  ...breaks,
  id: "default-changed",
  opposite: "default-changed",
  message: ({ from, to }) => `where it is left out, ${shown(to)} is meant instead of ${shown(from)}`,
  means: {
    request: "Requests that leave it out mean something else.",
    response: "Answers that leave it out mean something else.",
  },
};

export const defaultRule: Rule<Notes> = {
  kinds: [defaultAdded, defaultRemoved, defaultChanged],
  compare: (base, revision, tell) => {
    const [was, is] = [base.default, revision.default];
    if (was === null && is !== null) tell(defaultAdded, is.value, base.at, is.at);
    else if (was !== null && is === null) tell(defaultRemoved, was.value, was.at, revision.at);
    else if (was !== null && is !== null && canonical(was.value) !== canonical(is.value))
      tell(defaultChanged, { from: was.value, to: is.value }, was.at, is.at);
  },
};
