// The request body: whether an operation has one, and whether it is required.
import type { Operation } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";

const bodyAdded: Kind<void> = {
  ...adds,
  id: "body-added",
  opposite: "body-removed",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: () => "requests may have a body",
};

const requiredBodyAdded: Kind<void> = {
  ...tightens,
  id: "required-body-added",
  opposite: "body-removed",
  uneven: "a removal breaks code that uses it, in either direction",
  message: () => "requests have a required body, and had none",
  means: {
    request: "Requests without one are rejected, and none has one yet.",
    response: "Reading it is optional.",
  },
};

const bodyRemoved: Kind<void> = {
  ...breaks,
  id: "body-removed",
  opposite: "body-added",
  uneven: "an addition can be ignored, but a removal breaks code that uses it, in either direction",
  message: () => "requests no longer have a body",
  means: {
    request: "Requests with one are rejected, or it is ignored.",
    response: "Code that reads it finds nothing.",
  },
};

const bodyRequired: Kind<void> = {
  ...tightens,
  id: "body-required",
  opposite: "body-optional",
  message: () => "the body is required",
  means: { request: "Requests without one are rejected.", response: "It is always present." },
};

const bodyOptional: Kind<void> = {
  ...loosens,
  id: "body-optional",
  opposite: "body-required",
  message: () => "the body is optional",
  means: { request: "Requests may omit it.", response: "Code that relies on it finds nothing." },
};

export const bodyRule: Rule<Operation> = {
  kinds: [bodyAdded, requiredBodyAdded, bodyRemoved, bodyRequired, bodyOptional],
  compare: ({ at, requestBody: base }, { at: newAt, requestBody: revision }, report) => {
    if (base === null && revision !== null)
      report(revision.required ? requiredBodyAdded : bodyAdded, undefined, at, revision.at);
    else if (base !== null && revision === null) report(bodyRemoved, undefined, base.at, newAt);
    else if (base !== null && revision !== null && base.required !== revision.required)
      report(
        revision.required ? bodyRequired : bodyOptional,
        undefined,
        inside(base.at, "required"),
        inside(revision.at, "required"),
      );
  },
};
