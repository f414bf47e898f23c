// The body of a request: whether there is one, and whether it has to be there.
import type { Operation } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";

export const bodyAdded: Kind<void> = {
  ...adds,
  id: "body-added",
  opposite: "body-removed",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: () => "requests may have a body",
};

export const requiredBodyAdded: Kind<void> = {
  ...tightens,
  id: "required-body-added",
  opposite: "body-removed",
  uneven: "something that is gone cannot be used any more, whoever sends it",
  message: () => "requests need a body, and had none",
  means: {
    request: "Requests without one are refused, and none has one yet.",
    response: "It may be read, and need not be.",
  },
};

export const bodyRemoved: Kind<void> = {
  ...breaks,
  id: "body-removed",
  opposite: "body-added",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: () => "requests have no body any more",
  means: { request: "Who sends one is refused, or not heard.", response: "Code that reads it finds nothing." },
};

export const bodyRequired: Kind<void> = {
  ...tightens,
  id: "body-required",
  opposite: "body-optional",
  message: () => "the body is required",
  means: { request: "Requests without one are refused.", response: "It is always there." },
};

export const bodyOptional: Kind<void> = {
  ...loosens,
  id: "body-optional",
  opposite: "body-required",
  message: () => "the body may be left out",
  means: { request: "Requests may do without.", response: "Code that relies on it finds nothing." },
};

export const bodyRule: Rule<Operation> = {
  kinds: [bodyAdded, requiredBodyAdded, bodyRemoved, bodyRequired, bodyOptional],
  compare: ({ at, requestBody: base }, { at: newAt, requestBody: revision }, tell) => {
    if (base === null && revision !== null)
      tell(revision.required ? requiredBodyAdded : bodyAdded, undefined, at, revision.at);
    else if (base !== null && revision === null) tell(bodyRemoved, undefined, base.at, newAt);
    else if (base !== null && revision !== null && base.required !== revision.required)
      tell(
        revision.required ? bodyRequired : bodyOptional,
        undefined,
        inside(base.at, "required"),
        inside(revision.at, "required"),
      );
  },
};
