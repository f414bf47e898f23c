// The flags that several commands have.
import { type MeaningName, meaningNames } from "../../model/api-options.ts";
import { apiFlags } from "./api-flags.ts";
import type { Flag } from "./arguments.ts";
import { overlayFlag, ruleFlags } from "./reading-flags.ts";

export const json: Flag = {
  name: "json",
  value: null,
  summary: "Print the result as JSON on stdout; same as --format json",
};
export const help: Flag = { name: "help", value: null, summary: "Print this help" };

/** The flags that `formatOf` reads, and `--help`: the last flags of every command that reports diagnostics. */
export const reportFlags: readonly Flag[] = [
  json,
  {
    name: "format",
    value: "name",
    choices: ["text", "json", "github"],
    summary: "Output format: text (default), json, or github for annotations",
  },
  help,
];

export const tolerate: Flag = {
  name: "tolerate",
  value: "code",
  many: true,
  summary:
    "Tolerate this error code in the description; its documentation page states the assumed meaning; repeatable, or a list: a,b",
};

export const strict: Flag = {
  name: "strict",
  value: null,
  summary: "Tolerate only the codes of --tolerate, even in descriptions from flags, URLs or packages",
};

export const describingConfig: Flag = {
  name: "config",
  value: "file",
  summary: "Configuration file that names the descriptions",
};

/** The flags that `locateFlags` of flags/flagged-documents.ts reads. */
function documentFlags(purpose: string): readonly Flag[] {
  return [
    { name: "openapi", value: "file", summary: `OpenAPI description: a file, a URL, or npm:package; ${purpose}` },
    { name: "asyncapi", value: "file", summary: `AsyncAPI description: a file, a URL, or npm:package; ${purpose}` },
    {
      name: "integrity",
      value: "hash",
      repeat: true,
      summary: "Expected hash (sha384-…) of the URL in --openapi, then of the one in --asyncapi; default: any",
    },
  ];
}

export const describingFiles: readonly Flag[] = documentFlags("as in generate");

export const chosenApi: Flag = { name: "api", value: "name", summary: "API to use, if the configuration has several" };

const meaningSummaries: { readonly [Name in MeaningName]: string } = {
  nullable: "Whether nullable: true accepts null where OpenAPI 3.0 ignores it (author) or not (letter)",
  discriminators:
    "Whether a schema with a discriminator that others extend by allOf is their union (author) or an ordinary schema (letter)",
  untyped: "Whether properties or items without type describe an object or array (author) or any value (letter)",
};

export const meaningFlags: readonly Flag[] = meaningNames.map((name) => ({
  name,
  value: "rule",
  choices: ["author", "letter"],
  summary: `${meaningSummaries[name]}; default: as configured, else author for third-party descriptions`,
}));

/** What `selectApi` reads: the flags of a command that reads one API and generates no files. */
export const apiSelectionFlags: readonly Flag[] = [
  describingConfig,
  chosenApi,
  ...describingFiles,
  ...meaningFlags,
  overlayFlag,
  tolerate,
  strict,
];

/** What flags name in place of a configuration. */
export const flaggedFiles: readonly Flag[] = documentFlags("instead of a configuration");

/** The flags of commands that compare two descriptions. */
export const wire: Flag = {
  name: "wire",
  value: null,
  summary: "Ignore changes that affect only generated code: names of types and methods",
};

export const comparedEnums: Flag = {
  name: "enums",
  value: "rule",
  choices: ["closed", "open"],
  summary:
    "Whether a new value of a string enum is compatible (open) or breaking (closed); default: as configured, else closed",
};

/** What a run of `generate` is about: the description, where its code goes, and what the code is like. */
export const inputs: readonly Flag[] = [
  {
    name: "config",
    value: "file",
    summary: "Configuration file; default: waybill.config.ts, .js, .mjs or .json, here or in a parent folder",
  },
  ...flaggedFiles,
  { name: "out", value: "dir", summary: "Output folder; each target is written to <dir>/<target>/" },
  {
    name: "target",
    value: "name",
    many: true,
    summary: "Target to generate, repeatable; default: all that the description allows, except samples",
  },
  ...apiFlags,
  overlayFlag,
  ...ruleFlags,
  tolerate,
  strict,
];

export const timing: Flag = {
  name: "timing",
  value: null,
  summary: "Print the time of each stage and the peak memory on stderr; with --json, in the field timing",
};

export const verbose: Flag = {
  name: "verbose",
  value: null,
  summary: "Print every problem in full; default: at most 40 lines, grouped by code",
};

export const noCache: Flag = {
  name: "no-cache",
  value: null,
  summary: "Generate everything from scratch, and cache nothing for the next run",
};

export const prune: Flag = {
  name: "prune",
  value: null,
  summary: "Remove what earlier runs wrote into the folder and this one does not generate, such as other targets",
};

export const force: Flag = {
  name: "force",
  value: null,
  summary: "Overwrite files that were edited by hand or that Waybill did not write",
};
