// The commands as data: their flags and help texts. Importing this module loads no command.
import { overlayFlag, ruleFlags } from "../run/flags/reading-flags.ts";
import {
  apiSelectionFlags,
  chosenApi,
  comparedEnums,
  describingConfig,
  describingFiles,
  flaggedFiles,
  force,
  help,
  inputs,
  json,
  meaningFlags,
  noCache,
  prune,
  reportFlags,
  strict,
  timing,
  tolerate,
  verbose,
  wire,
} from "../run/flags/shared-flags.ts";
import { bundle, join, split } from "./document-commands.ts";
import type { Command, ProvidedCommand } from "./terminal/terminal.ts";

const init: Command = {
  name: "init",
  summary: "Set up a repository that uses an API: write a configuration and a generate script",
  usage: "waybill init [description]... [--out dir] [--target name]... [options]",
  flags: [
    { name: "openapi", value: "file", summary: "OpenAPI description; the same as an argument" },
    { name: "asyncapi", value: "file", summary: "AsyncAPI description; the same as an argument" },
    { name: "out", value: "dir", summary: "Folder for generated code; default: src/generated" },
    {
      name: "target",
      value: "name",
      many: true,
      summary: "Target to generate, repeatable; default: types, zod, client and webhooks",
    },
    {
      name: "import-extension",
      value: "ext",
      choices: [".ts", ".js", "none"],
      summary: "Extension in the imports of generated files; default: as tsconfig.json requires",
    },
    {
      name: "gitattributes",
      value: null,
      summary: "Also mark generated files in .gitattributes, so that reviews collapse them",
    },
    { name: "dry-run", value: null, summary: "Print what would be written; write nothing" },
    { name: "force", value: null, summary: "Overwrite an existing configuration" },
    ...reportFlags,
  ],
  positionals: "the URL of a description, its path, or npm:package; an OpenAPI and an AsyncAPI document are one API",
  notes: [
    "A public URL is pinned by its hash; a server on this machine or in a private network is read in every run.",
    "Without arguments, descriptions are searched for in this package's dependencies, in this folder, and in spec/, api/, docs/ and the like.",
    "It knows the projects of create-next-app, Vite, SvelteKit, Expo, Nest and Angular: how files import each other, where code is, and the file of a first call. Generated files are added to what ESLint, Oxlint, Biome and Prettier ignore.",
    "init prompts for nothing, installs nothing, and overwrites nothing: a second run changes no file.",
  ],
  run: async (args, terminal) => (await import("./commands/init/init.ts")).init(args, terminal),
};

const generatedDocuments =
  "an OpenAPI document, an AsyncAPI document, or one of each (files, URLs, npm:package); default: the configuration";

export const generate: Command = {
  name: "generate",
  summary: "Generate code from the description; only changed files are written",
  usage: "waybill generate [description]... [--config f] [--out dir] [--target name]... [options]",
  flags: [
    ...inputs,
    { name: "watch", value: null, summary: "Keep running, and generate again when a file of the description changes" },
    { name: "dry-run", value: null, summary: "Print what would be written and removed; write nothing" },
    { name: "check", value: null, summary: "Write nothing; exit 1 if the files differ from what would be written" },
    force,
    prune,
    noCache,
    verbose,
    timing,
    ...reportFlags,
  ],
  positionals: generatedDocuments,
  notes: [
    "Required targets are generated as well: zod, server and client require types, and so on.",
    "Paths on the command line are relative to the working directory; paths in a configuration, to its folder.",
    "Tolerated errors are printed with location, code and assumed meaning; more than three with the same code are grouped.",
    "Written files are recorded in waybill.manifest.json, next to the configuration or in --out: commit it.",
    "A run removes what its configuration no longer generates; with flags alone, files of other targets only with --prune.",
  ],
  run: async (args, terminal) => (await import("./commands/generate.ts")).generate(args, terminal),
};

const check: Command = {
  name: "check",
  summary: "Same as generate --check",
  usage: "waybill check [description]... [--config f] [--out dir] [--target name]... [options]",
  flags: [...inputs, verbose, timing, ...reportFlags],
  positionals: generatedDocuments,
  notes: [
    "Exits 1 with a reason for each file that is stale, missing, edited by hand, left over, or from another version.",
  ],
  run: async (args, terminal) => (await import("./commands/generate.ts")).check(args, terminal),
};

