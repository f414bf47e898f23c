// Limits of one run: they keep a hostile description from exhausting the machine.

/** Several times what the largest published descriptions need. `--limit name=n`, or `limits` in a configuration, changes each. */
const defaults = {
  /** Megabytes of one file. */
  fileMegabytes: 64,
  /** Megabytes of all files of a run. */
  inputMegabytes: 256,
  /** Files of a run. */
  files: 20_000,
  /** Depth of nested values in one file, after aliases. Readers recurse. */
  depth: 500,
  /** Values that the aliases of one YAML file expand to. */
  aliasedValues: 1_000_000,
  /** References followed to reach one value. */
  referenceSteps: 200,
  /** References followed in total. */
  references: 2_000_000,
  /** Schemas reached through references that validate the very same value, counted once per path. */
  expansions: 10_000,
  /** Copies of schemas for what `unevaluatedProperties` and `unevaluatedItems` leave, in one API. */
  restated: 500_000,
  /** Named schemas, in one API. */
  schemas: 100_000,
  /** Operations and messages, in one API. */
  operations: 50_000,
  /** Values of one `enum`. */
  enumValues: 20_000,
  /** Members of one `allOf`, `anyOf` or `oneOf`. */
  alternatives: 5_000,
  /** Megabytes of generated text, in one API. */
  outputMegabytes: 512,
};

export type Limits = { readonly [Name in keyof typeof defaults]: number };
export type LimitName = keyof Limits;

export const defaultLimits: Limits = defaults;

/** What each limit counts, for messages: "more than 64 …". */
export const limitWords: Readonly<Record<LimitName, string>> = {
  fileMegabytes: "megabytes in one file",
  inputMegabytes: "megabytes in all files together",
  files: "files",
  depth: "levels of nesting",
  aliasedValues: "values behind the aliases of one file",
  referenceSteps: "references in a row",
  references: "references to follow",
  expansions: "schemas that the references of one schema expand to",
  restated: "schemas that unevaluatedProperties and unevaluatedItems validate again",
  schemas: "schemas",
  operations: "operations and messages",
  enumValues: "values in one enum",
  alternatives: "schemas in one list",
  outputMegabytes: "megabytes of generated code",
};

/** Whether a word names a limit. */
export function isLimitName(word: string): word is LimitName {
  return Object.hasOwn(defaultLimits, word);
}

/** The defaults, overridden by what a user has set. */
export function limitsOf(overrides: Partial<Limits> = {}): Limits {
  return { ...defaultLimits, ...overrides };
}
