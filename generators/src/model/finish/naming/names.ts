// Decides every name of the generated code, in one pass, from locations in the description alone.
// Names are never numbered: a clash is resolved by adding context (the file or the owner), or by the description's own spelling.
import { keyOf, type Place, quote, type Report } from "../../../diagnostics/index.ts";
import { displayOf, Node, tokensTo } from "../../../source/index.ts";
import type { Draft, DraftMessage, DraftOperation, DraftSchema } from "../../draft.ts";
import { hasAlternatives, httpMethods, type Operation } from "../../http.ts";
import { camelOf, type Endpoint, idFrom, isPlain, pascalOf, spelledIdFrom, spelledOf } from "./identifiers.ts";

export interface Names {
  readonly schemas: ReadonlyMap<DraftSchema, string>;
  readonly operations: ReadonlyMap<DraftOperation, OperationNames>;
  /** Of their types. */
  readonly messages: ReadonlyMap<DraftMessage, string>;
}

export type OperationNames = Pick<Operation, "id" | "name" | "typeName">;

/** `hasHook`: names of operations are decided again, by a function of the configuration. */
export function namesOf(report: Report, { http, messaging, schemas }: Draft, hasHook = false): Names {
  const operations = http === null ? [] : [...http.operations, ...http.webhooks];
  const unframed = unframedIds(operations);
  const named = operationNames(report, operations, unframed);
  if (!hasHook) reportUnframed(report, named, unframed);
  // The names of request and response types are not available to schemas.
  const types = [...named].flatMap(([operation, { typeName }]) => typeNamesOf({ ...operation, typeName }));
  return {
    operations: named,
    schemas: schemaNames(report, schemas, new Set(types.map(folded))),
    messages: messageNames(report, messaging?.messages ?? []),
  };
}

function operationNames(
  report: Report,
  operations: readonly DraftOperation[],
  unframed: Unframed,
): Names["operations"] {
  const claimants = operations.map((operation): Claimant => {
    const written = writtenIdOf(operation);
    const text = written === null ? `${operation.method.toUpperCase()} ${operation.path.text}` : quote(written);
    return {
      what: `the operation ${text}`,
      place: keyOf(operation.at),
      candidates: candidatesOf(operation, { written, unframed: unframed.get(operation) ?? null }),
    };
  });
  const chosen = chosenNames(report, claimants);
  return new Map(
    operations.map((operation, index) => {
      const { id, names: [name = "", typeName = ""] = [] } = chosen[index] ?? nameless;
      return [operation, { id: writtenIdOf(operation) ?? id, name, typeName }];
    }),
  );
}

/** The types of an operation. */
export function typeNamesOf(operation: Pick<Operation, "typeName" | "received" | "responses">): string[] {
  const kinds = [
    "Request",
    ...(operation.received === undefined ? [] : ["Received"]),
    "Response",
    ...(hasAlternatives(operation) ? ["Returned"] : []),
  ];
  return kinds.map((kind) => `${operation.typeName}${kind}`);
}

/** Its operationId; `null` when it has none, or one that an earlier operation has. */
function writtenIdOf({ at, id }: DraftOperation): string | null {
  return at instanceof Node && at.get("operationId")?.value === id ? id : null;
}

/**
 * The ids of frameworks, without what they add to that of the author. Where that is the name of another operation too, all of them keep
 * what is written.
 */
function unframedIds(operations: readonly DraftOperation[]): Unframed {
  const nameOf = (id: string): string => folded(camelOf(id));
  const ids = operations.map((operation) => {
    const written = writtenIdOf(operation);
    const framework = written === null ? null : frameworkIdOf(written, operation);
    return { operation, framework, name: nameOf(framework?.id ?? written ?? operation.id) };
  });
  const wanted = Map.groupBy(ids, ({ name }) => name);
  return new Map(
    ids.flatMap(({ operation, framework, name }) => {
      const isFree = framework?.kind === "hash" || wanted.get(name)?.length === 1;
      return framework !== null && isFree ? [[operation, framework] as const] : [];
    }),
  );
}

type Unframed = ReadonlyMap<object, FrameworkId>;