const lint: Command = {
  name: "lint",
  summary: "Check the description: official schemas, every example, rules across both documents",
  usage: "waybill lint [file...] [--openapi f] [--asyncapi f] [options]",
  flags: [
    describingConfig,
    ...describingFiles,
    { name: "max-warnings", value: "n", summary: "Exit 1 if there are more warnings than this; default: no limit" },
    {
      name: "generate-ignore",
      value: null,
      summary: "Write all findings to waybill.ignore.yaml, so that later runs do not report them; keeps reasons",
    },
    {
      name: "enums",
      value: "rule",
      choices: ["closed", "open"],
      summary:
        "Whether examples may have strings that an enum does not list (open); default: as configured, else closed",
    },
    ...meaningFlags,
    overlayFlag,
    ...ruleFlags,
    tolerate,
    json,
    {
      name: "format",
      value: "name",
      choices: ["text", "json", "github", "sarif", "junit", "checkstyle"],
      summary:
        "Output format: text (default), json, github for annotations, sarif for code scanning, junit for test reports, or checkstyle",
    },
    help,
  ],
  positionals:
    "OpenAPI and AsyncAPI documents (files, URLs, npm:package), overlays and Arazzo workflows (files), or a configuration; default: the same configuration as generate",
  notes: [
    "The section lint of a configuration sets the severity of each code: off, warn or error; for all files, or for some.",
  ],
  run: async (args, terminal) => (await import("./commands/lint.ts")).lint(args, terminal),
};

const diff: Command = {
  name: "diff",
  summary: "Report the differences between two descriptions that affect consumers, and the version bump they require",
  usage: "waybill diff BASE REVISION [--fail-on bump] [--format name] [--accept reason] [options]",
  flags: [
    {
      name: "base",
      value: "side",
      summary:
        "BASE as a flag, or only a commit such as origin/main; REVISION is then the only argument, or else the nearest configuration",
    },
    {
      name: "fail-on",
      value: "bump",
      choices: ["major", "minor", "patch"],
      summary: "Exit 1 if a change requires this bump or a larger one; default: never",
    },
    {
      name: "only",
      value: "bump",
      choices: ["major", "minor", "patch"],
      repeat: true,
      summary: "Print only changes that require this bump; repeatable",
    },
    {
      name: "path",
      value: "path",
      repeat: true,
      summary: "Only operations at this path, such as /v1/orders/**; repeatable",
    },
    { name: "tag", value: "name", repeat: true, summary: "Only operations with this tag; repeatable" },
    {
      name: "accept",
      value: "reason",
      summary: "Accept the changes that would fail the run (default: major changes), so that they no longer count",
    },
    {
      name: "until",
      value: "date",
      summary: "The last day on which --accept applies, such as 2027-01-31; default: always",
    },
    {
      name: "accepted",
      value: "file",
      summary: "File of accepted changes; default: as configured, else waybill.accepted.json beside the configuration",
    },
    wire,
    { name: "config", value: "file", summary: "Configuration that contains the policy; default: the nearest one" },
    { name: "api", value: "name", summary: "API to use, if a configuration has several" },
    comparedEnums,
    ...meaningFlags,
    overlayFlag,
    ...ruleFlags,
    tolerate,
    strict,
    verbose,
    json,
    {
      name: "format",
      value: "name",
      choices: ["text", "json", "markdown", "github", "html", "sarif", "junit"],
      summary:
        "Output format: text (default), json, markdown, github for annotations, html for a page, sarif for code scanning, or junit for test reports",
    },
    help,
  ],
  positionals:
    "a description (a file, a URL, npm:package, - for standard input), a folder with openapi.yaml and asyncapi.yaml, or a configuration; main:spec is the folder spec of the commit main",
  notes: [
    "Loosening a request, or narrowing a response or event, is minor. The reverse is major.",
    "Changes that affect no value, such as texts and examples, are patch. --fail-on does not change what is printed.",
    "If the list exceeds 200 lines (Markdown: 65,536 characters), breaking changes are grouped by tag or path; --verbose prints all.",
  ],
  run: async (args, terminal) => (await import("./commands/diff/diff.ts")).diff(args, terminal),
};

