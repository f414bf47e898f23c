// Whether anything at all is said of a value: everything accepted, nothing accepted.
import type { Kind } from "../../change.ts";
import { loosens, type Rule, tightens } from "../../rule.ts";
import { acceptsAll, type View } from "../../schema/view.ts";

export const valueNarrowed: Kind<void> = {
  ...tightens,
  id: "value-narrowed",
  opposite: "value-freed",
  message: () => "any value was accepted, and only some are now",
};

export const valueFreed: Kind<void> = {
  ...loosens,
  id: "value-freed",
  opposite: "value-narrowed",
  message: () => "only some values were accepted, and any is now",
};

export const valueRefused: Kind<void> = {
  ...tightens,
  id: "value-refused",
  opposite: "value-accepted",
  message: () => "no value is accepted any more",
};

export const valueAccepted: Kind<void> = {
  ...loosens,
  id: "value-accepted",
  opposite: "value-refused",
  message: () => "no value was accepted, and some are now",
};

export const valueRule: Rule<View> = {
  kinds: [valueNarrowed, valueFreed, valueRefused, valueAccepted],
  compare: (base, revision, tell) => {
    const wasAny = acceptsAll(base);
    const isAny = acceptsAll(revision);
    const [wasNone, isNone] = [base.types.size === 0, revision.types.size === 0];
    if (isNone && !wasNone) tell(valueRefused, undefined, base.at, revision.at);
    else if (wasNone && !isNone) tell(valueAccepted, undefined, base.at, revision.at);
    else if (wasAny && !isAny) tell(valueNarrowed, undefined, base.at, revision.at);
    else if (isAny && !wasAny) tell(valueFreed, undefined, base.at, revision.at);
  },
};
