// A keyword with one value -> the rule that detects when it is set, changed or lifted.
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { paired, withLastPair } from "../../paired.ts";
import { inside, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

/** `null` where the keyword is not set. */
export interface Moved<Value> {
  readonly from: Value | null;
  readonly to: Value | null;
}

interface KeywordAspect<Keyword extends string, Value> {
  readonly keyword: Keyword;
  /** For fewer values than before, for more, and for others. */
  readonly kinds: readonly [Kind<Moved<Value>>, Kind<Moved<Value>>, Kind<Moved<Value>>];
  readonly schemasOf: (view: View) => readonly ({ readonly at: Location } & Readonly<Record<Keyword, Value | null>>)[];
  /** Whether everything that matches one value of the keyword matches the other. */
  readonly isWithin: (narrow: Value, wide: Value) => boolean;
}

export function keywordRule<Keyword extends string, Value>(aspect: KeywordAspect<Keyword, Value>): Rule<View> {
  const { keyword, kinds, schemasOf, isWithin } = aspect;
  const [tightened, loosened, changed] = kinds;
  const settingsOf = (view: View): { value: Value; at: Location }[] =>
    schemasOf(view).flatMap(({ at, [keyword]: value }) => (value === null ? [] : [{ value, at: inside(at, keyword) }]));
  return {
    kinds,
    compare: (base, revision, report) => {
      const found = withLastPair(paired(settingsOf(base), settingsOf(revision), ({ value }) => String(value)));
      for (const { base: before, revision: after } of found.both) {
        const [from, to] = [before.value, after.value];
        if (from === to) continue;
        const kind = isWithin(to, from) ? tightened : isWithin(from, to) ? loosened : changed;
        report(kind, { from, to }, before.at, after.at);
      }
      for (const { value, at } of found.added)
        report(tightened, { from: null, to: value }, schemasOf(base)[0]?.at ?? base.at, at);
      for (const { value, at } of found.removed)
        report(loosened, { from: value, to: null }, at, schemasOf(revision)[0]?.at ?? revision.at);
    },
  };
}
