// The request body: whether an operation has one, and whether it is required.
import type { Operation } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, insideBoth, loosens, opposites, type Rule, removalBreaksCode, tightens } from "../../rule.ts";

const [bodyAdded, bodyRemoved] = opposites<void>(
  adds("body-added", () => "requests may have a body"),
  breaks("body-removed", () => "requests no longer have a body", {
    means: {
      request: "Requests with one are rejected, or it is ignored.",
      response: "Code that reads it finds no value.",
    },
  }),
  removalBreaksCode,
);

const requiredBodyAdded: Kind<void> = {
  ...tightens("required-body-added", () => "requests have a required body, and had none", {
    uneven: "a removal breaks code that uses it, in either direction",
    means: {
      request: "Requests without one are rejected, and no existing client sends one.",
      response: "Reading it is optional.",
    },
  }),
  opposite: "body-removed",
};

const [bodyRequired, bodyOptional] = opposites<void>(
  tightens("body-required", () => "the body is required", {
    means: { request: "Requests without one are rejected.", response: "It is always present." },
  }),
  loosens("body-optional", () => "the body is optional", {
    means: { request: "Requests may omit it.", response: "Code that relies on it finds no value." },
  }),
);

export const bodyRule: Rule<Operation> = {
  kinds: [bodyAdded, requiredBodyAdded, bodyRemoved, bodyRequired, bodyOptional],
  compare: ({ at, requestBody: base }, { at: newAt, requestBody: revision }, report) => {
    if (base === null && revision !== null)
      report(revision.required ? requiredBodyAdded : bodyAdded, undefined, at, revision.at);
    else if (base !== null && revision === null) report(bodyRemoved, undefined, base.at, newAt);
    else if (base !== null && revision !== null && base.required !== revision.required)
      report(revision.required ? bodyRequired : bodyOptional, undefined, ...insideBoth(base, revision, "required"));
  },
};
