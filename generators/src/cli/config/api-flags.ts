// The flags that stand for fields of an API where there is no configuration: arguments -> fields, and fields -> words.
import { emissions } from "../../emit/emission.ts";
import type { FormatRule, FormatRules } from "../../targets/target.ts";
import type { Arguments, Flag } from "../arguments.ts";
import { type ApiConfig, importExtensions } from "./api-config.ts";

/** The fields of an API that a flag can say. */
export type FlagFields = Pick<ApiConfig, "importExtension" | "emit" | "formats" | "enums">;

interface ApiFlag<T> {
  readonly flag: Flag;
  /** What the words given with the flag mean; its choices have been checked. */
  readonly read: (words: readonly string[]) => T | undefined;
  /** The words that mean a value; none when no flag can say it. */
  readonly words: (value: T) => readonly string[];
}

type Rows<T> = { readonly [Field in keyof T]-?: ApiFlag<Exclude<T[Field], undefined>> };

/** A row for each field: the flag that says it. */
const rows: Rows<FlagFields> = {
  importExtension: choiceFlag(importExtensions, {
    name: "import-extension",
    value: "ext",
    summary: "how generated files import each other; default .ts (with --openapi or --asyncapi)",
  }),
  enums: choiceFlag(["closed", "open"], {
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
export function flagFieldsOf(args: Arguments): FlagFields {
  return readRows(rows, args);
}

/** The fields whose flags were given, and those flags. */
export function givenFlags(args: Arguments): readonly { readonly field: string; readonly flag: string }[] {
  return Object.entries(rows).flatMap(([field, { flag }]) => (args.has(flag.name) ? [{ field, flag: flag.name }] : []));
}

/** The words of a command line that say the same. */
export function flagWords(fields: FlagFields): string[] {
  const { importExtension, emit, formats, enums } = fields;
  return [
    ...wordsOf(rows.importExtension, importExtension),
    ...wordsOf(rows.emit, emit),
    ...wordsOf(rows.formats, formats),
    ...wordsOf(rows.enums, enums),
  ];
}

function wordsOf<T>({ flag, words }: ApiFlag<T>, value: T | undefined): string[] {
  return value === undefined ? [] : words(value).flatMap((word) => [`--${flag.name}`, word]);
}

function readRows<T extends object>(table: Rows<T>, args: Arguments): T;
function readRows(table: Readonly<Record<string, Pick<ApiFlag<unknown>, "flag" | "read">>>, args: Arguments): object {
  const read = Object.entries(table).flatMap(([field, { flag, read }]): [string, unknown][] => {
    const value = args.has(flag.name) ? read(args.all(flag.name)) : undefined;
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(read);
}

/** A flag whose words are what the field says. A field may say more than a flag can: that has no words. */
function choiceFlag<T extends string, Value = T>(
  choices: readonly T[],
  flag: Omit<Flag, "choices">,
): ApiFlag<T | Value> {
  return {
    flag: { ...flag, choices },
    read: ([word]) => choices.find((choice) => choice === word),
    words: (value) => choices.filter((choice) => choice === value),
  };
}
