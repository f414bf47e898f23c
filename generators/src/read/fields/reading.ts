// What all readers share during one run: the sources, the report, and how a node with a `$ref` is followed.
import {
  type Extra,
  type Faults,
  keyOf,
  kindOf,
  listOf,
  nearest,
  quote,
  type Report,
  reportSourceProblem,
} from "../../diagnostics/index.ts";
import { identityOf, Node, type Sources } from "../../source/index.ts";

export interface Reading {
  readonly sources: Sources;
  readonly report: Report;
}

/**
 * What `read` returns, for a part of the description that can be left out; `null` if it has to be: an error in it is tolerated, but
 * has no meaning. `part` is its name in the message: `GET /orders`.
 */
export function readPart<T>({ report }: Reading, part: string | null, read: () => T): T | null {
  const { value, faults } = report.confine(part, read);
  return faults.size === 0 ? value : null;
}

/** A value that several parts of a description refer to: it is read once, and its faults are those of each part. */
export interface Shared<T> {
  readonly value: T;
  readonly faults: Faults;
}

/** The value that `known` has under `key`, or else the one that `read` returns. */
export function readShared<T>({ report }: Reading, known: Map<string, Shared<T>>, key: string, read: () => T): T {
  const earlier = known.get(key);
  if (earlier !== undefined) {
    report.repeat(earlier.faults);
    return earlier.value;
  }
  const shared = report.watch(read);
  known.set(key, shared);
  return shared.value;
}

/**
 * The node itself, or the target of its `$ref`, over any number of steps. `null` when it cannot be resolved, which is reported.
 * For every object of OpenAPI and AsyncAPI except schemas, whose references keep their identity.
 * `beside` names the fields that count beside a `$ref`; the others are ignored, which is reported. `tolerated`: what a reference that
 * leads nowhere means, where that can be assumed.
 */
export function follow(
  reading: Reading,
  node: Node,
  beside: readonly string[] = [],
  tolerated: string | null = null,
): Node | null {
  const passed = new Set<string>();
  let at = node;
  for (let ref = at.get("$ref"); at.isObject && ref !== undefined; ref = at.get("$ref")) {
    if (passed.has(identityOf(at))) {
      reading.report.add("ref-cycle", ref, { ref: String(ref.value) });
      return null;
    }
    passed.add(identityOf(at));
    if (isTooLong(reading, ref, passed.size)) return null;
    reportSiblings(reading, at, beside);
    const target = resolveRef(reading, ref, tolerated);
    if (target === null) return null;
    at = target;
  }
  return at;
}

function isTooLong({ report, sources }: Reading, ref: Node, steps: number): boolean {
  const { referenceSteps: max } = sources.limits;
  if (steps > max) report.add("over-limit", ref, { limit: "referenceSteps", max });
  return steps > max;
}

function reportSiblings(reading: Reading, node: Node, beside: readonly string[]): void {
  for (const member of node.members()) {
    if (member.key === "$ref" || member.key.startsWith("x-") || beside.includes(member.key)) continue;
    const counts = listOf(beside.map(quote), "and");
    reading.report.add("no-effect", keyOf(member), {
      what: `${quote(member.key)} beside $ref`,
      reason:
        beside.length === 0 ? "a reference is replaced with its target" : `only ${counts} may be added to a reference`,
      advice: "remove it, or change the place the reference names",
    });
  }
}

/** A text next to a `$ref` on the way from `node` to the target that `follow` found: it replaces the target's text. */
export function siblingText(reading: Reading, node: Node, field: string): string | null {
  let at: Node | null = node;
  for (let ref = at.get("$ref"); ref !== undefined; ref = at?.get("$ref")) {
    const text: unknown = at?.get(field)?.value;
    if (typeof text === "string") return text;
    at = resolveRef(reading, ref);
  }
  return null;
}

/** One step: the node that the string at `ref` refers to. */
export function resolveRef(reading: Reading, ref: Node, tolerated: string | null = null): Node | null {
  if (typeof ref.value !== "string") {
    reportSourceProblem(reading.report, { kind: "ref-not-string", from: ref }, { tolerated });
    return null;
  }
  const target = reading.sources.resolve(ref.value, ref);
  if (target.ok) return target.value;
  return reportSourceProblem(reading.report, target.problem, { tolerated });
}

