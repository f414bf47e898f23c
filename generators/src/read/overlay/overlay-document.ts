// An overlay document (OpenAPI Overlay Specification 1.0 and 1.1) -> its actions, each with the query that selects its targets.
import { kindOf } from "../../diagnostics/index.ts";
import { type Node, spanOf } from "../../source/index.ts";
import {
  booleanField,
  checkExclusive,
  checkFields,
  expectObject,
  itemsOf,
  type Reading,
  requiredString,
  stringField,
} from "../fields/index.ts";
import { compilePath, type JsonPath } from "./json-path.ts";

export interface Overlay {
  readonly root: Node;
  /** The field `extends`. */
  readonly extended: Node | null;
  readonly actions: readonly Action[];
}

export interface Action {
  /** The field `target`. */
  readonly at: Node;
  readonly target: JsonPath;
  readonly change:
    | { readonly kind: "remove" }
    | { readonly kind: "update"; readonly update: Node }
    | { readonly kind: "copy"; readonly at: Node; readonly source: JsonPath };
}

const supported = /^1\.[01]\.\d+$/;

/** `null` for a file that is no overlay, which is reported. Actions that mean nothing are left out. */
export function readOverlay(reading: Reading, root: Node): Overlay | null {
  const version = root.get("overlay");
  if (version === undefined) {
    const found = ["openapi", "asyncapi", "swagger"].find((field) => root.has(field)) ?? null;
    reading.report.add("not-an-overlay", root, { found });
    return null;
  }
  if (typeof version.value !== "string" || !supported.test(version.value)) {
    const advice = "write overlay: 1.0.0, or 1.1.0, in quotes if needed";
    const written = typeof version.value === "string" ? version.value : kindOf(version.value);
    reading.report.add("unsupported-version", version, { standard: "Overlay", version: written, advice });
    return null;
  }
  checkFields(reading, root, "an overlay", "overlay info extends actions");
  readInfo(reading, root);
  stringField(reading, root, "extends");
  const actions = root.get("actions");
  if (actions === undefined || (actions.isArray && actions.items().length === 0))
    reading.report.add(
      "missing-field",
      actions ?? root,
      { object: "an overlay", field: "actions" },
      { tolerated: null },
    );
  const hasCopy = !version.value.startsWith("1.0.");
  return {
    root,
    extended: root.get("extends") ?? null,
    actions: itemsOf(reading, root, "actions").flatMap((node) => readAction(reading, node, hasCopy) ?? []),
  };
}

/** Only checked: nothing is generated from it. */
function readInfo(reading: Reading, root: Node): void {
  const info = root.get("info");
  if (info === undefined) {
    reading.report.add("missing-field", root, { object: "an overlay", field: "info" }, { tolerated: null });
    return;
  }
  if (expectObject(reading, info, "info") === null) return;
  checkFields(reading, info, "the info of an overlay", "title version description");
  stringField(reading, info, "description");
  for (const name of ["title", "version"]) requiredString(reading, info, { name, object: "info" });
}

function readAction(reading: Reading, node: Node, hasCopy: boolean): Action | null {
  if (expectObject(reading, node, "an action") === null) return null;
  checkFields(reading, node, "an action", `target description update remove${hasCopy ? " copy" : ""}`);
  const written = requiredString(reading, node, { name: "target", object: "an action" });
  stringField(reading, node, "description");
  const at = node.get("target");
  const change = readChange(reading, node, hasCopy);
  if (at === undefined || typeof at.value !== "string") return null;
  const target = readPath(reading, at, written);
  return target === null || change === null ? null : { at, target, change };
}

function readChange(reading: Reading, node: Node, hasCopy: boolean): Action["change"] | null {
  const update = node.get("update");
  const copy = hasCopy ? node.get("copy") : undefined;
  if (booleanField(reading, node, "remove") === true) {
    for (const ignored of [update, copy]) if (ignored !== undefined) reportIgnored(reading, ignored);
    return { kind: "remove" };
  }
  if (copy !== undefined) {
    checkExclusive(reading, node, "an action", ["update", "copy"], { tolerated: null });
    const written = stringField(reading, node, "copy");
    const source = written === null ? null : readPath(reading, copy, written);
    return source === null ? null : { kind: "copy", at: copy, source };
  }
  if (update !== undefined) return { kind: "update", update };
  const advice = `add "update"${hasCopy ? ', "copy"' : ""} or "remove: true"`;
  reading.report.add("no-effect", node, { what: "this action", reason: "it changes nothing", advice });
  return null;
}

function reportIgnored(reading: Reading, node: Node): void {
  const what = `"${node.key}" beside "remove: true"`;
  const reason = "the value is removed";
  const advice = "write an action of its own for it";
  reading.report.add("no-effect", { kind: "key", location: node }, { what, reason, advice });
}

function readPath(reading: Reading, at: Node, written: string): JsonPath | null {
  const compiled = compilePath(written);
  if (compiled.ok) return compiled.value;
  const { detail, offset } = compiled;
  const start = offset === null ? null : offsetIn(at, written, offset);
  const place = start === null ? at : ({ kind: "offset", document: at.document, offset: start } as const);
  reading.report.add("invalid-json-path", place, { path: written, detail });
  return null;
}

/** The place of a character of a string in its document; `null` where the text has it in another form. */
function offsetIn(at: Node, written: string, offset: number): number | null {
  const { start, end } = spanOf(at);
  const found = at.document.text.slice(start, end).indexOf(written);
  return found === -1 ? null : start + found + offset;
}
