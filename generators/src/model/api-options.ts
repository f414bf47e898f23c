// The options of an API: what each means, its default, which values and which flag it takes. One table; the configuration, the command
// line and the hash of a run are made from it, and reading and targets get the options whole, as one `ApiOptions`.
import { wellKnownFormats } from "./analysis/known-formats.ts";
import type { EnumRules } from "./finish/enum-rules.ts";
import type { NameHooks } from "./finish/naming/name-hooks.ts";
import type { PaginationOption } from "./finish/pagination/pagination-rule.ts";
import type { Selector } from "./finish/selector.ts";

/** `assert`: a value that lacks the format is rejected. `annotate`: the format is documentation. */
export type FormatRule = "assert" | "annotate";

/** One rule for all formats, or rules by format, with `*` for all others; a format without a rule is asserted. */
export type FormatRules = FormatRule | Readonly<Record<string, FormatRule>>;

/** How to read what most authors mean differently than the standard does, taken literally. */
export type Meaning = "author" | "letter";

/** The options with these values. */
export const meaningNames = ["nullable", "discriminators", "untyped"] as const;

export type MeaningName = (typeof meaningNames)[number];

export type Meanings = { readonly [Name in MeaningName]: Meaning };

export function meaningsBy(meaningOf: (name: MeaningName) => Meaning): Meanings {
  return {
    nullable: meaningOf("nullable"),
    discriminators: meaningOf("discriminators"),
    untyped: meaningOf("untyped"),
  };
}

export type SchemaFiles = "auto" | "one" | "each";

export type ImportExtension = ".ts" | ".js" | "none";

