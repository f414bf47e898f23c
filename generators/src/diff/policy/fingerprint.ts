// A change -> a text that is the same as long as the change is: wherever keys and elements move, and in whichever order they are.
import { createHash } from "node:crypto";
import { type Location, valueAt } from "../../model/place.ts";
import type { Change } from "../change.ts";

/** 16 hexadecimal digits, of the rule, what changed and where, without files' folders, lines and positions in lists. */
export function fingerprintOf({ rule, message, subject, base, revision }: Change): string {
  // The subject of a shared change counts its uses, and its place says the same.
  const what = message.slice(subject.length);
  const parts = [rule, what, fileOf(revision), placeOf(base), placeOf(revision)];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** Folders differ between releases: `releases/1.2.0/openapi.yaml`. */
function fileOf({ document }: Location): string {
  return document.name.split("/").at(-1) ?? "";
}

function placeOf(location: Location): string {
  const keys: string[] = [];
  for (let at = location; at.parent !== null; at = at.parent) keys.unshift(keyOf(at));
  return keys.join("/");
}

/** An element of a list is known by its name or value, and by its position only where it has neither. */
function keyOf(at: Location): string {
  const list = at.parent === null ? undefined : valueAt(at.parent);
  if (!Array.isArray(list)) return at.key.replaceAll("~", "~0").replaceAll("/", "~1");
  const element = valueAt(at);
  if (typeof element !== "object" || element === null) return `[${JSON.stringify(element)}]`;
  const names = ["name", "in", "$ref", "url", "title", "const"].flatMap((field) => {
    const value: unknown = Object.hasOwn(element, field) ? Reflect.get(element, field) : undefined;
    return typeof value === "string" ? [`${field}=${value}`] : [];
  });
  return names.length === 0 ? `[${at.key}]` : `[${names.join(",")}]`;
}