const changeset: Command = {
  name: "changeset",
  summary: "Write a changeset with the changes since the last release, and the bump they require",
  usage: "waybill changeset [--check] [--base side] [--package name]... [--name file] [--dry-run] [options]",
  flags: [
    {
      name: "base",
      value: "side",
      summary: "The last release, as in diff, or only a commit: origin/main; default: as configured, else baseBranch",
    },
    {
      name: "package",
      value: "name",
      many: true,
      summary: "Package to bump, repeatable; default: those of the description and of its generated code",
    },
    {
      name: "name",
      value: "file",
      summary: "Name of the changeset; default: that of the API, with the branch if base is one",
    },
    {
      name: "check",
      value: null,
      summary: "Write nothing; exit code 1 if the pending changesets do not give the packages the bump they need",
    },
    { name: "dry-run", value: null, summary: "Print the changeset; write nothing" },
    wire,
    { name: "config", value: "file", summary: "Configuration file that names the description" },
    chosenApi,
    ...flaggedFiles,
    comparedEnums,
    ...meaningFlags,
    overlayFlag,
    ...ruleFlags,
    tolerate,
    strict,
    verbose,
    ...reportFlags,
  ],
  positionals: null,
  notes: [
    "A second run updates its own changeset. Your edits are kept: text, reworded lines, another bump.",
    "In a package below 1.0.0, a breaking change is a minor bump. Changes are worded as in waybill diff.",
  ],
  run: async (args, terminal) => (await import("./commands/changeset/changeset.ts")).changeset(args, terminal),
};

const provided: readonly ProvidedCommand[] = [
  {
    name: "conform",
    summary: "Check a running service and its webhooks against the description",
    package: "@waybill/conformance",
  },
  {
    name: "mock",
    summary: "Serve an API from its description, with sampled responses and validated requests; deliver its events",
    package: "@waybill/mocks",
  },
  {
    name: "paths",
    summary: "Write the types of a description for openapi-fetch and its family: what openapi-typescript writes",
    package: "@waybill/paths",
  },
  {
    name: "sdk",
    summary:
      "Write the npm package of an API from its description, and keep it: code, tests, reference, changesets, releases",
    package: "@waybill/sdk",
  },
  {
    name: "migrate",
    summary:
      "Move a project from openapi-typescript and openapi-fetch, hey-api, orval or openapi-generator: configuration, types and calls",
    package: "@waybill/migrate",
  },
  {
    name: "lsp",
    summary: "Run the language server: diagnostics, hover, completion, rename, and breaking changes as you type",
    package: "@waybill/lsp",
  },
  {
    name: "docs",
    summary: "Build a documentation site from descriptions and Markdown guides, or serve it while they change",
    package: "@waybill/docs",
  },
];

const pin: Command = {
  name: "pin",
  summary: "Print or write the hash of a description at a URL, and those of the documents it refers to",
  usage: "waybill pin URL [--json] | waybill pin [URL] --write [--config f] [--json]",
  flags: [
    { name: "write", value: null, summary: "Write the hashes into the configuration, and copies into .waybill/" },
    { name: "config", value: "file", summary: "Configuration file to write into; default: as in generate" },
    { name: "json", value: null, summary: "Print JSON" },
    help,
  ],
  positionals: "the URL of a document; with --write, default: every URL of the configuration that is not live",
  notes: [
    "If the content at a pinned URL changes, later runs use the copy in .waybill/, or fail with an error.",
    "Formatting and comments of the configuration are kept.",
  ],
  run: async (args, terminal) => (await import("./commands/pin/pin.ts")).pin(args, terminal),
};

const scaffold: Command = {
  name: "scaffold",
  summary: "Write handler stubs and a server; later runs add missing handlers to the files you have edited",
  usage: "waybill scaffold [--target framework] [--dir folder] [--config f | --openapi f --out dir] [options]",
  flags: [
    {
      name: "target",
      value: "framework",
      choices: ["node", "express", "fastify", "hono"],
      summary: "Framework of the server, on the first run: node (default), express, fastify or hono",
    },
    {
      name: "dir",
      value: "folder",
      summary: "Folder of the handlers; default: server, next to the folder of generated code; with --openapi, --out",
    },
    chosenApi,
    { name: "dry-run", value: null, summary: "Print what would change as a unified diff; write nothing" },
    ...inputs.filter(({ name }) => name !== "target" && name !== "out"),
    {
      name: "out",
      value: "dir",
      summary: "With --openapi: the folder of the handlers; generated code is in <dir>/generated",
    },
    verbose,
    ...reportFlags,
  ],
  positionals: null,
  notes: [
    "In your code, only handlers, imports and members of the handler table are added; a comment marks removed operations.",
    "Either all files are written or none: if one has a syntax error, nothing is written.",
  ],
  run: async (args, terminal) => (await import("./commands/scaffold/scaffold.ts")).scaffold(args, terminal),
};

