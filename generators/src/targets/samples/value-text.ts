// A JSON value -> its text in a language: on one line where it fits, else one member per line.
import type { Json } from "../../model/schema.ts";
import { isList } from "../../model/values/equality.ts";

/** How a language writes values. */
export interface Syntax {
  readonly words: { readonly null: string; readonly true: string; readonly false: string };
  readonly string: (text: string) => string;
  readonly key: (name: string) => string;
  readonly file: (file: FilePart) => string;
  /** Between the braces of an object on one line, and their content. */
  readonly padding: string;
  readonly indentation: string;
  /** Whether a comma may follow the last member, where each has a line. */
  readonly closesWithComma: boolean;
}

/** JSON, with the strings that `string` returns. */
export function jsonSyntax(string: (text: string) => string): Syntax {
  return {
    words: { null: "null", true: "true", false: "false" },
    string,
    key: string,
    file: ({ name }) => string(name),
    padding: "",
    indentation: "  ",
    closesWithComma: false,
  };
}

/** The width of a sample, as a documentation page displays it. */
const width = 80;

export interface Place {
  /** Of the line that the value begins on. */
  readonly depth: number;
  /** The text before the value on that line, and after it on its last one. */
  readonly before: number;
  readonly after: number;
}

export function valueText(value: SampleValue, syntax: Syntax, place: Place): string {
  const flat = flatText(value, syntax);
  if (place.before + flat.length + place.after <= width || !isContainer(value)) return flat;
  const depth = place.depth + 1;
  const indentation = syntax.indentation.repeat(depth);
  const entries = entriesOf(value);
  const lines = entries.map(([name, member], at) => {
    const start = name === null ? "" : `${syntax.key(name)}: `;
    const inner = { depth, before: indentation.length + start.length, after: 1 };
    const comma = syntax.closesWithComma || at < entries.length - 1 ? "," : "";
    return `${indentation}${start}${valueText(member, syntax, inner)}${comma}\n`;
  });
  const [open, close] = bracketsOf(value);
  return `${open}\n${lines.join("")}${syntax.indentation.repeat(place.depth)}${close}`;
}

function flatText(value: SampleValue, syntax: Syntax): string {
  if (value === null) return syntax.words.null;
  if (typeof value === "boolean") return value ? syntax.words.true : syntax.words.false;
  if (typeof value === "number") return Object.is(value, -0) ? "-0.0" : String(value);
  if (typeof value === "string") return syntax.string(value);
  if (isFile(value)) return syntax.file(value);
  const entries = entriesOf(value);
  const [open, close] = bracketsOf(value);
  const padding = isList(value) || entries.length === 0 ? "" : syntax.padding;
  const members = entries.map(([name, member]) => {
    return name === null ? flatText(member, syntax) : `${syntax.key(name)}: ${flatText(member, syntax)}`;
  });
  return `${open}${padding}${members.join(", ")}${padding}${close}`;
}

type Container = readonly SampleValue[] | { readonly [key: string]: SampleValue };

function isContainer(value: SampleValue): value is Container {
  return typeof value === "object" && value !== null && !isFile(value) && entriesOf(value).length > 0;
}

function entriesOf(value: Container): [string | null, SampleValue][] {
  return isList(value) ? value.map((item) => [null, item]) : Object.entries(value);
}

function bracketsOf(value: Container): readonly [string, string] {
  return isList(value) ? ["[", "]"] : ["{", "}"];
}

/** A file is an object of this toolkit's own; no value of a description has its key. */
export function isFile(value: SampleValue): value is FilePart {
  return typeof value === "object" && value !== null && fileKey in value;
}

export const fileKey: unique symbol = Symbol("file");

/** The value without files, where there are none. */
export function isJsonValue(value: SampleValue): value is Json {
  if (typeof value !== "object" || value === null) return true;
  return !isFile(value) && entriesOf(value).every(([, member]) => isJsonValue(member));
}

/** A file that the reader of a sample provides. */
export interface FilePart {
  readonly [fileKey]: true;
  readonly name: string;
  readonly type: string;
}

export type SampleValue = Json | FilePart | readonly SampleValue[] | { readonly [key: string]: SampleValue };
