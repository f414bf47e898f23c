// Decides every name of the generated code, in one pass, from places in the description alone.
// Nothing is numbered: a clash is settled by adding context (the file or the owner), or it is an error that shows both.
import { keyOf, type Place, type Report } from "../diagnostics/index.ts";
import type { Location } from "../source/index.ts";
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

interface Owner {
  readonly what: string;
  readonly place: Place;
}

export function decideNames(report: Report, { schemas, operations, messages }: Nameable): void {
  const operationTypes = nameOperations(report, operations);
  nameSchemas(report, schemas, operationTypes);
  nameMessages(report, messages);
}

/** Function names, and the names of request and response types, which schemas then leave alone. */
function nameOperations(report: Report, operations: Nameable["operations"]): ReadonlySet<string> {
  const names = new Names(report);
  for (const operation of operations) {
    const owner = { what: `the operation ${JSON.stringify(operation.id)}`, place: keyOf(operation.at) };
    operation.name = usable(camelOf(operation.id));
    operation.typeName = pascalOf([operation.id]);
    names.claim(operation.typeName, operation.id, owner);
  }
  return new Set(operations.flatMap(({ typeName }) => [`${typeName}Request`, `${typeName}Response`]));
}

function nameSchemas(report: Report, schemas: Nameable["schemas"], operationTypes: ReadonlySet<string>): void {
  const lengths = new Map(schemas.map((schema) => [schema, schema.nameLength]));
  lengthenClashes(schemas, lengths);
  const names = new Names(report);
  for (const schema of schemas) {
    const name = pascalOf(schema.nameParts.slice(-(lengths.get(schema) ?? 1)));
    // A schema called like an operation's request or response is nearly always its body; the operation's type keeps the name.
    schema.name = operationTypes.has(name) || reserved.has(name) ? `${name}Body` : name;
    names.claim(schema.name, schema.nameParts.join("/"), { what: `the schema at ${placeName(schema.at)}`, place: keyOf(schema.at) });
  }
}

/**
 * Where several places want one name, those that are not components (whose name the author chose) take one more part of
 * where they stand, until the names differ or there is nothing left to add. All of them do, so order decides nothing.
 */
function lengthenClashes(schemas: Nameable["schemas"], lengths: Map<Nameable["schemas"][number], number>): void {
  const limit = Math.max(0, ...schemas.map((schema) => schema.nameParts.length));
  for (let round = 0; round < limit; round += 1) {
    const groups = new Map<string, Nameable["schemas"][number][]>();
    for (const schema of schemas) {
      const name = pascalOf(schema.nameParts.slice(-(lengths.get(schema) ?? 1)));
      groups.set(name, [...(groups.get(name) ?? []), schema]);
    }
    const clashing = [...groups.values()].filter((group) => group.length > 1).flat();
    const growing = clashing.filter((schema) => (lengths.get(schema) ?? 1) < schema.nameParts.length);
    if (growing.length === 0) return;
    for (const schema of growing) lengths.set(schema, (lengths.get(schema) ?? 1) + 1);
  }
}

/** After their keys; where two channels use one key for different messages, after channel and key. */
function nameMessages(report: Report, messages: Nameable["messages"]): void {
  const counts = new Map<string, number>();
  for (const { key } of messages) counts.set(pascalOf([key]), (counts.get(pascalOf([key])) ?? 0) + 1);
  const names = new Names(report);
  for (const message of messages) {
    const isShared = (counts.get(pascalOf([message.key])) ?? 0) > 1 && message.channelKey !== null;
    message.typeName = pascalOf(isShared ? [message.channelKey ?? "", message.key] : [message.key]);
    names.claim(message.typeName, message.key, { what: `the message ${JSON.stringify(message.key)}`, place: keyOf(message.at) });
  }
}

/** Type names the generated code itself declares beside those of the description. */
const reserved: ReadonlySet<string> = new Set(["HttpStatus"]);

/** Names that mean something to the language or to promises when they are members of an object. */
const awkward: ReadonlySet<string> = new Set(
  (
    "then catch finally constructor prototype toString valueOf hasOwnProperty toJSON delete import export default new class function return " +
    "switch case if else for while do try throw in of with yield await enum null true false this super void typeof var let const static " +
    "instanceof break continue debugger extends implements interface package private protected public eval arguments undefined async get set"
  ).split(" "),
);

function usable(name: string): string {
  return awkward.has(name) ? `${name}Operation` : name;
}

function placeName(at: Location): string {
  return at.parent === null ? at.document.name : JSON.stringify(at.key);
}

/** Who holds which identifier; reports the second who asks. */
class Names {
  private readonly owners = new Map<string, Owner>();
  private readonly report: Report;

  constructor(report: Report) {
    this.report = report;
  }

  claim(name: string, text: string, owner: Owner): void {
    if (name === "") return this.report.add("unnameable", owner.place, { what: owner.what, text });
    // Case alone must not tell two generated names apart: people read them, and some file systems fold it.
    const folded = name.toLowerCase();
    const other = this.owners.get(folded);
    if (other === undefined) {
      this.owners.set(folded, owner);
      return;
    }
    const related = [{ message: other.what, place: other.place }];
    this.report.add("name-clash", owner.place, { name, what: owner.what, other: other.what }, { related });
  }
}