export interface ApiOptions {
  /**
   * Generates only the operations and messages that match all fields of at least one entry:
   * `[{ tag: "orders" }, { path: "/v1/stock/**", method: "get" }]`. Entries narrow the kind they match: HTTP operations
   * (including webhooks and callbacks) or messages; the other kind stays whole. A selector that matches nothing is an error.
   */
  readonly include: readonly Selector[];
  /** Exclusions. They override `include`. */
  readonly exclude: readonly Selector[];
  /** `false` excludes deprecated operations. Default: `true`. */
  readonly deprecated: boolean;
  /**
   * Whether to generate named schemas that no generated code uses. Default: `drop` if `include`, `exclude` or `deprecated` removes
   * something, else `keep`.
   */
  readonly unusedSchemas: "keep" | "drop" | null;
  /**
   * `date`: timestamps (`format: date-time`) are `Date` in code; client and server convert them in both directions. Default: `string`,
   * the wire format without loss of precision.
   */
  readonly dates: "string" | "date";
  /**
   * `bigint`: 64-bit integers (`type: integer` with `format: int64` or `uint64`) are `bigint` in code, and client and server read and
   * write JSON without rounding. Default: `number`, which is exact up to 2^53.
   */
  readonly int64: "number" | "bigint";
  /**
   * `apply`: validation adds the defaults of absent members and parameters, in Zod schemas and before a server's handlers run. The
   * result has the type `OrderOutput`. Default: `document`, which leaves values unchanged.
   */
  readonly defaults: "document" | "apply";
  /**
   * The type of optional members. `undefined` (default): `note?: string | undefined`, so that `undefined` may mean an absent member. `absent`:
   * `note?: string`; with `exactOptionalPropertyTypes`, a spread of a patch over a value has the type of the value.
   */
  readonly optional: "undefined" | "absent";
  /**
   * What handlers of a generated server get for a binary request body, such as `application/octet-stream` or `image/*`. `blob` (default):
   * the complete body as a `Blob`. `stream`: a `ReadableStream<Uint8Array>`, before the body has arrived. Parts of multipart bodies are
   * always a `Blob`.
   */
  readonly binary: "blob" | "stream";
  /**
   * How an array in a multipart body is sent whose `encoding` says `contentType: application/json`. `each` (default): a part for each
   * item, as the standard says. `whole`: one part with the JSON array, as Spring's `@RequestPart` reads it.
   */
  readonly arrayParts: "each" | "whole";
  /**
   * Which of Zod's two packages validators import. `classic` (default): `zod`, whose schemas have methods. `mini`: `zod/mini`, whose functions
   * bundlers drop when unused: the same verdicts in a smaller bundle. Its issues have messages once you configure a locale:
   * `config(en())`, with `import { en } from "zod/locales"`.
   */
  readonly zod: "classic" | "mini";
  /**
   * `true`: `zod` also writes a guard for each schema, `isOrder`: plain code with the same verdict. Default: `false`; they are written all
   * the same where a target calls them, as `server` does.
   */
  readonly guards: boolean;
  /**
   * How generated files import each other. `.ts` (default) runs unchanged in Node, Deno, Bun and bundlers, and needs
   * `allowImportingTsExtensions` or `rewriteRelativeImportExtensions` in tsconfig; `.js` matches the files that tsc emits;
   * `none` is for bundlers, which resolve imports without an extension.
   */
  readonly importExtension: ImportExtension;
  /**
   * `ts` (default) writes TypeScript. `js` writes JavaScript with declaration files, which compilers read in a fraction of the time and
   * nothing has to compile; imports then end in `.js` by default.
   */
  readonly emit: "ts" | "js";
  /**
   * `true` (default): with `emit: "js"` each declaration file has a map, `x.gen.d.ts.map`, and "go to definition" on a generated name opens
   * the line of the description that defines it. Only for descriptions among your own files, and without `postprocess`, which may move
   * what the map points to.
   */
  readonly declarationMap: boolean;
  /**
   * Whether values are validated against their `format`: `assert` (default) rejects values that do not match, `annotate` only documents
   * the format. You can set it per format, with `*` for all others: `{ "*": "annotate", "date-time": "assert" }`.
   */
  readonly formats: FormatRules;
  /**
   * `open`: enums of two or more strings may grow, so any string is accepted, and types list the values known so far. Default:
   * `closed`, as JSON Schema defines it. `x-extensible-enum: true` or `false` next to an `enum` overrides this for that enum.
   * Per direction, `{ request: "closed", response: "open" }` reads tolerantly and writes strictly: schemas are open, as in responses,
   * and requests have a closed form, `OrderWritable`.
   */
  readonly enums: EnumRules;
  /**
   * `const`: a constant object with the values of each named enum, beside its type: `Status.Off`. Names are those of `x-enum-varnames`,
   * `x-enumNames` or `x-ms-enum`, otherwise the texts themselves. Default: `none`, only types.
   */
  readonly enumObjects: "none" | "const";
  /**
   * The meaning of `nullable: true` in OpenAPI 3.0 where the standard, taken literally, gives it no effect: next to `$ref`, `allOf`,
   * `anyOf`, `oneOf`, or an `enum` without null. `author`: null is accepted, which most authors mean. `letter`: it is not. Default:
   * `author` for third-party descriptions (from a flag, a URL or a package), with a warning for each place; `letter` for your own.
   */
  readonly nullable: Meaning | null;
  /**
   * The meaning of a `discriminator` in a schema that others extend by `allOf`. `author`: a reference to it is the union of these, each
   * with the values of the property that select it, by `mapping` or by its name. `letter`: it is an ordinary schema, which accepts the
   * values of all others, and these accept each other's. Default: `author` for third-party descriptions (from a flag, a URL or a
   * package), `letter` for your own; a warning reports each such discriminator.
   */
  readonly discriminators: Meaning | null;
  /**
   * The meaning of `properties`, `additionalProperties` or `items` without `type`. `author`: an object, or an array. `letter`: any
   * value, whose members or elements are as described if it is one. Default: `author` for third-party descriptions (from a flag, a URL
   * or a package), `letter` for your own; a warning reports each place.
   */
  readonly untyped: Meaning | null;
  /**
   * How lists are paginated, if the operation's extensions and names do not make it clear, or are wrong:
   * `[{ path: "/v1/orders/**", offset: "offset", limit: "limit", items: "orders" }]`. The first rule that selects an operation applies.
   * `false`: no operation is paginated.
   */
  readonly pagination: PaginationOption;
  /**
   * The media type that calls request and that their responses have, wherever a response has it: `application/json`. Calls request
   * others of the same response only by `accepting`. Default: none; calls accept all media types of a response, but only JSON of those
   * with equal schemas.
   */
  readonly prefer: string;
  /**
   * How the client's methods are grouped. `tag`: `client.issues.create`, by the first tag of each operation. `path`: by the first
   * segment in which paths differ. Method names then omit the words of their group. Default: `flat`, `client.issuesCreate`.
   */
  readonly group: "flat" | "tag" | "path";
  /**
   * Functions that rename schemas, operations or messages. They receive the default name and its location in the description.
   * `{ schema: (name) => name + "Dto" }`. A name that is not an identifier, or is taken, is an error.
   */
  readonly names: NameHooks;
  /**
   * The first lines of every generated file, such as a licence. Comments are kept as written; other text is put into a comment. Files
   * start with directives that make ESLint, Oxlint and Biome skip them; a directive in this text replaces the one for its linter.
   */
  readonly header: string;
  /**
   * `true` (default): generated code starts with `// @ts-nocheck`, and compilers of projects that import it read its types without
   * checking its code again. `false` omits the line. Declaration files never have it.
   */
  readonly tsNocheck: boolean;
  /**
   * Where the code is that does not depend on the description. `copy` (default): beside the generated code, in the folder `runtime`, only
   * what that calls. `package`: in the package `@waybill/runtime`, of the version that generated.
   */
  readonly runtime: "copy" | "package";
  /**
   * Whether the client has the functions around calls that no generated code calls: `withRetries`, `withRefresh`, `withReconnect`,
   * `followRedirects`, `asStream` and `fromStream`. Default: `all`. They are a sixth of a copied client; a bundle has only those that are called.
   * `more`: also `withIdempotencyKeys`, `ifMatch`, `reportDeprecations`, `problemIn`, tokens for the OAuth flows of the description, and what
   * the server has for versions, idempotency keys and links to pages. `all` has them too where the description uses them, but for problems and tokens.
   */
  readonly extras: "all" | "none" | "more";
  /**
   * Whether calls of the client can validate. `zod`: `createClient({ validate: "responses" })` and the same option of a call, with the
   * schemas of the target `zod`, which are loaded by the first call that validates. `custom`: only `withValidation(send, schemas)`, with
   * schemas of any library that implements Standard Schema. Default: `none`; the client has no code for it.
   */
  readonly validation: "none" | "zod" | "custom";
  /**
   * The files for types and Zod schemas. `auto` (default): one of each; for a description as large as GitHub's, some dozens below
   * `schemas/`, so that a compiler does not read all schemas for one; `schemas.gen.ts` exports them. `one`: always a single file.
   * `each`: one per schema, `schemas/order.gen.ts`, which stays the same when other schemas change.
   */
  readonly schemaFiles: SchemaFiles;
  /**
   * Commands to run on the files that a run has written, in order: `["biome format --write"]`. Each gets their paths as its last
   * arguments and runs in the folder of the configuration, with the tools of `node_modules/.bin`, but without a shell.
   */
  readonly postprocess: readonly string[];
}

