// `contentEncoding` and `contentMediaType`: how the content of a string is encoded.
import { breaks, inside, mutual, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

const contentChanged = mutual<{ keyword: string; from: string | null; to: string | null }>(
  breaks(
    "content-changed",
    ({ keyword, from, to }) => `its ${keyword} is ${to ?? "not set"} instead of ${from ?? "not set"}`,
  ),
);

export const contentRule: Rule<View> = {
  kinds: [contentChanged],
  compare: (base, revision, report) => {
    for (const keyword of ["contentEncoding", "contentMediaType"] as const) {
      const [from, to] = [base, revision].map(
        ({ strings }) => strings.map((string) => string[keyword]).find((value) => value !== null) ?? null,
      );
      const [before, after] = [base, revision].map(({ strings, at }) => inside(strings[0]?.at ?? at, keyword));
      if (from !== undefined && to !== undefined && before !== undefined && after !== undefined && from !== to)
        report(contentChanged, { keyword, from, to }, before, after);
    }
  },
};