const events: Command = {
  name: "events",
  summary: "List the events of a description, show one, or send a signed sample of it to a receiver",
  usage: "waybill events list | show NAME | send NAME --to URL [--secret S] [options] [description]...",
  flags: [
    { name: "to", value: "url", summary: "URL of the receiver; localhost is allowed" },
    {
      name: "secret",
      value: "text",
      repeat: true,
      summary:
        "Signing secret; - reads it from stdin; default: WAYBILL_SECRET; repeat it to sign with several during a rotation",
    },
    {
      name: "file",
      value: "file",
      summary: "Payload as JSON; default: the first example, else a sample of the schema",
    },
    { name: "example", value: "name", summary: "Example of the description to send" },
    {
      name: "seed",
      value: "n",
      summary: "Send generated values instead of examples; the same seed gives the same values",
    },
    { name: "id", value: "text", summary: "Id of the delivery, if the description defines one; default: random" },
    { name: "header", value: "name: value", repeat: true, summary: "Header to add or replace, before signing" },
    { name: "repeat", value: null, summary: "Send it twice with the same id, like a sender that received no response" },
    {
      name: "forged",
      value: null,
      summary: "Change the body after signing; succeeds if the receiver rejects it with 4xx",
    },
    { name: "timeout", value: "seconds", summary: "Maximum wait for the complete response; default: 10" },
    {
      name: "output",
      value: "kind",
      choices: ["text", "curl", "json"],
      summary: "Send it (text), print a curl command instead, or print a test vector that contains the secret (json)",
    },
    ...apiSelectionFlags,
    ...reportFlags,
  ],
  positionals:
    "list (default), show or send; the name of an event; then documents (files, URLs, npm:package), or a configuration names them",
  notes: [
    "Events are the messages of AsyncAPI and the webhooks and callbacks of OpenAPI; x-waybill-signature defines how they are signed.",
    "send exits 1 unless the receiver responds with 2xx.",
  ],
  run: async (args, terminal) => (await import("./commands/events/events.ts")).events(args, terminal),
};

const upgrade: Command = {
  name: "upgrade",
  summary: "Rewrite your code for a new version of the API, and generate; list the places that you have to edit",
  usage: "waybill upgrade [--write] [--from description] [--rename OLD=NEW]... [--project tsconfig.json]... [options]",
  flags: [
    { name: "write", value: null, summary: "Write the edits and the generated code; default: print a unified diff" },
    {
      name: "from",
      value: "description",
      summary:
        "The old description: COMMIT:PATH, a file, URL or npm:package; default: what the manifest was generated from",
    },
    {
      name: "rename",
      value: "OLD=NEW",
      repeat: true,
      summary: "A rename that the description does not state: Order.note=remark, listOrders=findOrders; repeatable",
    },
    {
      name: "project",
      value: "file",
      repeat: true,
      summary: "A tsconfig.json of your code; default: all that are found; repeatable",
    },
    {
      name: "force",
      value: null,
      summary: "Also edit files with uncommitted changes, and overwrite edited generated files",
    },
    chosenApi,
    ...inputs.filter(({ name }) => name !== "target"),
    verbose,
    ...reportFlags,
  ],
  positionals: null,
  notes: [
    "The old description is found through the hashes in waybill.manifest.json: in git, or in earlier versions of a package.",
    "Exits 1 if places are left for you to edit. A second run changes nothing.",
  ],
  run: async (args, terminal) => (await import("./commands/upgrade/upgrade.ts")).upgrade(args, terminal),
};

export const commands: readonly (Command | ProvidedCommand)[] = [
  init,
  generate,
  check,
  lint,
  diff,
  changeset,
  scaffold,
  events,
  upgrade,
  ...provided,
  bundle,
  split,
  join,
  pin,
];
