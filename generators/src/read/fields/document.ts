// The fields every description starts with: the version of the standard, and Info.
import { keyOf, kindOf } from "../../diagnostics/index.ts";
import type { Info } from "../../model/http.ts";
import type { Node } from "../../source/index.ts";
import { requiredString, stringField } from "./fields.ts";
import { checkFields, followObject, type Reading } from "./reading.ts";

/** The field that says which standard a document follows, and the fields of its Info Object. */
export interface Standard {
  readonly field: "openapi" | "asyncapi";
  /** The name people use: `OpenAPI`. */
  readonly name: string;
  /** Supported versions. A version has three parts. */
  readonly versions: RegExp;
  /** A version to suggest when none is recognisable. */
  readonly example: string;
  /** The last part of a version that has only two: `3.1` -> 1; `undefined` for a version that is not supported. */
  readonly patchOf: (written: string) => number | undefined;
  /** The hint for an unsupported version. */
  readonly supported: string;
  readonly info: string;
}

/** The version, `3.1.1`. An unsupported one is reported, and `null` is returned. */
export function readVersion(reading: Reading, root: Node, standard: Standard): string | null {
  const { field: name, versions, example, supported: advice } = standard;
  const field = root.get(name);
  if (field === undefined) {
    const otherStandard = (["swagger", "openapi", "asyncapi"] as const).find((other) => root.has(other)) ?? null;
    reading.report.add("not-a-description", root, {
      expected: name,
      found: otherStandard,
      advice: formats.find(({ isOf }) => isOf(root))?.advice ?? null,
    });
    return null;
  }
  if (typeof field.value !== "string" && typeof field.value !== "number") {
    const expected = [`a version such as ${example}`];
    reading.report.add("wrong-kind", field, { what: JSON.stringify(name), expected, found: kindOf(field.value) });
    return null;
  }
  const written = String(field.value);
  if (typeof field.value === "string" && versions.test(written)) return written;
  const patch = standard.patchOf(written);
  if (patch !== undefined) {
    const fullVersion = `${written}.${patch}`;
    reading.report.add("incomplete-version", field, {
      standard: standard.name,
      version: written,
      field: name,
      whole: fullVersion,
    });
    return fullVersion;
  }
  reading.report.add("unsupported-version", field, { standard: standard.name, version: written, advice });
  return null;
}

/** The Info Object, limited to the fields used here. */
export function readInfo(reading: Reading, root: Node, { name, info }: Standard): Info {
  const written = root.get("info");
  if (written === undefined) {
    reading.report.add("missing-field", keyOf(root), { object: `an ${name} document`, field: "info" }, { stops: [] });
  }
  // Bundlers resolve a reference to a file here, as they do for texts.
  const node = written === undefined ? null : followObject(reading, written, "info");
  if (node === null) {
    return { title: "", version: "", summary: null, description: null };
  }
  checkFields(reading, node, "info", info);
  return {
    title: requiredString(reading, node, { name: "title", object: "info", missing: { stops: [] } }),
    version: requiredString(reading, node, { name: "version", object: "info", missing: { stops: [] } }),
    summary: info.split(" ").includes("summary") ? stringField(reading, node, "summary") : null,
    description: stringField(reading, node, "description"),
  };
}

const formats: readonly { readonly isOf: (root: Node) => boolean; readonly advice: string }[] = [
  { isOf: (root) => root.has("overlay"), advice: "this is an overlay: pass it as --overlay, next to its description" },
  { isOf: (root) => root.has("arazzo"), advice: "this is an Arazzo workflow: pass the description that it refers to" },
  {
    isOf: (root) => root.has("item") && isPostman(root.get("info")),
    advice: "this is a Postman collection: export it as OpenAPI, or convert it, and pass the result",
  },
  {
    isOf: (root) => root.get("_type")?.value === "export" && root.has("resources"),
    advice: "this is an Insomnia export: export the collection as OpenAPI, and pass that file",
  },
  {
    isOf: (root) => root.has("$schema"),
    advice: 'this is a JSON Schema: refer to it from "components/schemas" of a description, and pass that',
  },
];

function isPostman(info: Node | undefined): boolean {
  if (info === undefined || !info.isObject) return false;
  return info.has("_postman_id") || /getpostman\.com/.test(String(info.get("schema")?.value));
}
