// Codes for files, syntax and references, and for documents as a whole.
import { type LimitName, limitWords } from "../source/limits.ts";
import { quote, suggestion, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface SourceArgs {
  readonly "unreadable-file": { path: string; reason: string; advice: string };
  readonly "invalid-yaml": { detail: string; advice?: string | undefined };
  readonly "invalid-json": { detail: string; advice?: string | undefined };
  readonly "duplicate-key": { key: string };
  readonly "ref-not-string": { found: string };
  readonly "ref-malformed": { ref: string };
  readonly "ref-remote": { ref: string };
  readonly "ref-outside": { path: string; throughLink: boolean; folder: string };
  readonly "over-limit": { limit: LimitName; max: number };
  readonly "ref-not-found": {
    ref: string;
    missing: string;
    near: string | undefined;
    known: readonly string[];
    advice?: string | undefined;
  };
  readonly "ref-cycle": { ref: string };
  readonly "unescaped-ref": { ref: string; pointer: string };
  readonly "misplaced-ref": { field: string };
  readonly "too-deep": { purpose: string; isDepth: boolean };
  readonly "different-versions": { openapi: string; asyncapi: string };
  readonly "official-schema": { standard: string; detail: string };
  readonly "official-schema-warning": { standard: string; detail: string };
}

export const sourceCodes: Table<SourceArgs> = {
  "unreadable-file": {
    severity: "error",
    message: ({ path, reason }) => `cannot read ${quote(path)}: ${reason}`,
    hint: ({ advice }) => advice,
    onlyNamed: true,
    tolerated: "a schema accepts any value in place of the reference",
    confined: true,
    cause: "A description, or a referenced file, does not exist or cannot be opened.",
    fix: "Correct the path, or restore the file. References are resolved relative to their own file.",
  },
  "invalid-yaml": {
    severity: "error",
    message: ({ detail }) => `this is not valid YAML: ${detail}`,
    hint: ({ advice }) =>
      advice ?? "the parser stopped here; the mistake is here or just above (indentation, a missing quote, a tab)",
    confined: true,
    cause: "The file is not valid YAML 1.2.",
    fix: "Fix the syntax at the place shown. Quote values that hold `: ` or ` #` or that begin with one of `@`, a backtick, `%`, `&`, `*`, `!`.",
  },
  "invalid-json": {
    severity: "error",
    message: ({ detail }) => `this is not valid JSON: ${detail}`,
    hint: ({ advice }) =>
      advice ?? "a file that ends in .json is read as strict JSON: no comments, no trailing commas, double quotes only",
    confined: true,
    cause: "The file is not valid JSON (RFC 8259).",
    fix: "Fix the syntax at the place shown, or rename the file to .yaml if it is YAML.",
  },
  "duplicate-key": {
    severity: "error",
    message: ({ key }) => `the key ${quote(key)} is given twice in one object`,
    hint: () => "keep one of the two; parsers disagree on which one wins",
    confined: true,
    cause: "An object has two members of the same name. Most JSON parsers silently keep the last one.",
    fix: "Remove or rename one of the two members.",
  },
  "ref-not-string": {
    severity: "error",
    message: ({ found }) => `$ref must be a string, found ${found}`,
    hint: () => 'write a reference such as "#/components/schemas/Order" or "order.yaml"',
    tolerated: "a schema accepts any value in place of the reference",
    confined: true,
    cause: "The value of a `$ref` is not a string.",
    fix: "Write the reference as a string: a relative file, a `#/` pointer, or both.",
  },
  "ref-malformed": {
    severity: "error",
    message: ({ ref }) => `the reference ${quote(ref)} has no JSON pointer after "#"`,
    hint: () =>
      'after "#" write nothing, or a pointer that starts with "/"; "/" in a key is written "~1", "~" is written "~0"',
    tolerated: "a schema accepts any value in place of the reference",
    confined: true,
    cause: "The part after `#` is neither empty nor a JSON pointer (RFC 6901), or its percent-encoding is broken.",
    fix: "Point to the value with `#/…`. Anchors name schemas: only a `$ref` in a schema can use them.",
  },
  "ref-remote": {
    severity: "error",
    message: ({ ref }) => `the reference ${quote(ref)} is a URL, and references are not fetched`,
    hint: () =>
      "keep a copy next to the description and map the URL to it with --map URL=PATH (map in a configuration), or refer to it by a relative path; if the description itself is a URL, `waybill pin` prints the files that belong to it",
    onlyNamed: true,
    tolerated: "a schema accepts any value in place of the reference",
    confined: true,
    cause:
      "A reference names a URL, or is in a fetched document and names a file next to it. A URL can return something else in each run, so references of local files are never fetched. A fetched document can refer only to its own origin; if it is pinned, only to files that are pinned with it.",
    fix: "If the description itself is at a URL, give the hash of each file it refers to: `waybill pin URL` prints them all. Otherwise keep a copy in the repository. Either map the URL, or its beginning, to the copy (`--map https://example.com/schemas/=vendor/schemas`), or refer to it by a relative path.",
  },
  "ref-outside": {
    severity: "error",
    message: ({ path, throughLink }) =>
      throughLink
        ? `${quote(path)} is a link to a file outside the folders that may be read`
        : `the reference leads to ${quote(path)}, outside the folders that may be read`,
    hint: ({ throughLink, folder }) =>
      throughLink
        ? "allow the folder the link leads to with --root DIR (roots in a configuration), or replace the link with the file"
        : `keep the file inside the project, or allow its folder with --root ${folder} (roots in a configuration)`,
    onlyNamed: true,
    tolerated: "a schema accepts any value in place of the reference",
    confined: true,
    cause:
      "A reference leads out of the readable folders: those of the entry documents, the repositories around them (without version control, their packages), the working directory, the folder of the configuration, and folders added with `--map` and `--root`. Otherwise an untrusted description could copy any file of the machine into generated code or messages.",
    fix: "Keep the files of a description together. To allow another folder, use `--root DIR`, or `roots` in a configuration.",
  },
  "over-limit": {
    severity: "error",
    message: ({ limit, max }) => `more than ${max} ${limitWords[limit]}`,
    hint: ({ limit, max }) =>
      `if this size is intended, raise the limit: --limit ${limit}=${max * 2} (limits in a configuration)`,
    cause:
      "The description exceeds a limit that no known description comes near: files, nesting, expanded aliases, references, schemas, values of an enum, members of `allOf`, `anyOf` or `oneOf`, or generated code. Without limits, a few lines could exhaust the memory of the machine.",
    fix: "Check the description. If it is correct, raise the limit in the message with `--limit NAME=N`, or with `limits` in a configuration.",
  },
  "ref-not-found": {
    severity: "error",
    message: ({ ref, missing }) => `the reference ${quote(ref)} points to nothing: there is no ${quote(missing)}`,
    hint: ({ near, known, advice }) => suggestion(near, advice ?? knownKeys(known)),
    tolerated: "a schema accepts any value in place of the reference",
    confined: true,
    cause: "The file of the reference exists, but its pointer names a missing key.",
    fix: "Correct the pointer, or add what it names.",
  },
  "unescaped-ref": {
    severity: "error",
    message: ({ ref }) =>
      `the reference ${quote(ref)} points to nothing as it is written: a "/" in a key is not escaped`,
    hint: ({ pointer }) => `write the pointer as ${quote(`#${pointer}`)}`,
    tolerated: 'the reference means the key with the "/"',
    cause:
      "A JSON pointer (RFC 6901) separates keys with `/`. In a key, `/` has to be written `~1`, and `~` has to be written `~0`.",
    fix: "Escape the key in the reference, or rename it.",
  },
  "misplaced-ref": {
    severity: "error",
    message: ({ field }) => `${quote(field)} has a $ref, but the standard allows no reference in its place`,
    hint: () => "refer to each of its members, or write them here",
    tolerated: "the members are those of the value that it refers to, and its own",
    cause:
      "A map such as `content`, or a list such as `parameters`, is a reference as a whole. The standards allow references to its members only; some bundlers replace it with its target, others do not.",
    fix: "Move the reference to the members, or bundle the description first.",
  },
  "ref-cycle": {
    severity: "error",
    message: ({ ref }) => `the reference ${quote(ref)} leads back to itself without reaching a value`,
    hint: () => "replace one of the references in the cycle with the value itself",
    confined: true,
    cause:
      "References that point only to each other never reach a value. A schema that refers to itself below a property is fine.",
    fix: "Replace one of the references with the value that it should name.",
  },
  "too-deep": {
    severity: "error",
    message: ({ purpose, isDepth }) => `the description is too ${isDepth ? "deep" : "large"} ${purpose}`,
    hint: () =>
      "the innermost value is shown; move inner schemas to components and refer to them, and keep the default limits",
    cause:
      "Values are nested in each other, or schemas refer to each other, so deeply that the engine's stack overflows. With the default limits, no known description causes this.",
    fix: "Nest less: name inner schemas and refer to them. If `--limit` raises a limit, try without it.",
  },
  "different-versions": {
    severity: "warning",
    message: ({ openapi, asyncapi }) =>
      `the two descriptions of this API have different versions: ${quote(openapi)} and ${quote(asyncapi)}`,
    hint: () => "give info.version of both documents the same value, or configure them as two APIs",
    cause:
      "An OpenAPI and an AsyncAPI document that are read together describe one API, whose packages have one version.",
    fix: "Set `info.version` of both documents together.",
  },
  "official-schema": {
    severity: "error",
    message: ({ standard, detail }) => `not valid ${standard}: ${detail}`,
    hint: ({ standard }) =>
      `compare this place with the ${standard} specification, or run with --tolerate official-schema`,
    tolerated: "the description means what Waybill reads from it",
    stops: [],
    cause:
      "The document violates the standard: its official JSON Schema rejects it, or a rule that the schema cannot express.",
    fix: "Fix the place shown.",
  },
  "official-schema-warning": {
    severity: "warning",
    message: ({ standard, detail }) => `${standard}: ${detail}`,
    hint: () => "state the version of the standard that has this field, or ignore this warning",
    cause:
      "A field is of a later version of the standard than the document. Frameworks write such fields, and they are read as they are meant.",
    fix: "State the later version in the document.",
  },
};

/** What a pointer could have named, when that is short enough to read. */
function knownKeys(known: readonly string[]): string {
  if (known.length === 0) return "the last place the pointer resolves to is shown above; it has no members";
  if (known.length > 8) return "the last place the pointer resolves to is shown above; use one of its keys";
  return `available: ${known.map(quote).join(", ")}`;
}