/** Once for each kind, with the first as an example. */
function reportUnframed(report: Report, names: Names["operations"], unframed: Unframed): void {
  const byKind = Map.groupBy(names, ([operation]) => unframed.get(operation)?.kind ?? null);
  for (const [kind, [first, ...more]] of byKind) {
    if (kind === null || first === undefined) continue;
    const [{ at }, { id, name }] = first;
    const place = at instanceof Node ? at.get("operationId") : undefined;
    if (place !== undefined) report.add("framework-ids", place, { count: more.length + 1, kind, id, name });
  }
}

interface Ids {
  readonly written: string | null;
  readonly unframed: FrameworkId | null;
}

/** From the operationId, else from method and path, else from every character of them. */
function candidatesOf(operation: DraftOperation, { written, unframed }: Ids): (() => Candidate)[] {
  const named = (id: string, isOwn: boolean): Candidate => ({
    id,
    names: [usable(camelOf(id)), pascalOf([id])],
    isOwn,
  });
  const derived = (): string => (written === null ? operation.id : idFrom(operation));
  return [
    ...(unframed?.kind === "suffix" ? [() => named(unframed.id, false)] : []),
    ...(written === null || unframed?.kind === "hash"
      ? []
      : [() => named(written, written === usable(camelOf(written)))]),
    () => named(derived(), isPlain(operation)),
    () => named(spelledIdFrom(operation), false),
  ];
}

function schemaNames(
  report: Report,
  schemas: readonly DraftSchema[],
  operationTypes: ReadonlySet<string>,
): Names["schemas"] {
  const lengths = new Map(schemas.map((schema) => [schema, schema.nameLength]));
  const isTaken = (name: string): boolean => operationTypes.has(folded(name)) || reserved.has(name);
  const nameOf = (schema: DraftSchema): string => {
    const name = pascalOf(schema.nameParts.slice(-(lengths.get(schema) ?? 1)));
    // A schema named like an operation's request or response is nearly always its body; the operation's type keeps the name.
    return isTaken(name) ? `${name}Body` : name;
  };
  qualifyClashes(schemas, lengths, nameOf);
  const chosen = chosenNames(
    report,
    schemas.map((schema): Claimant => {
      const name = nameOf(schema);
      const key = schema.nameParts.join();
      const candidate = (id: string): Candidate => ({
        id,
        names: [id],
        isOwn: isComponent(schema) && id === key,
      });
      const spelledOut = (): Candidate => {
        const spelled = schema.nameParts.map(spelledOf).join("_");
        return candidate(isTaken(spelled) || avoided.has(spelled) ? `${spelled}_` : spelled);
      };
      return {
        what: isComponent(schema) ? `the schema ${quote(key)}` : `the schema at ${displayOf(schema.at)}`,
        place: keyOf(schema.at),
        component: isComponent(schema) ? key : null,
        candidates: [() => candidate(name), spelledOut],
      };
    }),
  );
  return new Map(schemas.map((schema, index) => [schema, chosen[index]?.names[0] ?? ""]));
}

/** A name the author chose, to which nothing is added. */
function isComponent({ nameParts }: DraftSchema): boolean {
  return nameParts.length === 1;
}

/**
 * Where several locations compete for a name (or a location has none), those outside of components (whose name the author chose)
 * add one more part of their location, until the names differ or no part is left. All of them do, so order decides nothing.
 */
function qualifyClashes(
  schemas: readonly DraftSchema[],
  lengths: Map<DraftSchema, number>,
  nameOf: (schema: DraftSchema) => string,
): void {
  for (;;) {
    const groups = Map.groupBy(schemas, (schema) => folded(nameOf(schema)));
    const wanting = [...groups.values()].filter(
      (group) => group.length > 1 || group.some((schema) => nameOf(schema) === ""),
    );
    const growing = wanting.flat().filter((schema) => (lengths.get(schema) ?? 1) < schema.nameParts.length);
    if (growing.length === 0) return;
    for (const schema of growing) lengths.set(schema, (lengths.get(schema) ?? 1) + 1);
  }
}

/**
 * From their keys; where two channels use one key for different messages, from channel and key; where `publish` and `subscribe` of an
 * AsyncAPI 2 channel do, from all three.
 */
