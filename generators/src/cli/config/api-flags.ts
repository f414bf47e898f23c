// The flags that stand for fields of an API where there is no configuration: arguments -> fields, and fields -> words.
import { emissions } from "../../emit/emission.ts";
import type { EnumRule, EnumRules } from "../../model/enum-rules.ts";
import type { Selector } from "../../model/selector.ts";
import type { FormatRule, FormatRules } from "../../targets/target.ts";
import type { Arguments, Flag } from "../arguments.ts";
import { type Usable, type UsageProblem, usable } from "../usage.ts";
import { type ApiConfig, importExtensions } from "./api-config.ts";
import { selectorOf, selectorWord } from "./selector-words.ts";

/** The fields of an API that a flag can say. */
export type FlagFields = Pick<
  ApiConfig,
  "importExtension" | "emit" | "formats" | "enums" | "include" | "exclude" | "deprecated" | "dates"
>;

interface ApiFlag<T> {
  readonly flag: Flag;
  /** What the words given with the flag mean; its choices have been checked. */
  readonly read: (words: readonly string[]) => Usable<T | undefined>;
  /** The words that mean a value; none when no flag can say it. A flag without a value has an empty one. */
  readonly words: (value: T) => readonly string[];
}

type Rows<T> = { readonly [Field in keyof T]-?: ApiFlag<Exclude<T[Field], undefined>> };

/** A row for each field: the flag that says it. */
const rows: Rows<FlagFields> = {
  include: selectorFlag({
    name: "include",
    summary: "only operations and messages with all of this, may be given several times: tag=orders,method=get",
  }),
  exclude: selectorFlag({ name: "exclude", summary: "no operations and messages with all of this: path=/internal/**" }),
  deprecated: {
    flag: { name: "no-deprecated", value: null, summary: "leave out operations that are deprecated" },
    read: () => usable(false),
    words: (value) => (value ? [] : [""]),
  },
  dates: choiceFlag(["string", "date"], {
    name: "dates",
    value: "kind",
    summary: "what points in time are in code: string (default), or date (with --openapi or --asyncapi)",
  }),
  importExtension: choiceFlag(importExtensions, {
    name: "import-extension",
    value: "ext",
    summary: "how generated files import each other; default .ts (with --openapi or --asyncapi)",
  }),
  enums: choiceFlag<EnumRule, EnumRules>(["closed", "open"], {
    name: "enums",
    value: "rule",
    summary: "whether other strings than those of an enum are accepted; default closed (with --openapi or --asyncapi)",
  }),
  emit: choiceFlag(emissions, {
    name: "emit",
    value: "kind",
    summary: "ts (default), or js: .js with .d.ts beside it, quick to compile against (with --openapi or --asyncapi)",
  }),
  formats: choiceFlag<FormatRule, FormatRules>(["assert", "annotate"], {
    name: "formats",
    value: "rule",
    summary: "whether values are held to their format; default assert (with --openapi or --asyncapi)",
  }),
};

export const apiFlags: readonly Flag[] = Object.values(rows).map(({ flag }) => flag);

/** What of an API the arguments say. */
export function flagFieldsOf(args: Arguments): Usable<FlagFields> {
  return readRows(rows, args);
}

/** The fields whose flags were given, and those flags. */
export function givenFlags(args: Arguments): readonly { readonly field: string; readonly flag: string }[] {
  return Object.entries(rows).flatMap(([field, { flag }]) => (args.has(flag.name) ? [{ field, flag: flag.name }] : []));
}

/** The words of a command line that say the same. */
export function flagWords(fields: FlagFields): string[] {
  const { importExtension, emit, formats, enums, include, exclude, deprecated, dates } = fields;
  return [
    ...wordsOf(rows.include, include),
    ...wordsOf(rows.exclude, exclude),
    ...wordsOf(rows.deprecated, deprecated),
    ...wordsOf(rows.dates, dates),
    ...wordsOf(rows.importExtension, importExtension),
    ...wordsOf(rows.emit, emit),
    ...wordsOf(rows.formats, formats),
    ...wordsOf(rows.enums, enums),
  ];
}

function wordsOf<T>({ flag, words }: ApiFlag<T>, value: T | undefined): string[] {
  if (value === undefined) return [];
  return words(value).flatMap((word) => (flag.value === null ? [`--${flag.name}`] : [`--${flag.name}`, inShell(word)]));
}

/** A word that a shell hands on as it is. */
function inShell(word: string): string {
  return /^[\w./=,:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function readRows<T extends object>(table: Rows<T>, args: Arguments): Usable<T>;
function readRows(
  table: Readonly<Record<string, Pick<ApiFlag<unknown>, "flag" | "read">>>,
  args: Arguments,
): Usable<object> {
  const problems: UsageProblem[] = [];
  const fields = Object.entries(table).flatMap(([field, { flag, read }]): [string, unknown][] => {
    const value = args.has(flag.name) ? read(args.all(flag.name)) : usable(undefined);
    if (!value.ok)
      problems.push(...value.problems.map((one) => ({ ...one, message: `--${flag.name} ${one.message}` })));
    return value.ok && value.value !== undefined ? [[field, value.value]] : [];
  });
  return problems.length > 0 ? { ok: false, problems } : usable(Object.fromEntries(fields));
}

/** A flag whose words are what the field says. A field may say more than a flag can: that has no words. */
function choiceFlag<const T extends string, Value = T>(
  choices: readonly T[],
  flag: Omit<Flag, "choices">,
): ApiFlag<T | Value> {
  return {
    flag: { ...flag, choices },
    read: ([word]) => usable(choices.find((choice) => choice === word)),
    words: (value) => choices.filter((choice) => choice === value),
  };
}

function selectorFlag(flag: Omit<Flag, "value" | "repeat">): ApiFlag<readonly Selector[]> {
  return {
    flag: { ...flag, value: "field=pattern,…", repeat: true },
    read: (words) => {
      const read = words.map(selectorOf);
      const problems = read.flatMap((one) => (one.ok ? [] : one.problems));
      return problems.length > 0 ? { ok: false, problems } : usable(read.flatMap((one) => (one.ok ? [one.value] : [])));
    },
    words: (selectors) => selectors.map(selectorWord),
  };
}
