// Values of a configuration file to fields, or to every reason why not, each with the path of its field.
import { isFields } from "../../model/fields.ts";
import { hintFor, type UsageProblem } from "./usage.ts";

/** What has been found wrong so far. */
export class Check {
  readonly problems: UsageProblem[] = [];
  private readonly name: string;

  /** `name` is how messages name the file. */
  constructor(name: string) {
    this.name = name;
  }

  reject(at: string, message: string, hint: string | null): undefined {
    this.problems.push({ message: `${this.name}: ${at === "" ? "" : `${at} `}${message}`, hint });
  }
}

/** Turns a present value into its meaning; `undefined` when it is invalid, which is reported. `at` is its path. */
export type Reader<T> = (value: unknown, at: string, check: Check) => T | undefined;

/** A reader for every field. */
export type Readers<T> = { readonly [Name in keyof T]-?: Reader<Exclude<T[Name], undefined>> };

/** The fields of an object that are present and valid; the caller checks which are required. */
export function readFields<T extends object>(readers: Readers<T>, ...where: Place): Partial<T> | undefined;
export function readFields(readers: Readonly<Record<string, Reader<unknown>>>, ...where: Place): object | undefined {
  const fields = readKnown(Object.keys(readers), ...where);
  const [, at, check] = where;
  return fields === undefined
    ? undefined
    : membersOf(fields, (name) => (Object.hasOwn(readers, name) ? readers[name] : undefined), at, check);
}

type Place = Parameters<Reader<unknown>>;

/** A text that fits on one line of a message, a path, or a header. */
export const readText: Reader<string> = (value, at, check) => {
  if (typeof value === "string" && value.trim() !== "" && !/[\r\n\0]/.test(value)) return value;
  const actual = typeof value === "string" ? JSON.stringify(value) : kindOf(value);
  return check.reject(at, `must be a non-empty string on one line, found ${actual}`, null);
};

export function readChoice<T extends string>(choices: readonly T[]): Reader<T> {
  return (value, at, check) => {
    const match = choices.find((choice) => choice === value);
    if (match !== undefined) return match;
    const actual = typeof value === "string" ? JSON.stringify(value) : kindOf(value);
    const hint = hintFor(typeof value === "string" ? value : "", choices);
    return check.reject(at, `must be one of ${choices.join(", ")}, found ${actual}`, hint);
  };
}

/** The valid items. */
export function readList<T>(item: Reader<T>, hint: string): Reader<T[]> {
  return (value, at, check) => {
    if (!Array.isArray(value)) return check.reject(at, `must be a list, found ${kindOf(value)}`, hint);
    return value.flatMap((entry: unknown, index) => item(entry, `${at}[${index}]`, check) ?? []);
  };
}

/** What is named by the user: an object whose members all mean the same kind of thing. */
export function readEach<T>(member: Reader<T>, hint: string | null): Reader<Record<string, T>> {
  return (value, at, check) => {
    const fields = readRecord(hint, value, at, check);
    return fields === undefined ? undefined : membersOf(fields, () => member, at, check);
  };
}

/** The same where only some names are known. */
export function readKnownNames<T>(names: readonly string[], member: Reader<T>): Reader<Record<string, T>> {
  return (value, at, check) => {
    const fields = readKnown(names, value, at, check);
    const readerOf = (name: string): Reader<T> | undefined => (names.includes(name) ? member : undefined);
    return fields === undefined ? undefined : membersOf(fields, readerOf, at, check);
  };
}

type Fields = Readonly<Record<string, unknown>>;

function membersOf<T>(
  fields: Fields,
  readerOf: (name: string) => Reader<T> | undefined,
  at: string,
  check: Check,
): Record<string, T> {
  const read = Object.entries(fields).flatMap(([name, value]): [string, T][] => {
    const meaning = value === undefined ? undefined : readerOf(name)?.(value, below(at, name), check);
    return meaning === undefined ? [] : [[name, meaning]];
  });
  return Object.fromEntries(read);
}

/** An object; its other members are reported. */
function readKnown(known: readonly string[], ...where: Place): Fields | undefined {
  const [, at, check] = where;
  const fields = readRecord(`its fields: ${known.join(", ")}`, ...where);
  for (const field of Object.keys(fields ?? {})) {
    if (!known.includes(field))
      check.reject(below(at, field), "is not a field of the configuration", hintFor(field, known));
  }
  return fields;
}

function readRecord(hint: string | null, ...[value, at, check]: Place): Fields | undefined {
  return isFields(value) ? value : check.reject(at, `must be an object, found ${kindOf(value)}`, hint);
}

export function below(at: string, field: string): string {
  const step = /^[A-Za-z_$][\w$]*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
  return at === "" && step.startsWith(".") ? field : at + step;
}

export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function isFunction(value: unknown): value is (...args: readonly unknown[]) => string {
  return typeof value === "function";
}
