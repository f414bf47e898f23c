// The languages of samples: their names, and what is wrong with a list of them that is given as an option.
import type { OptionProblem } from "../target.ts";

export const languages = ["shell", "typescript", "python", "go", "php", "ruby"] as const;
export type Language = (typeof languages)[number];

/** As readers call them. */
export const labels: Readonly<Record<Language, string>> = {
  shell: "curl",
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  php: "PHP",
  ruby: "Ruby",
};

export function checkLanguages(requestedLanguages: unknown): readonly OptionProblem[] {
  if (requestedLanguages === undefined) return [];
  const hint = `a list of some of: ${languages.join(", ")}`;
  if (!Array.isArray(requestedLanguages)) return [{ at: "languages", message: "must be a list", hint }];
  if (requestedLanguages.length === 0) return [{ at: "languages", message: "is empty", hint }];
  return requestedLanguages.flatMap((one: unknown, at) =>
    languages.some((language) => language === one)
      ? []
      : [{ at: `languages[${at}]`, message: `is not a language of samples: ${JSON.stringify(one)}`, hint }],
  );
}
