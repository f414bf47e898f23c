// Decides every name of the generated code, in one pass, from places in the description alone.
// Nothing is numbered: a clash is settled by adding context (the file or the owner), or it is an error that shows both.
import { keyOf, type Place, quote, type Report } from "../diagnostics/index.ts";
import { displayOf, Node } from "../source/index.ts";
import type { Operation } from "./http.ts";
import { camelOf, pascalOf } from "./identifiers.ts";
import type { Message } from "./messaging.ts";
import type { NamedSchema } from "./schema.ts";

/** The parts of the model whose names this pass fills in. */
export interface Nameable {
  readonly schemas: readonly Draft<NamedSchema, "name">[];
  readonly operations: readonly Draft<Operation, "name" | "typeName">[];
  readonly messages: readonly Draft<Message, "typeName">[];
}

/** A node of the model with some of its fields still open. */
export type Draft<T, K extends keyof T> = Omit<T, K> & { -readonly [P in K]: T[P] };

export function decideNames(report: Report, { schemas, operations, messages }: Nameable): void {
  const operationTypes = nameOperations(report, operations);
  nameSchemas(report, schemas, operationTypes);
  nameMessages(report, messages);
}

/** Function names, and the names of request and response types, which schemas then leave alone. */
function nameOperations(report: Report, operations: Nameable["operations"]): ReadonlySet<string> {
  const types = new Names(report);
  const functions = new Names(report);
  const written = new Set<string>();
  for (const operation of operations) {
    const isWritten = operation.at instanceof Node && operation.at.has("operationId");
    const text = isWritten ? quote(operation.id) : `${operation.method.toUpperCase()} ${operation.path.text}`;
    const owner = { what: `the operation ${text}`, place: keyOf(operation.at) };
    operation.name = usable(camelOf(operation.id));
    operation.typeName = pascalOf([operation.id]);
    // An operationId that is written twice is reported as that.
    if (isWritten) {
      if (written.has(operation.id)) continue;
      written.add(operation.id);
    }
    if (types.claim(operation.typeName, owner)) functions.claim(operation.name, owner);
  }
  return new Set(operations.flatMap(({ typeName }) => [folded(`${typeName}Request`), folded(`${typeName}Response`)]));
}

type NamelessSchema = Nameable["schemas"][number];

function nameSchemas(report: Report, schemas: Nameable["schemas"], operationTypes: ReadonlySet<string>): void {
  const lengths = new Map(schemas.map((schema) => [schema, schema.nameLength]));
  const nameOf = (schema: NamelessSchema): string => {
    const name = pascalOf(schema.nameParts.slice(-(lengths.get(schema) ?? 1)));
    // A schema called like an operation's request or response is nearly always its body; the operation's type keeps the name.
    return operationTypes.has(folded(name)) || reserved.has(name) ? `${name}Body` : name;
  };
  lengthenClashes(schemas, lengths, nameOf);
  const names = new Names(report);
  for (const schema of schemas) {
    schema.name = nameOf(schema);
    const what = isComponent(schema)
      ? `the schema ${quote(schema.nameParts.join())}`
      : `the schema at ${displayOf(schema.at)}`;
    names.claim(schema.name, {
      what,
      place: keyOf(schema.at),
      component: componentOf(schema),
    });
  }
}

/** A name the author chose, which nothing is added to. */
function isComponent({ nameParts }: NamelessSchema): boolean {
  return nameParts.length === 1;
}

function componentOf(schema: NamelessSchema): string | null {
  return isComponent(schema) ? schema.nameParts.join() : null;
}

/**
 * Where several places want one name (or a place has none), those that are not components (whose name the author chose) take one more part of
 * where they stand, until the names differ or there is nothing left to add. All of them do, so order decides nothing.
 */
function lengthenClashes(
  schemas: Nameable["schemas"],
  lengths: Map<NamelessSchema, number>,
  nameOf: (schema: NamelessSchema) => string,
): void {
  for (;;) {
    const groups = groupsOf(schemas, (schema) => folded(nameOf(schema)));
    const wanting = groups.filter((group) => group.length > 1 || group.some((schema) => nameOf(schema) === ""));
    const growing = wanting.flat().filter((schema) => (lengths.get(schema) ?? 1) < schema.nameParts.length);
    if (growing.length === 0) return;
    for (const schema of growing) lengths.set(schema, (lengths.get(schema) ?? 1) + 1);
  }
}

/** After their keys; where two channels use one key for different messages, after channel and key. */
function nameMessages(report: Report, messages: Nameable["messages"]): void {
  const names = new Names(report);
  for (const group of groupsOf(messages, ({ key }) => folded(pascalOf([key])))) {
    for (const message of group) {
      const context = group.length > 1 && message.channelKey !== null ? [message.channelKey] : [];
      message.typeName = pascalOf([...context, message.key]);
    }
  }
  for (const message of messages) {
    const owner = { what: `the message ${quote(message.key)}`, place: keyOf(message.at) };
    names.claim(message.typeName, owner);
  }
}

function groupsOf<T>(items: readonly T[], keyOfItem: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOfItem(item));
    if (group === undefined) groups.set(keyOfItem(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Case alone must not tell two generated names apart: people read them, and some file systems fold it. */
function folded(name: string): string {
  return name.toLowerCase();
}

/** Type names the generated code itself declares beside those of the description. */
const reserved: ReadonlySet<string> = new Set(["HttpStatus"]);

/** Names that mean something to the language, to TypeScript, or to promises when they are members of an object. */
const awkward: ReadonlySet<string> = new Set(
  (
    "then catch finally constructor prototype toString valueOf hasOwnProperty toJSON delete import export default new class function return " +
    "switch case if else for while do try throw in of with yield await enum null true false this super void typeof var let const static " +
    "instanceof break continue debugger extends implements interface package private protected public eval arguments undefined async get set " +
    "abstract any as bigint boolean declare from global globalThis infer is keyof module namespace never number object readonly require " +
    "satisfies string symbol type union unique unknown using NaN Infinity"
  ).split(" "),
);

function usable(name: string): string {
  return awkward.has(name) ? `${name}Operation` : name;
}

interface Owner {
  readonly what: string;
  readonly place: Place;
  /** The name its author gave it, when it is a schema of `components`. */
  readonly component?: string | null;
}

/** Who holds which identifier; reports the second who asks. */
class Names {
  private readonly owners = new Map<string, Owner>();
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  /** False when the name is taken or there is none. */
  claim(name: string, owner: Owner): boolean {
    if (name === "") {
      this.report.add("unnameable", owner.place, { what: owner.what });
      return false;
    }
    const other = this.owners.get(folded(name));
    if (other === undefined) {
      this.owners.set(folded(name), owner);
      return true;
    }
    const related = [{ message: other.what, place: other.place }];
    if (typeof owner.component === "string" && owner.component === other.component) {
      this.report.add("conflicting-schema-name", owner.place, { name: owner.component }, { related });
    } else {
      this.report.add("name-clash", owner.place, { name, what: owner.what, other: other.what }, { related });
    }
    return false;
  }
}
