// The formats that a rule is for, by their names in YAML or as the functions of a module -> whether a document has one of them.
import { isRecord } from "./values.ts";

export function hasFormat(document: unknown, formats: readonly unknown[] | null): boolean {
  if (formats === null || formats.length === 0) return true;
  const names = namesOf(document);
  return formats.some((format) => {
    if (typeof format === "function") return format(document, null) === true;
    return names.includes(String(format).replaceAll("_", "."));
  });
}

/** `oas3` and `oas3.1` of an OpenAPI 3.1.1 document. */
function namesOf(document: unknown): string[] {
  if (!isRecord(document)) return [];
  const { openapi, swagger, asyncapi } = document;
  const versions = [
    ["oas", openapi ?? swagger],
    ["aas", asyncapi],
  ] as const;
  return versions.flatMap(([prefix, version]) => {
    const [major, minor] = version === undefined ? [] : String(version).split(".");
    return major === undefined ? [] : [`${prefix}${major}`, `${prefix}${major}.${minor ?? "0"}`];
  });
}
