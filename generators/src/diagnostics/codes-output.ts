// Codes for what generation left on disk and for rules across documents: reported by `waybill check` and `waybill lint`.
import { quote, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface OutputArgs {
  readonly "stale-file": { file: string };
  readonly "missing-file": { file: string };
  readonly "hand-edited-file": { file: string };
  readonly "foreign-file": { file: string };
  readonly "orphan-file": { file: string; edited: boolean };
  readonly "unwritable-file": { file: string; reason: string };
  readonly "version-skew": { file: string; madeBy: string; current: string };
  readonly "invalid-manifest": { file: string; detail: string };
  readonly "different-versions": { openapi: string; asyncapi: string };
  readonly "target-failed": { target: string; reason: string };
  readonly "official-schema": { standard: string; detail: string };
  readonly "official-schema-warning": { standard: string; detail: string };
}

export const outputCodes: Table<OutputArgs> = {
  "stale-file": {
    severity: "error",
    message: ({ file }) => `${file} is stale: the description has changed since it was generated`,
    hint: () => "run waybill generate and commit the result",
    cause: "The description, the configuration or the options changed, and the generated file was not written again.",
    fix: "Run `waybill generate`.",
  },
  "missing-file": {
    severity: "error",
    message: ({ file }) => `${file} is missing: it is generated from the description and not there`,
    hint: () => "run waybill generate and commit the result",
    cause: "A generated file was deleted or never committed.",
    fix: "Run `waybill generate`.",
  },
  "hand-edited-file": {
    severity: "error",
    message: ({ file }) => `${file} was edited by hand: it is not what was generated`,
    hint: () =>
      "make the change in the description (or in a file of your own) and run waybill generate; --force overwrites the edit",
    cause: "A generated file differs from what the manifest says was written. The next run would lose the edit.",
    fix: "Move the edit to where it belongs, then run `waybill generate --force`.",
  },
  "foreign-file": {
    severity: "error",
    message: ({ file }) => `${file} is in the way: it exists, and Waybill did not write it`,
    hint: () => "move or delete the file, choose another output folder, or overwrite it with --force",
    cause: "Generation would overwrite a file that no earlier run has written.",
    fix: "Move the file away.",
  },
  "orphan-file": {
    severity: "error",
    message: ({ file, edited }) =>
      `${file} is an orphan: nothing in the description generates it any more${edited ? ", and it was edited by hand" : ""}`,
    hint: ({ edited }) =>
      edited
        ? "move what you need to a file of your own and delete it, or run waybill generate --force"
        : "run waybill generate, which removes it",
    cause: "A target, an operation or a schema went away, and the file made from it is still there.",
    fix: "Run `waybill generate`. An orphan that was edited by hand is only removed with `--force`.",
  },
  "unwritable-file": {
    severity: "error",
    message: ({ file, reason }) => `cannot write ${quote(file)}: ${reason}`,
    hint: () => "everything was left as it was before the run; mend what the message says and run it again",
    cause: "The system refused to write, rename or remove a file of the output.",
    fix: "Check permissions, free space, and links that lead out of the output folder.",
  },
  "version-skew": {
    severity: "error",
    message: ({ file, madeBy, current }) => `${file} was made by waybill ${madeBy}, this is ${current}`,
    hint: () => "use the same version everywhere, or run waybill generate and commit the result",
    cause: "The output was made by another version of the toolkit.",
    fix: "Run `waybill generate` with the version the repository names.",
  },
  "invalid-manifest": {
    severity: "error",
    message: ({ file, detail }) => `the manifest ${quote(file)} cannot be used: ${detail}`,
    hint: () => "restore it from version control; or delete it and run waybill generate --force",
    cause: "The record of what was generated is damaged, so files cannot be told from hand-written ones.",
    fix: "Restore the manifest.",
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
  "target-failed": {
    severity: "error",
    message: ({ target, reason }) => `the target ${target} could not be generated: ${reason}`,
    hint: ({ target }) => `leave ${target} out of the targets, or change what the message names`,
    cause: "A target is made by another tool, and that tool refuses the description.",
    fix: "Change what the message names, or leave the target out.",
  },
  "official-schema": {
    severity: "error",
    message: ({ standard, detail }) => `not valid ${standard}: ${detail}`,
    hint: ({ standard }) => `the official schema of ${standard} rejects this place`,
    cause: "The document breaks the standard in a way the official schema or parser notices.",
    fix: "Mend the place shown.",
  },
  "official-schema-warning": {
    severity: "warning",
    message: ({ standard, detail }) => `${standard}: ${detail}`,
    hint: () => "the official parser recommends this",
    cause: "The official parser accepts the document but recommends otherwise.",
    fix: "Follow the recommendation, or write down why not.",
  },
};