/** The node when it is an object; otherwise reports its kind. */
export function expectObject(reading: Reading, node: Node, what: string): Node | null {
  if (node.isObject) return node;
  const tolerated = node.value === null ? isAbsent : null;
  reading.report.add("wrong-kind", node, { what, expected: ["an object"], found: kindOf(node.value) }, { tolerated });
  return null;
}

/** What null means for a field that must not be null: in YAML, it is a key with nothing after it. */
export const isAbsent = "it is absent";

/**
 * The member of a map, such as a response; for null, which is reported, an empty object. A key in a map says something by itself, while
 * a field without a value says nothing.
 */
export function memberOrEmpty({ report }: Reading, member: Node, what: string): Node {
  if (member.value !== null) return member;
  report.add("wrong-kind", member, { what, expected: ["an object"], found: "null" }, { tolerated: "it is empty" });
  return new Node(member.document, member.parent, member.key, {});
}

/** Follows a `$ref` and requires an object. */
export function followObject(reading: Reading, node: Node, what: string, beside: readonly string[] = []): Node | null {
  const target = follow(reading, node, beside);
  return target === null ? null : expectObject(reading, target, what);
}

/** The fields of each object of a standard, separated by spaces, by the name that messages give the object: `a parameter`. */
type FieldTable<Name extends string> = Readonly<Record<Name, string>>;

/** The node when it is an object, with its fields checked; otherwise reports its kind. */
export function expectKnown<Name extends string>(
  reading: Reading,
  node: Node,
  what: Name,
  fields: FieldTable<Name>,
): Node | null {
  const object = expectObject(reading, node, what);
  if (object !== null) checkFields(reading, object, what, fields[what]);
  return object;
}

/** The same for the target of a `$ref`; see `follow`. */
export function followKnown<Name extends string>(
  reading: Reading,
  node: Node,
  what: Name,
  { fields, beside = [] }: { fields: FieldTable<Name>; beside?: readonly string[] },
): Node | null {
  const target = follow(reading, node, beside);
  return target === null ? null : expectKnown(reading, target, what, fields);
}

/** Reports unknown fields: a misspelt field is an error, an unfamiliar one a warning, and `x-` belongs to the author. */
export function checkFields(reading: Reading, node: Node, what: string, fields: string): void {
  const known = fields.split(" ");
  for (const key of node.keys()) {
    if (known.includes(key) || key.startsWith("x-") || key === "$ref") continue;
    const member = node.get(key);
    if (member === undefined) continue;
    const near = nearest(key, known);
    const severity = near === undefined ? "warning" : "error";
    reading.report.add("unknown-field", keyOf(member), { object: what, field: key, near }, { severity });
  }
}

/** Reports two fields of which the standard allows one. */
export function checkExclusive(
  reading: Reading,
  node: Node,
  object: string,
  [first, second]: [string, string],
  extra: Extra,
): void {
  const other = node.get(second);
  if (node.has(first) && other !== undefined) {
    reading.report.add("conflicting-fields", keyOf(other), { object, first, second }, extra);
  }
}

/**
 * Checks every reference in a part of a document that is not read further, so that broken ones are reported.
 */
export function checkReferences(reading: Reading, node: Node, how: ReferenceCheck = {}): void {
  const { except = [], resolve = (ref: Node) => resolveRef(reading, ref) } = how;
  const ref = node.isObject ? node.get("$ref") : undefined;
  if (ref !== undefined && typeof ref.value === "string") resolve(ref);
  for (const child of [...node.members(), ...node.items()]) {
    if (!isFree(child.key) && !except.includes(child.key)) checkReferences(reading, child, how);
  }
}

export interface ReferenceCheck {
  /** Fields whose references are checked elsewhere. */
  readonly except?: readonly string[];
  /** Resolves a reference and reports a broken one, for schemas that have identifiers. */
  readonly resolve?: (ref: Node) => unknown;
}

/** Values below these keys are the author's own: there, `$ref` is a member like any other. */
function isFree(key: string): boolean {
  return key.startsWith("x-") || ["example", "examples", "default", "enum", "const"].includes(key);
}

/** The members that start with `x-`, unchanged. */
export function extensionsOf(node: Node): Readonly<Record<string, unknown>> {
  const names = node.keys().filter((key) => key.startsWith("x-"));
  return names.length === 0 ? noExtensions : Object.fromEntries(names.map((name) => [name, node.get(name)?.value]));
}

const noExtensions: Readonly<Record<string, unknown>> = Object.freeze({});