/** The options that are set explicitly. */
export type GivenOptions = { readonly [Name in keyof ApiOptions]?: NonNullable<ApiOptions[Name]> };

/** The values that an option takes. */
export type Accepted =
  /** One of these; with `parts`, also an object with one for each part. */
  | { readonly kind: "choice"; readonly choices: readonly string[]; readonly parts?: readonly string[] }
  | { readonly kind: "boolean" }
  | { readonly kind: "text"; readonly hint: string }
  | { readonly kind: "selectors" }
  | { readonly kind: "pagination" }
  | { readonly kind: "commands"; readonly hint: string }
  | { readonly kind: "name hooks" };

export interface OptionFlag {
  readonly name: string;
  /** The placeholder of the value in the help; `null` for a flag without one, which sets the opposite of the default. */
  readonly value: string | null;
  readonly summary: string;
}

/** Why options contradict each other, and how to fix it. */
export interface Contradiction {
  readonly message: string;
  readonly hint: string;
}

export interface OptionRow<Value> {
  /** The default, or the function that derives it from the other options; an option with such a function counts in every hash. */
  readonly default: Value | ((options: Partial<ApiOptions>) => Value);
  readonly accepts: Accepted;
  /** `null`: only a configuration can set it. */
  readonly flag: OptionFlag | null;
  /** The files that do not depend on the description depend on it: targets share them only where it is the same. */
  readonly shapesRuntime?: true;
  /** Default: it can be combined with all other options. */
  readonly contradiction?: (options: ApiOptions) => Contradiction | null;
}

export type OptionName = keyof ApiOptions;

