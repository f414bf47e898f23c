// The commands as data: their flags, and the words of their help. Loading it loads none of them.
import type { Flag } from "./arguments.ts";
import { apiFlags } from "./config/api-flags.ts";
import { ruleFlags } from "./config/reading-rules.ts";

export interface CommandSpec {
  readonly name: "init" | "generate" | "check" | "lint" | "diff" | "changeset" | "conform" | "pin";
  readonly summary: string;
  readonly usage: string;
  readonly flags: readonly Flag[];
  /** What arguments without a flag are; `null` when there are none. */
  readonly positionals: string | null;
  /** More to know, as lines. */
  readonly notes: readonly string[];
}

const report: readonly Flag[] = [
  { name: "json", value: null, summary: "print the result as JSON on stdout; the same as --format json" },
  {
    name: "format",
    value: "name",
    choices: ["text", "json", "github"],
    summary: "text (default), json, or github for annotations",
  },
  { name: "help", value: null, summary: "print this help" },
];

const tolerate: Flag = {
  name: "tolerate",
  value: "code",
  many: true,
  summary: "let an error of the description pass, with the meaning its page states; may be given several times",
};

const inputs: readonly Flag[] = [
  {
    name: "config",
    value: "file",
    summary: "the configuration; default: waybill.config.ts, .js, .mjs or .json, here or in a folder above",
  },
  { name: "openapi", value: "file", summary: "an OpenAPI description, instead of a configuration" },
  { name: "asyncapi", value: "file", summary: "an AsyncAPI description, instead of a configuration" },
  {
    name: "integrity",
    value: "hash",
    repeat: true,
    summary: "sha384-…: what the URL of --openapi, then that of --asyncapi, must answer; `waybill pin` prints it",
  },
  { name: "out", value: "dir", summary: "the folder the targets are written below: <dir>/<target>/" },
  {
    name: "target",
    value: "name",
    many: true,
    summary: "what to generate, may be given several times; default: all but paths",
  },
  ...apiFlags,
  ...ruleFlags,
  tolerate,
];

const timing: Flag = {
  name: "timing",
  value: null,
  summary: "print what each stage took, and the peak of memory, on stderr; with --json as timing",
};

const noCache: Flag = {
  name: "no-cache",
  value: null,
  summary: "make everything anew, and keep nothing for the next run",
};

const force: Flag = {
  name: "force",
  value: null,
  summary: "overwrite files that were edited by hand or are in the way",
};

export const init: CommandSpec = {
  name: "init",
  summary: "begin in a repository that uses an API: a configuration and a generate script",
  usage: "waybill init [--openapi f] [--asyncapi f] [--out dir] [--target name]... [options]",
  flags: [
    { name: "openapi", value: "file", summary: "the OpenAPI description, when it is not the only one here" },
    { name: "asyncapi", value: "file", summary: "the AsyncAPI description, when it is not the only one here" },
    { name: "out", value: "dir", summary: "the folder for generated code; default: src/generated" },
    {
      name: "target",
      value: "name",
      many: true,
      summary: "what to generate, may be given several times; default: types, zod, client and webhooks",
    },
    {
      name: "import-extension",
      value: "ext",
      choices: [".ts", ".js", "none"],
      summary: "how generated files import each other; default: as tsconfig.json needs it",
    },
    { name: "gitattributes", value: null, summary: "also mark generated files in .gitattributes, for reviews to fold" },
    { name: "dry-run", value: null, summary: "say what would be written; write nothing" },
    { name: "force", value: null, summary: "write the configuration anew when there is one" },
    ...report,
  ],
  positionals: null,
  notes: [
    "Descriptions are looked for in the packages this one depends on, and here, in spec/, api/, docs/ and the like.",
    "It asks nothing, installs nothing, and leaves what is there: running it again changes nothing.",
  ],
};

export const generate: CommandSpec = {
  name: "generate",
  summary: "write the code the description stands for; only what changed",
  usage: "waybill generate [--config f] [--openapi f] [--asyncapi f] [--out dir] [--target name]... [options]",
  flags: [
    ...inputs,
    { name: "watch", value: null, summary: "stay, and generate again whenever a file of the description changes" },
    { name: "dry-run", value: null, summary: "say what would be written and removed; write nothing" },
    { name: "check", value: null, summary: "write nothing; exit 1 when the files are not what would be written" },
    force,
    noCache,
    timing,
    ...report,
  ],
  positionals: null,
  notes: [
    "A target's needs are generated along with it: zod, server and client need types, and so on.",
    "Paths on the command line are relative to the working directory, paths in a configuration to the configuration.",
    "What is tolerated is listed, a line each: place, code, and the meaning that was assumed.",
    "What was written is recorded in waybill.manifest.json, beside the configuration or in --out: check it in.",
  ],
};

