// Schemas that accept everything or nothing.
import { loosens, opposites, type Rule, tightens } from "../../rule.ts";
import { acceptsAll, type View } from "../../schema/view.ts";

const [valueNarrowed, valueFreed] = opposites<void>(
  tightens("value-narrowed", () => "only some values are accepted instead of all"),
  loosens("value-freed", () => "all values are accepted instead of only some"),
);

const [valueRefused, valueAccepted] = opposites<void>(
  tightens("value-refused", () => "no value is accepted"),
  loosens("value-accepted", () => "some values are accepted instead of none"),
);

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
