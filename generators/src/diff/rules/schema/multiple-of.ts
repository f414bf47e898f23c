// `multipleOf`: the step of a number.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired, withLastPair } from "../../paired.ts";
import { breaks, inside, loosens, type Rule, tightens } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

type Steps = { from: number | null; to: number | null };
const message = ({ from, to }: Steps): string =>
  `it has to be a multiple of ${to ?? "no number"} instead of ${from ?? "no number"}`;

const stepsTightened: Kind<Steps> = {
  ...tightens,
  id: "multiple-of-tightened",
  opposite: "multiple-of-loosened",
  message,
};

const stepsLoosened: Kind<Steps> = {
  ...loosens,
  id: "multiple-of-loosened",
  opposite: "multiple-of-tightened",
  message,
};

const stepsChanged: Kind<Steps> = {
  ...breaks,
  id: "multiple-of-changed",
  opposite: "multiple-of-changed",
  message,
};

export const multipleOfRule: Rule<View> = {
  kinds: [stepsTightened, stepsLoosened, stepsChanged],
  compare: (base, revision, report) => {
    const found = withLastPair(paired(stepsOf(base), stepsOf(revision), ({ step }) => String(step)));
    const at = { base: base.numbers[0]?.at ?? base.at, revision: revision.numbers[0]?.at ?? revision.at };
    for (const { base: from, revision: to } of found.both) {
      if (from.step === to.step) continue;
      const steps = { from: from.step, to: to.step };
      const kind = isMultiple(to.step, from.step)
        ? stepsTightened
        : isMultiple(from.step, to.step)
          ? stepsLoosened
          : stepsChanged;
      report(kind, steps, from.at, to.at);
    }
    for (const { step, at: place } of found.added) report(stepsTightened, { from: null, to: step }, at.base, place);
    for (const { step, at: place } of found.removed)
      report(stepsLoosened, { from: step, to: null }, place, at.revision);
  },
};

function stepsOf({ numbers }: View): { step: number; at: Location }[] {
  return numbers.flatMap(({ multipleOf, at }) =>
    multipleOf === null ? [] : [{ step: multipleOf, at: inside(at, "multipleOf") }],
  );
}

/** 0.3 is a multiple of 0.1, though not in binary. */
function isMultiple(number: number, of: number): boolean {
  const times = number / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}
