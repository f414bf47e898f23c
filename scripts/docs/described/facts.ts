// The description, read without the toolkit, to what documentation may say of it: names, statuses and limits.
import { type Description, memberOf, membersOf, objectIn, rootOf } from "../../../spec/test/description.ts";
import { messagesOf, operationsOf } from "../../../spec/test/operations.ts";

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** `/v1/orders/{orderId}` */
  readonly path: string;
  readonly statuses: readonly string[];
}

export interface Facts {
  readonly operations: readonly DescribedOperation[];
  readonly events: readonly string[];
  readonly headers: readonly string[];
  readonly schemas: readonly string[];
  /** Of the file and the pointer, such as `schemas/ship-to.yaml` and `properties/zip/maxLength`. */
  readonly number: (file: string, pointer: string) => number;
  readonly text: (file: string, pointer: string) => string;
  readonly count: (file: string, pointer: string) => number;
  /** The properties of a schema that have a `maxLength`. */
  readonly lengths: ReadonlyMap<string, { readonly min: number | null; readonly max: number }>;
}

export function factsOf(description: Description): Facts {
  const operations = operationsOf(description);
  const at = (file: string, pointer: string): unknown =>
    memberOf(description, rootOf(description, file), ...keysOf(pointer))?.value;
  return {
    operations: operations.map(({ id, name, responses }) => {
      const [method = "", path = ""] = name.split(" ");
      return { id, method, path, statuses: responses.map(({ status }) => status) };
    }),
    events: messagesOf(description).map(({ name }) => name),
    headers: headersOf(description),
    schemas: ["openapi.yaml", "asyncapi.yaml"].flatMap((file) =>
      Object.keys(objectIn(memberOf(description, rootOf(description, file), "components", "schemas")?.value)),
    ),
    number: (file, pointer) => demanded(at(file, pointer), "number", `${file}#/${pointer}`),
    text: (file, pointer) => demanded(at(file, pointer), "string", `${file}#/${pointer}`),
    count: (file, pointer) => lengthOf(at(file, pointer), `${file}#/${pointer}`),
    lengths: lengthsOf(description),
  };
}

/** In a pointer of this module `~` stands for a slash in a key. */
function keysOf(pointer: string): string[] {
  return pointer.split("/").map((key) => key.replaceAll("~", "/"));
}

function demanded(value: unknown, type: "number", place: string): number;
function demanded(value: unknown, type: "string", place: string): string;
function demanded(value: unknown, type: "number" | "string", place: string): number | string {
  if ((typeof value === "number" || typeof value === "string") && typeof value === type) return value;
  throw new Error(`spec/${place} is no ${type}: mend the row of scripts/docs/described/limits.ts that reads it`);
}

function lengthOf(value: unknown, place: string): number {
  if (typeof value === "object" && value !== null) return Object.keys(value).length;
  throw new Error(`spec/${place} cannot be counted: mend the row of scripts/docs/described/limits.ts that reads it`);
}

function headersOf(description: Description): string[] {
  const responses = operationsOf(description).flatMap((operation) => operation.responses);
  const messages = messagesOf(description).flatMap(({ headers }) =>
    membersOf(description, memberOf(description, headers, "properties")).map(([name]) => name),
  );
  const common = Object.keys(
    objectIn(memberOf(description, rootOf(description, "schemas/webhook-headers.yaml"), "properties")?.value),
  );
  return [...new Set([...responses.flatMap(({ headers }) => headers.map(([name]) => name)), ...messages, ...common])];
}

function lengthsOf(description: Description): Map<string, { min: number | null; max: number }> {
  const properties = membersOf(
    description,
    memberOf(description, rootOf(description, "schemas/ship-to.yaml"), "properties"),
  );
  return new Map(
    properties.flatMap(([name, { value }]) => {
      const { minLength, maxLength } = objectIn(value);
      return typeof maxLength === "number"
        ? [[name, { min: typeof minLength === "number" ? minLength : null, max: maxLength }] as const]
        : [];
    }),
  );
}

/** The operation that a summary is of; used to name it in messages. */
export function nameOf({ method, path }: DescribedOperation): string {
  return `${method} ${path}`;
}
