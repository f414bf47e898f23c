// Schemas that accept everything or nothing.
import type { Kind } from "../../change.ts";
import { loosens, type Rule, tightens } from "../../rule.ts";
import { acceptsAll, type View } from "../../schema/view.ts";

const valueNarrowed: Kind<void> = {
  ...tightens,
  id: "value-narrowed",
  opposite: "value-freed",
  message: () => "only some values are accepted instead of all",
};

const valueFreed: Kind<void> = {
  ...loosens,
  id: "value-freed",
  opposite: "value-narrowed",
  message: () => "all values are accepted instead of only some",
};

const valueRefused: Kind<void> = {
  ...tightens,
  id: "value-refused",
  opposite: "value-accepted",
  message: () => "no value is accepted",
};

const valueAccepted: Kind<void> = {
  ...loosens,
  id: "value-accepted",
  opposite: "value-refused",
  message: () => "some values are accepted instead of none",
};

export const valueRule: Rule<View> = {
  kinds: [valueNarrowed, valueFreed, valueRefused, valueAccepted],
  compare: (base, revision, report) => {
    const wasAny = acceptsAll(base);
    const isAny = acceptsAll(revision);
    const [wasNone, isNone] = [base.types.size === 0, revision.types.size === 0];
    if (isNone && !wasNone) report(valueRefused, undefined, base.at, revision.at);
    else if (wasNone && !isNone) report(valueAccepted, undefined, base.at, revision.at);
    else if (wasAny && !isAny) report(valueNarrowed, undefined, base.at, revision.at);
    else if (isAny && !wasAny) report(valueFreed, undefined, base.at, revision.at);
  },
};