function messageNames(report: Report, messages: readonly DraftMessage[]): Names["messages"] {
  const groups = [...Map.groupBy(messages, ({ key }) => folded(pascalOf([key]))).values()];
  const claimants = groups.flatMap((group) => {
    const byChannel = Map.groupBy(group, ({ channelKey }) => channelKey);
    return group.map((message): Claimant => {
      const word = (byChannel.get(message.channelKey)?.length ?? 0) > 1 ? wordOf(message) : [];
      const context = group.length > 1 && message.channelKey !== null ? [...word, message.channelKey] : [];
      const parts = [...context, message.key];
      return {
        what: `the message ${quote(message.key)}`,
        place: keyOf(message.at),
        candidates: [pascalOf(parts), parts.map(spelledOf).join("_")].map((id) => () => ({
          id,
          names: [id],
          isOwn: id === message.key,
        })),
      };
    });
  });
  const chosen = chosenNames(report, claimants);
  return new Map(groups.flat().map((message, index) => [message, chosen[index]?.names[0] ?? ""]));
}

/** `publish` or `subscribe`, for a message in an operation of AsyncAPI 2: `channels/orders/publish/message`. */
function wordOf({ at }: DraftMessage): string[] {
  const [first, , word = "", message] = tokensTo(at);
  return first === "channels" && message === "message" ? [word] : [];
}

/** Type names that the generated code declares itself. */
const reserved: ReadonlySet<string> = new Set(["HttpStatus"]);

/** Names with a meaning in JavaScript, in TypeScript or, as members of an object, for promises. */
const avoided: ReadonlySet<string> = new Set(
  (
    "then catch finally constructor prototype toString valueOf hasOwnProperty toJSON delete import export default new class function return " +
    "switch case if else for while do try throw in of with yield await enum null true false this super void typeof var let const static " +
    "instanceof break continue debugger extends implements interface package private protected public eval arguments undefined async get set " +
    "abstract any as bigint boolean declare from global globalThis infer is keyof module namespace never number object readonly require " +
    "satisfies string symbol type union unique unknown using NaN Infinity"
  ).split(" "),
);

/** Whether neither a type nor a method can have the name. */
export function isReservedWord(name: string): boolean {
  return avoided.has(name) || reserved.has(name);
}

function usable(name: string): string {
  return avoided.has(name) ? `${name}Operation` : name;
}

interface FrameworkId {
  /** Who writes such ids: a suffix is FastAPI's, a hash swagger-php's. */
  readonly kind: "suffix" | "hash";
  /** The id to name the operation after. */
  readonly id: string;
}

/** `null` for an id that an author chose. */
function frameworkIdOf(written: string, endpoint: Endpoint): FrameworkId | null {
  // MD5, SHA-1 and SHA-256 of a method and a path.
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(written) && /\d/.test(written))
    return { kind: "hash", id: idFrom(endpoint) };
  const { path, trigger } = endpoint;
  const place = (trigger?.kind === "webhook" ? trigger.key : path.text).replace(/[^\p{L}\p{N}_]/gu, "_");
  // One function may serve several methods, all of them with the id of the first.
  const suffix = httpMethods.map((method) => `${place}_${method}`).find((end) => written.endsWith(end)) ?? "";
  const id = written.slice(0, -suffix.length);
  return /\p{L}/u.test(id) ? { kind: "suffix", id } : null;
}

/** Something in the description that needs a name, or several things that share one. */
export interface Claimant {
  /** `the schema "order"` */
  readonly what: string;
  readonly place: Place;
  /** The name its author gave it, if it is a schema of `components`. */
  readonly component?: string | null;
  /** The best one first. Later ones are rarely needed, so each is computed on demand. */
  readonly candidates: readonly (() => Candidate)[];
}

export interface Candidate {
  readonly id: string;
  /** All of them must be free. */
  readonly names: readonly string[];
  /** Whether the description has exactly this spelling: it then wins against others. */
  readonly isOwn: boolean;
}

