// The commands that write descriptions, as data.
import type { Flag } from "../run/flags/arguments.ts";
import { ruleFlags } from "../run/flags/reading-flags.ts";
import { reportFlags } from "../run/flags/shared-flags.ts";
import type { Command } from "./terminal/terminal.ts";

const to: Flag = {
  name: "to",
  value: "format",
  choices: ["json", "yaml"],
  summary: "Format of the result; default: by the name of the file, else that of the description",
};

const isCurrent: Flag = { name: "check", value: null, summary: "Write nothing; exit 1 if the result is out of date" };

const further: readonly Flag[] = [isCurrent, ...ruleFlags, ...reportFlags];

const intoOneFile: readonly Flag[] = [
  { name: "output", short: "o", value: "file", summary: "File to write; default: print" },
  to,
  ...further,
];

export const bundle: Command = {
  name: "bundle",
  summary: "Write a description in several files as one document",
  usage: "waybill bundle openapi.yaml [-o openapi.json] [--to json|yaml] [--check]",
  flags: intoOneFile,
  positionals: "an OpenAPI, Swagger 2.0 or AsyncAPI document: a file, a URL, or npm:package",
  notes: [
    "A component that only refers to a file gets its content; other schemas get the names that generated code has for them.",
    "The result has the same model, so the same code is generated from it. Comments of YAML are not kept.",
  ],
  run: async (args, terminal) => (await import("./commands/documents.ts")).bundle(args, terminal),
};

export const split: Command = {
  name: "split",
  summary: "Write a description as a file for each path, channel, message and schema",
  usage: "waybill split openapi.yaml -o api [--to json|yaml] [--check]",
  flags: [
    {
      name: "output",
      short: "o",
      value: "dir",
      summary: "Folder to write to: openapi.yaml or asyncapi.yaml, and folders beside it",
    },
    { ...to, summary: "Format of the files; default: yaml" },
    ...further,
  ],
  positionals: "an OpenAPI, Swagger 2.0 or AsyncAPI document: a file, a URL, or npm:package",
  notes: ["waybill bundle of the result has the same model. Comments of YAML are not kept."],
  run: async (args, terminal) => (await import("./commands/documents.ts")).split(args, terminal),
};

export const join: Command = {
  name: "join",
  summary: "Write several descriptions as one; report where two of them differ",
  usage: "waybill join orders.yaml invoices.yaml [-o openapi.yaml] [--to json|yaml] [--check]",
  flags: intoOneFile,
  positionals: "descriptions of one version of OpenAPI, Swagger or AsyncAPI; the first has the info of the result",
  notes: [
    "Components of the same name and content count once. The same operation, or another content under the same name, is an error at both places.",
    "If their servers or security differ, these become servers of the paths and security of the operations.",
  ],
  run: async (args, terminal) => (await import("./commands/documents.ts")).join(args, terminal),
};
