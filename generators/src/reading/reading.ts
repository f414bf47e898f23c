// What every reader shares during one run: the sources, the report, and how a node with a `$ref` is followed.
import { keyOf, kindOf, nearest, type Report, reportSourceProblem } from "../diagnostics/index.ts";
import { identityOf, type Node, type Sources } from "../source/index.ts";

export interface Reading {
  readonly sources: Sources;
  readonly report: Report;
}

/**
 * The node itself, or what its `$ref` leads to, however many steps. `null` when it leads nowhere: that is reported.
 * For every object of OpenAPI and AsyncAPI except schemas, whose references keep their identity.
 */
export function follow(reading: Reading, node: Node): Node | null {
  const passed = new Set<string>();
  let at = node;
  for (let ref = at.get("$ref"); at.isObject && ref !== undefined; ref = at.get("$ref")) {
    if (passed.has(identityOf(at))) {
      reading.report.add("ref-cycle", ref, { ref: String(ref.value) });
      return null;
    }
    passed.add(identityOf(at));
    const target = resolveRef(reading, ref);
    if (target === null) return null;
    at = target;
  }
  return at;
}

/** One step: the place the string at `ref` names. */
export function resolveRef(reading: Reading, ref: Node): Node | null {
  if (typeof ref.value !== "string") {
    reportSourceProblem(reading.report, { kind: "ref-not-string", from: ref });
    return null;
  }
  const target = reading.sources.resolve(ref.value, ref);
  if (target.ok) return target.value;
  reportSourceProblem(reading.report, target.problem);
  return null;
}

/** The node when it is an object; otherwise reports what it is instead. */
export function expectObject(reading: Reading, node: Node, what: string): Node | null {
  if (node.isObject) return node;
  reading.report.add("wrong-kind", node, { what, expected: ["an object"], found: kindOf(node.value) });
  return null;
}

/** Follows a `$ref` and insists on an object. */
export function followObject(reading: Reading, node: Node, what: string): Node | null {
  const target = follow(reading, node);
  return target === null ? null : expectObject(reading, target, what);
}

/** Fields the standard does not know. A misspelt field is an error, an unheard-of one a warning; `x-` is the author's own. */
export function checkFields(reading: Reading, node: Node, what: string, known: ReadonlySet<string>): void {
  for (const member of node.members()) {
    const { key } = member;
    if (known.has(key) || key.startsWith("x-") || key === "$ref") continue;
    const near = nearest(key, known);
    const severity = near === undefined ? "warning" : "error";
    reading.report.add("unknown-field", keyOf(member), { object: what, field: key, near }, { severity });
  }
}

/** The members that start with `x-`, as they stand. */
export function extensionsOf(node: Node): Record<string, unknown> {
  return Object.fromEntries(
    node
      .members()
      .filter((member) => member.key.startsWith("x-"))
      .map((member) => [member.key, member.value]),
  );
}
