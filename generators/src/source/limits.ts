// Limits of one run: they keep a hostile description from exhausting the machine.

/** `--limit name=n`, or `limits` in a configuration, changes each. */
export interface Limits {
  /** Megabytes of one file. */
  readonly fileMegabytes: number;
  /** Megabytes of all files of a run. */
  readonly inputMegabytes: number;
  /** Files of a run. */
  readonly files: number;
  /** Depth of nested values in one file, after aliases. Readers recurse. */
  readonly depth: number;
  /** Values that the aliases of one YAML file expand to. */
  readonly aliasedValues: number;
  /** References followed to reach one value. */
  readonly referenceSteps: number;
  /** References followed in total. */
  readonly references: number;
  /** Schemas reached through references that validate the very same value, counted once per path. */
  readonly expansions: number;
  /** Copies of schemas for what `unevaluatedProperties` and `unevaluatedItems` leave, in one API. */
  readonly restated: number;
  /** Named schemas, in one API. */
  readonly schemas: number;
  /** Operations and messages, in one API. */
  readonly operations: number;
  /** Values of one `enum`. */
  readonly enumValues: number;
  /** Members of one `allOf`, `anyOf` or `oneOf`. */
  readonly alternatives: number;
  /** Megabytes of generated text, in one API. */
  readonly outputMegabytes: number;
}

export type LimitName = keyof Limits;

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
  restated: "schemas to be tried again for unevaluatedProperties and unevaluatedItems",
  schemas: "schemas",
  operations: "operations and messages",
  enumValues: "values in one enum",
  alternatives: "schemas in one list",
  outputMegabytes: "megabytes of generated code",
};

/** Several times what the largest published descriptions need. */
export const defaultLimits: Limits = {
  fileMegabytes: 64,
  inputMegabytes: 256,
  files: 20_000,
  depth: 500,
  aliasedValues: 1_000_000,
  referenceSteps: 200,
  references: 2_000_000,
  expansions: 10_000,
  restated: 500_000,
  schemas: 100_000,
  operations: 50_000,
  enumValues: 20_000,
  alternatives: 5_000,
  outputMegabytes: 512,
};

/** Whether a word names a limit. */
export function isLimitName(word: string): word is LimitName {
  return Object.hasOwn(defaultLimits, word);
}

/** The defaults, overridden by what a user has set. */
export function limitsOf(own: Partial<Limits> = {}): Limits {
  return { ...defaultLimits, ...own };
}