/** A new option is a row here and a member above. The order is that of flags in help and in headers of generated files. */
export const optionRows: { readonly [Name in OptionName]: OptionRow<ApiOptions[Name]> } = {
  include: {
    default: [],
    accepts: { kind: "selectors" },
    flag: {
      name: "include",
      value: "field=pattern,…",
      summary: "Generate only operations and messages that match all fields, repeatable: tag=orders,method=get",
    },
  },
  exclude: {
    default: [],
    accepts: { kind: "selectors" },
    flag: {
      name: "exclude",
      value: "field=pattern,…",
      summary: "Leave out operations and messages that match all fields, repeatable: path=/internal/**",
    },
  },
  deprecated: {
    default: true,
    accepts: { kind: "boolean" },
    flag: { name: "no-deprecated", value: null, summary: "Exclude deprecated operations" },
  },
  unusedSchemas: { default: null, accepts: choice("keep", "drop"), flag: null },
  dates: {
    default: "string",
    accepts: choice("string", "date"),
    flag: {
      name: "dates",
      value: "kind",
      summary: "Type of date-times in code: string (default), or date (with --openapi or --asyncapi)",
    },
    contradiction: ({ dates, formats }) =>
      dates === "string" || ruleOf("date-time", formats) === "assert"
        ? null
        : {
            message: 'dates: "date" turns validated date-times into Dates, but formats turns their validation off',
            hint: 'add "date-time": "assert" to formats, or leave dates out',
          },
  },
  int64: {
    default: "number",
    accepts: choice("number", "bigint"),
    shapesRuntime: true,
    flag: {
      name: "int64",
      value: "kind",
      summary: "Type of 64-bit integers in code: number (default), or bigint (with --openapi or --asyncapi)",
    },
  },
  defaults: {
    default: "document",
    accepts: choice("document", "apply"),
    flag: {
      name: "defaults",
      value: "rule",
      summary:
        "Whether validation adds defaults: document (default) leaves values as they are, apply adds them (with --openapi or --asyncapi)",
    },
  },
  optional: {
    default: "undefined",
    accepts: choice("undefined", "absent"),
    flag: {
      name: "optional",
      value: "kind",
      summary:
        "Type of optional members: with undefined (default), or absent for exactOptionalPropertyTypes (with --openapi or --asyncapi)",
    },
  },
  binary: {
    default: "blob",
    accepts: choice("blob", "stream"),
    flag: {
      name: "binary",
      value: "kind",
      summary: "Type of binary request bodies in handlers: blob (default), or stream (with --openapi)",
    },
  },
  arrayParts: {
    default: "each",
    accepts: choice("each", "whole"),
    flag: {
      name: "array-parts",
      value: "rule",
      summary:
        "Parts of an array of JSON in a multipart body: each (default) item is one, or the whole array (with --openapi)",
    },
  },
  zod: {
    default: "classic",
    accepts: choice("classic", "mini"),
    shapesRuntime: true,
    flag: {
      name: "zod",
      value: "package",
      summary:
        "Package that validators import: classic (default) is zod, mini is zod/mini for smaller bundles (with --openapi or --asyncapi)",
    },
  },
  guards: {
    default: false,
    accepts: { kind: "boolean" },
    flag: {
      name: "guards",
      value: null,
      summary: "Also write guards, quick functions with the verdict of each schema, where no target calls them",
    },
  },
  importExtension: {
    default: ({ emit = "ts" }) => `.${emit}`,
    accepts: choice(".ts", ".js", "none"),
    shapesRuntime: true,
    flag: {
      name: "import-extension",
      value: "ext",
      summary: "Extension in the imports of generated files; default: .ts (with --openapi or --asyncapi)",
    },
    contradiction: ({ emit, importExtension }) =>
      emit === "js" && importExtension === ".ts"
        ? {
            message: "generated JavaScript cannot import its files as .ts",
            hint: "remove the import extension, or set it to .js",
          }
        : null,
  },
  emit: {
    default: "ts",
    accepts: choice("ts", "js"),
    shapesRuntime: true,
    flag: {
      name: "emit",
      value: "kind",
      summary:
        "Output language: ts (default), or js: .js with .d.ts, fast to compile against (with --openapi or --asyncapi)",
    },
  },
  declarationMap: {
    default: true,
    accepts: { kind: "boolean" },
    flag: {
      name: "no-declaration-map",
      value: null,
      summary: "With --emit js: omit the declaration maps that editors use to go to definitions in the description",
    },
  },
  formats: {
    default: "assert",
    accepts: { ...choice("assert", "annotate"), parts: ["*", ...wellKnownFormats] },
    flag: {
      name: "formats",
      value: "rule",
      summary: "Whether values are validated against their format; default: assert (with --openapi or --asyncapi)",
    },
  },
  enums: {
    default: "closed",
    accepts: { ...choice("closed", "open"), parts: ["request", "response"] },
    flag: {
      name: "enums",
      value: "rule",
      summary:
        "Whether strings that an enum does not list are accepted: closed (default), or open (with --openapi or --asyncapi)",
    },
  },
  enumObjects: {
    default: "none",
    accepts: choice("none", "const"),
    flag: {
      name: "enum-objects",
      value: "kind",
      summary: "Objects with the values of enums by name: none (default), or const (with --openapi or --asyncapi)",
    },
  },
  nullable: {
    default: null,
    accepts: choice("author", "letter"),
    flag: {
      name: "nullable",
      value: "rule",
      summary:
        "What nullable: true means where OpenAPI 3.0 ignores it, such as next to $ref and allOf: null is accepted (author), or not (letter); default: author for descriptions passed as flags",
    },
  },
  discriminators: {
    default: null,
    accepts: choice("author", "letter"),
    flag: {
      name: "discriminators",
      value: "rule",
      summary:
        "What a schema with a discriminator is that others extend by allOf: their union, each with its values (author), or an ordinary schema (letter); default: author for descriptions passed as flags",
    },
  },
  untyped: {
    default: null,
    accepts: choice("author", "letter"),
    flag: {
      name: "untyped",
      value: "rule",
      summary:
        "What properties or items without type describe: an object or array (author), or any value (letter); default: author for descriptions passed as flags",
    },
  },
  pagination: {
    default: [],
    accepts: { kind: "pagination" },
    flag: {
      name: "no-pagination",
      value: null,
      summary: "Detect no paginated lists, and generate no iterators over pages (with --openapi or --asyncapi)",
    },
  },
  prefer: {
    default: "",
    accepts: { kind: "text", hint: 'for example: prefer: "application/json"' },
    flag: {
      name: "prefer",
      value: "type",
      summary: "Media type that calls request where a response has several (with --openapi)",
    },
  },
  group: {
    default: "flat",
    accepts: choice("flat", "tag", "path"),
    flag: {
      name: "group",
      value: "kind",
      summary: "Groups of the client's methods: flat (default), tag, or path (with --openapi)",
    },
  },
  names: { default: {}, accepts: { kind: "name hooks" }, flag: null },
  postprocess: {
    default: [],
    accepts: { kind: "commands", hint: 'for example: postprocess: ["biome format --write"]' },
    shapesRuntime: true,
    flag: {
      name: "postprocess",
      value: "command",
      summary: 'Command to run on written files, repeatable: "prettier --write" (with --openapi or --asyncapi)',
    },
  },
  header: {
    default: "",
    accepts: { kind: "text", hint: 'for example: header: "Copyright 2026 Acme"' },
    shapesRuntime: true,
    flag: null,
  },
  tsNocheck: {
    default: true,
    accepts: { kind: "boolean" },
    shapesRuntime: true,
    flag: { name: "no-ts-nocheck", value: null, summary: "Leave // @ts-nocheck out of generated code" },
  },
  runtime: {
    default: "copy",
    accepts: choice("copy", "package"),
    shapesRuntime: true,
    flag: {
      name: "runtime",
      value: "place",
      summary:
        "The code beside the generated code: copy (default), or package to import it (with --openapi or --asyncapi)",
    },
    contradiction: ({ runtime, int64, zod }) => {
      if (runtime === "copy" || (int64 === "number" && zod === "classic")) return null;
      const option = int64 === "number" ? 'zod: "mini"' : 'int64: "bigint"';
      return { message: `the package of the runtime has no variant for ${option}`, hint: 'set runtime to "copy"' };
    },
  },
  extras: {
    default: "all",
    accepts: choice("all", "none", "more"),
    flag: {
      name: "extras",
      value: "rule",
      summary:
        "Retries and other functions around calls: all (default), none, or more: also versions, idempotency keys, links, deprecations, problem details and OAuth flows (with --openapi)",
    },
  },
  validation: {
    default: "none",
    accepts: choice("none", "zod", "custom"),
    flag: {
      name: "validation",
      value: "schemas",
      summary:
        "Schemas with which the client's calls can validate: none (default), zod, or custom ones (with --openapi)",
    },
  },
  schemaFiles: {
    default: "auto",
    accepts: choice("auto", "one", "each"),
    flag: {
      name: "schema-files",
      value: "rule",
      summary:
        "Files of schemas: auto (default) splits those of large descriptions, one, or each (with --openapi or --asyncapi)",
    },
  },
};

export function ruleOf(format: string, rules: FormatRules): FormatRule {
  if (typeof rules === "string") return rules;
  return (Object.hasOwn(rules, format) ? rules[format] : rules["*"]) ?? "assert";
}

/** Why code has other values than those of JSON: the reason that `refuses` gives for a target that has only these. `null` if it has the same. */
export function valuesUnlikeJson({ dates, int64 }: Pick<ApiOptions, "dates" | "int64">): string | null {
  if (dates === "date") return 'has texts where dates: "date" says Date';
  return int64 === "bigint" ? 'has numbers where int64: "bigint" says bigint' : null;
}

function choice(...choices: readonly string[]): { readonly kind: "choice"; readonly choices: readonly string[] } {
  return { kind: "choice", choices };
}