/** All competitors for a name move on to their next candidate, except the one with the exact spelling: order decides nothing. */
function chosenNames(report: Report, claimants: readonly Claimant[]): readonly Chosen[] {
  const choices = claimants.map((claimant) => {
    const [first = () => nameless, ...others] = claimant.candidates;
    const candidate = first();
    return { claimant, candidate, others, expected: candidate.names[0] ?? "" };
  });
  for (;;) {
    const wanted = wantedBy(choices.map(({ candidate }) => candidate));
    const moving = choices.filter(({ candidate: { names, isOwn }, others }) => {
      const isName = names.every((name) => name !== "");
      const isSettled = isName && (isOwn || names.every((name) => wanted.get(name) === 1));
      return !isSettled && others.length > 0;
    });
    if (moving.length === 0) break;
    for (const choice of moving) choice.candidate = choice.others.shift()?.() ?? nameless;
  }
  const claims = new NameClaims(report, choices);
  return choices.map((choice) => ({ id: choice.candidate.id, names: claims.claim(choice, choice.candidate.names) }));
}

type Chosen = Pick<Candidate, "id" | "names">;

const nameless: Candidate = { id: "", names: [], isOwn: false };

/** A claimant, the name that readers would expect for it, and the last of its candidates. */
interface Expectant {
  readonly claimant: Claimant;
  readonly candidate: Candidate;
  readonly expected: string;
}

function wantedBy(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>();
  for (const name of candidates.flatMap(({ names }) => [...new Set(names)])) {
    wanted.set(name, (wanted.get(name) ?? 0) + 1);
  }
  return wanted;
}

/** The owners of names; reports names that readers would not expect, and the second claim to a name. */
class NameClaims {
  private readonly report: Report;
  private readonly owners = new Map<string, Claimant>();
  /** The first claim to an expected name, compared without case. */
  private readonly expectants: ReadonlyMap<string, readonly Expectant[]>;
  private readonly wanted: ReadonlySet<string>;

  constructor(report: Report, expectants: readonly Expectant[]) {
    this.report = report;
    this.expectants = Map.groupBy(expectants, ({ expected }) => folded(expected));
    this.wanted = new Set(expectants.flatMap(({ candidate }) => candidate.names));
  }

  /** Returns the names: after a clash, which is reported, with underscores. */
  claim(expectant: Expectant, names: readonly string[]): readonly string[] {
    const { claimant } = expectant;
    const { what, place, component = null } = claimant;
    const clash = names.find((name) => this.owners.has(name));
    const other = clash === undefined ? undefined : this.owners.get(clash);
    if (clash === undefined || other === undefined) {
      for (const name of names) this.owners.set(name, claimant);
      this.explain(expectant, names);
      return names;
    }
    const free = this.freeNames(names);
    for (const name of free) this.owners.set(name, claimant);
    const related = [{ message: other.what, place: other.place }];
    const extra = { related, tolerated: `${what} is called ${quote(free[0] ?? "")}` };
    if (component !== null && component === other.component) {
      this.report.add("conflicting-schema-name", place, { name: component }, extra);
    } else this.report.add("name-clash", place, { name: clash, what, other: other.what }, extra);
    return free;
  }

  /** The names with as many underscores as they need to be no one else's. */
  private freeNames(names: readonly string[]): readonly string[] {
    for (let underscores = "_"; ; underscores += "_") {
      const free = names.map((name) => `${name}${underscores}`);
      if (free.every((name) => !this.owners.has(name) && !this.wanted.has(name))) return free;
    }
  }

  /** Reports a name that readers would not expect, or that differs from another one in case alone. */
  private explain({ claimant, expected }: Expectant, [name = ""]: readonly string[]): void {
    const rivals = this.expectants.get(folded(expected)) ?? [];
    const rival = rivals.find((each) => each.claimant !== claimant);
    const isFirst = rivals[0]?.claimant === claimant;
    if (name === expected && (rival === undefined || isFirst || rival.expected === name)) return;
    const other = rival?.claimant;
    const related = other === undefined ? [] : [{ message: other.what, place: other.place }];
    const { what, place } = claimant;
    const args = { what, name, expected, other: other?.what ?? null };
    this.report.add("spelled-name", place, args, { related });
  }
}

/** Names that differ in case alone are easily confused by readers. */
function folded(name: string): string {
  return name.toLowerCase();
}
