// The command `waybill paths` as data; running it loads the rest. Its flags are those of openapi-typescript that shape types.
import { type Command, reportFlags } from "waybill/command";
import { elsewhere } from "./style.ts";

export const command: Command = {
  name: "paths",
  summary: "Write the types of a description for openapi-fetch and its family: what openapi-typescript writes",
  usage: "waybill paths openapi.yaml [-o schema.d.ts] [--check] [options]",
  flags: [
    { name: "output", short: "o", value: "file", summary: "File to write; default: print" },
    { name: "check", value: null, summary: "Write nothing; exit 1 when the file is out of date" },
    {
      name: "redocly",
      short: "c",
      value: "file",
      summary: "Redocly configuration that names descriptions and outputs; default: redocly.yaml",
    },
    {
      name: "default-non-nullable",
      value: "true|false",
      choices: ["true", "false"],
      summary: "Members with a default are required, except in what is sent; default: true",
    },
    { name: "empty-objects-unknown", value: null, summary: "An object without described members has any, not none" },
    { name: "additional-properties", value: null, summary: "Objects without additionalProperties have other members" },
    {
      name: "properties-required-by-default",
      value: null,
      summary: "Objects without a list of required members require all",
    },
    { name: "array-length", value: null, summary: "Arrays with minItems or maxItems are tuples" },
    { name: "immutable", value: null, summary: "Members and arrays are readonly" },
    { name: "alphabetize", value: null, summary: "Paths, members and components in the order of the alphabet" },
    { name: "exclude-deprecated", value: null, summary: "Leave out what is deprecated" },
    {
      name: "read-write-markers",
      value: null,
      summary: "Mark read-only and write-only members, for openapi-fetch and @waybill/fetch",
    },
    { name: "export-type", short: "t", value: null, summary: "Type aliases instead of interfaces" },
    { name: "root-types", value: null, summary: "Also a type at the root for each component" },
    {
      name: "root-types-no-schema-prefix",
      value: null,
      summary: "With --root-types, types of schemas without the prefix Schema",
    },
    { name: "tolerate", value: "code", many: true, summary: "Codes of errors in the description to work around" },
    ...elsewhereFlags(),
    ...reportFlags,
  ],
  positionals: "an OpenAPI document (file, URL, npm:package); - or nothing: standard input",
  notes: [
    "Without a document, redocly.yaml names them: each of its apis with x-openapi-ts.output.",
    "Needs the package @waybill/paths: npm install --save-dev @waybill/paths",
  ],
  run: async (args, terminal) => (await import("./run.ts")).run(args, terminal),
};

/** Flags of openapi-typescript whose results are written another way here: the error names that way. */
function elsewhereFlags(): { name: string; value: null; summary: string }[] {
  return Object.entries(elsewhere).map(([name, hint]) => ({ name, value: null, summary: `Not here: ${hint}` }));
}