export const check: CommandSpec = {
  name: "check",
  summary: "the same as generate --check",
  usage: "waybill check [--config f] [--openapi f] [--asyncapi f] [--out dir] [--target name]... [options]",
  flags: [...inputs, timing, ...report],
  positionals: null,
  notes: [
    "Exits 1 with a reason for each file that is stale, missing, edited by hand, left over, or made by another version.",
  ],
};

export const lint: CommandSpec = {
  name: "lint",
  summary: "check the description: official schemas, every example, rules across both documents",
  usage: "waybill lint [file...] [--openapi f] [--asyncapi f] [options]",
  flags: [
    { name: "config", value: "file", summary: "the configuration that names the descriptions" },
    { name: "openapi", value: "file", summary: "the OpenAPI description, as generate takes it" },
    { name: "asyncapi", value: "file", summary: "the AsyncAPI description, as generate takes it" },
    {
      name: "max-warnings",
      value: "n",
      summary: "exit 1 when there are more warnings than this; default: any number is fine",
    },
    {
      name: "enums",
      value: "rule",
      choices: ["closed", "open"],
      summary: "whether examples may have other strings than those of an enum; default as configured, else closed",
    },
    ...ruleFlags,
    tolerate,
    ...report,
  ],
  positionals: "OpenAPI and AsyncAPI documents, or a configuration; default: the configuration that generate finds",
  notes: ["An AsyncAPI description needs the package @asyncapi/parser: npm install --save-dev @asyncapi/parser"],
};

export const diff: CommandSpec = {
  name: "diff",
  summary: "say what a consumer of one description notices in another, and the version bump it needs",
  usage: "waybill diff BASE REVISION [--fail-on bump] [--format name] [--wire] [options]",
  flags: [
    {
      name: "fail-on",
      value: "bump",
      choices: ["major", "minor", "patch"],
      summary: "exit 1 when a change needs this bump or a larger one; default: any change is fine",
    },
    { name: "wire", value: null, summary: "leave out what only generated code notices: names of types and methods" },
    { name: "api", value: "name", summary: "which API of a configuration, when it has several" },
    {
      name: "enums",
      value: "rule",
      choices: ["closed", "open"],
      summary:
        "whether enums of strings may grow, so that a new value breaks nobody; default as configured, else closed",
    },
    ...ruleFlags,
    tolerate,
    { name: "json", value: null, summary: "print the result as JSON on stdout; the same as --format json" },
    {
      name: "format",
      value: "name",
      choices: ["text", "json", "markdown", "github", "html"],
      summary: "text (default), json, markdown, github for annotations, or html for a page",
    },
    { name: "help", value: null, summary: "print this help" },
  ],
  positionals:
    "a description, a folder with openapi.yaml and asyncapi.yaml, or a configuration; main:spec is the folder spec of the commit main",
  notes: [
    "A request may take more, and an answer or event may say less: that is minor. The other way round it is major.",
    "What changes no value is patch: words, examples. The changes are printed whatever --fail-on says.",
  ],
};

export const changeset: CommandSpec = {
  name: "changeset",
  summary: "write a changeset with what changed since the last release, and the bump it needs",
  usage: "waybill changeset [--base side] [--package name]... [--name file] [--dry-run] [options]",
  flags: [
    {
      name: "base",
      value: "side",
      summary:
        "what was released last, as diff takes it, or a commit alone: origin/main; default as configured, else baseBranch",
    },
    {
      name: "package",
      value: "name",
      many: true,
      summary:
        "a package to raise, may be given several times; default: those of the description and of its generated code",
    },
    {
      name: "name",
      value: "file",
      summary: "the name of the changeset; default: the API's, with the branch when base is one",
    },
    { name: "dry-run", value: null, summary: "print the changeset; write nothing" },
    { name: "wire", value: null, summary: "leave out what only generated code notices: names of types and methods" },
    { name: "config", value: "file", summary: "the configuration that names the description" },
    { name: "api", value: "name", summary: "which API of the configuration, when it has several" },
    { name: "openapi", value: "file", summary: "the OpenAPI description, instead of a configuration" },
    { name: "asyncapi", value: "file", summary: "the AsyncAPI description, instead of a configuration" },
    {
      name: "enums",
      value: "rule",
      choices: ["closed", "open"],
      summary:
        "whether enums of strings may grow, so that a new value breaks nobody; default as configured, else closed",
    },
    ...ruleFlags,
    tolerate,
    ...report,
  ],
  positionals: null,
  notes: [
    "Run again, it brings its own changeset up to date. What you wrote there stays: text, reworded lines, another bump.",
    "The bump of a package below 1.0.0 is minor for a breaking change. Changes are told as by waybill diff.",
  ],
};

