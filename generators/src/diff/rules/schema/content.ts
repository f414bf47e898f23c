// `contentEncoding` and `contentMediaType`: what a text is the writing of.
import type { Kind } from "../../change.ts";
import { breaks, inside, type Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";

export const contentChanged: Kind<{ keyword: string; from: string | null; to: string | null }> = {
  ...breaks,
  id: "content-changed",
  opposite: "content-changed",
  message: ({ keyword, from, to }) => `its ${keyword} is ${to ?? "not given"}, and was ${from ?? "not given"}`,
};

export const contentRule: Rule<View> = {
  kinds: [contentChanged],
  compare: (base, revision, tell) => {
    for (const keyword of ["contentEncoding", "contentMediaType"] as const) {
      const [from, to] = [base, revision].map(
        ({ strings }) => strings.map((string) => string[keyword]).find((value) => value !== null) ?? null,
      );
      const [before, after] = [base, revision].map(({ strings, at }) => inside(strings[0]?.at ?? at, keyword));
      if (from !== undefined && to !== undefined && before !== undefined && after !== undefined && from !== to)
        tell(contentChanged, { keyword, from, to }, before, after);
    }
  },
};
