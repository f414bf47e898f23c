// A word that other tools use for a command -> the command here.

const words: Readonly<Record<string, string>> = {
  setup: "init",
  create: "init",
  gen: "generate",
  codegen: "generate",
  build: "generate",
  watch: "generate --watch",
  verify: "check",
  validate: "lint",
  compare: "diff",
  breaking: "diff",
  changelog: "diff",
  migrate: "upgrade",
  webhooks: "events",
  test: "conform",
  serve: "mock",
  server: "scaffold",
};

/** `lint` for `validate`; `null` for any other word. */
export function commandFor(word: string): string | null {
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}