export const conform: CommandSpec = {
  name: "conform",
  summary: "hold a running service and its webhooks to the description",
  usage: "waybill conform --url U [--key K] [--webhook-port P] [--value name=value]... [options]",
  flags: [
    { name: "url", value: "address", summary: "the service; the description's paths are below it" },
    { name: "key", value: "key", summary: "the credential, or WAYBILL_KEY; - reads it from stdin" },
    { name: "other-key", value: "key", summary: "a key of another account, or WAYBILL_OTHER_KEY" },
    { name: "revoked-key", value: "key", repeat: true, summary: "a key that was good once, or WAYBILL_REVOKED_KEY" },
    { name: "webhook-port", value: "port", summary: "receive deliveries on this port of 127.0.0.1; 0 takes any" },
    {
      name: "webhook-url",
      value: "address",
      summary: "where the service reaches that port, such as a tunnel's address; {port} in it stands for the port",
    },
    { name: "value", value: "name=value", repeat: true, summary: "what the service knows, as JSON or text: sku=MUG" },
    { name: "values", value: "file", summary: "the same as a JSON object; - reads it from stdin" },
    { name: "trigger", value: "event=command", repeat: true, summary: "a command that makes an event fire" },
    { name: "excuses", value: "file", summary: "what need not be seen, each with a reason" },
    { name: "complete", value: null, summary: "exit 1 when something declared was neither seen nor excused" },
    { name: "report", value: "format=file", repeat: true, summary: "write a report: text, json, junit or html" },
    { name: "only", value: "case", summary: "run only the cases whose id starts with this, and what they need" },
    { name: "seed", value: "n", summary: "the same seed makes the same requests; default 1" },
    { name: "random", value: "n", summary: "random valid requests for each operation; default 3" },
    { name: "max-requests", value: "n", summary: "stop after so many requests; default 5000" },
    {
      name: "spend-budget",
      value: null,
      summary: "go on until the rate limit refuses; the key has no budget left then",
    },
    { name: "fail-fast", value: null, summary: "stop at the first finding" },
    { name: "timeout", value: "seconds", summary: "longest wait; default 15 for an answer, 5 for a delivery" },
    { name: "config", value: "file", summary: "the configuration that names the descriptions" },
    { name: "api", value: "name", summary: "which API of the configuration, when it has several" },
    { name: "openapi", value: "file", summary: "the OpenAPI description, as generate takes it" },
    { name: "asyncapi", value: "file", summary: "the AsyncAPI description, as generate takes it" },
    tolerate,
    ...report,
  ],
  positionals: null,
  notes: [
    "It creates, changes and deletes things under the key: use a service and an account that are there to be tested.",
    "A command of --trigger has what is known of the resource: --trigger 'order.shipped=./ship.sh {orderId}'.",
    "Needs the package @waybill/conformance: npm install --save-dev @waybill/conformance",
  ],
};

export const pin: CommandSpec = {
  name: "pin",
  summary:
    "print what a configuration writes for a description at a URL: its hash, and those of the documents it refers to",
  usage: "waybill pin URL [--json]",
  flags: [
    { name: "json", value: null, summary: "print JSON instead of TypeScript" },
    { name: "help", value: null, summary: "print this help" },
  ],
  positionals: "the URL of an OpenAPI or AsyncAPI document",
  notes: ["It fetches, and writes nothing. A run that finds anything else at the URL later stops and says so."],
};

export const commands: readonly CommandSpec[] = [init, generate, check, lint, diff, changeset, conform, pin];
