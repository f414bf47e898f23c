// A change of an AsyncAPI document -> what asyncapi/diff, the diff of the AsyncAPI Initiative, says about it by its table.
import path from "node:path";
import { diff } from "@asyncapi/diff";
import { standard as standard2 } from "@asyncapi/diff/lib/standards/v2.js";
import { standard as standard3 } from "@asyncapi/diff/lib/standards/v3.js";
import { isRecord } from "./nodes.ts";

export type TheirVerdict = "breaking" | "non-breaking" | "unclassified";

export interface Found {
  readonly verdict: TheirVerdict;
  /** `servers, any, host: remove`: the rows of its table that it found breaking. */
  readonly rows: readonly string[];
}

/** Of all it finds, the worst. `null` when it finds nothing, or fails. Both documents are without references. */
export function theirVerdict(base: unknown, revision: unknown): Found | null {
  let changes: readonly { action: string; path: string; type: string }[];
  try {
    const output = diff(base, revision).getOutput();
    if (typeof output === "string") return null;
    ({ changes } = output);
  } catch {
    return null;
  }
  if (changes.length === 0) return null;
  const breaking = changes.filter(({ type }) => type === "breaking");
  const isOld = isRecord(base) && String(base["asyncapi"]).startsWith("2");
  const rows = breaking.map(({ path: at, action }) => `${rowOf(at, isOld ? 2 : 3)} ${action}`);
  if (breaking.length > 0) return { verdict: "breaking", rows };
  return { verdict: changes.some(({ type }) => type === "non-breaking") ? "non-breaking" : "unclassified", rows };
}

/** The rows of its table that call a change breaking: `servers, any, host: remove`. */
export function breakingRows(version: 2 | 3): string[] {
  return Object.entries(version === 2 ? standard2 : standard3).flatMap(([row, actions]) =>
    Object.entries(actions).flatMap(([action, type]) => (type === "breaking" ? [`${row} ${action}`] : [])),
  );
}

/** As the package looks it up: a step that the table does not have is `*`. */
function rowOf(pointer: string, version: 2 | 3): string {
  const table: object = version === 2 ? standard2 : standard3;
  return pointer
    .split("/")
    .slice(1)
    .reduce((at, step) => (Object.hasOwn(table, `${at}/${step}`) ? `${at}/${step}` : `${at}/*`), "");
}

/** With each reference replaced by its target; one to what it is in stays. */
export function dereferenced(file: string, load: (file: string) => unknown): unknown {
  const replaced = (at: string, value: unknown, around: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => replaced(at, item, around));
    if (!isRecord(value)) return value;
    const ref = value["$ref"];
    if (typeof ref !== "string") {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(at, member, around)]));
    }
    const [target = "", fragment = ""] = ref.split("#");
    const reached = target === "" ? at : path.resolve(path.dirname(at), target);
    const id = `${reached}#${fragment}`;
    if (around.includes(id) || /^[a-z]+:/i.test(target)) return value;
    const steps = fragment
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const found = steps.reduce<unknown>((holder, step) => Reflect.get(Object(holder), step), load(reached));
    return replaced(reached, found, [...around, id]);
  };
  return replaced(file, load(file), []);
}
