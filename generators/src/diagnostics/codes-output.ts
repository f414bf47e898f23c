// Codes for what generation left on disk and for rules across documents: reported by `waybill check` and `waybill lint`.
import { quote, suggestion, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface OutputArgs {
  readonly "slow-pattern": { pattern: string; growth: "polynomial" | "exponential" | "unknown" };
  readonly "unmatched-filter": {
    api: string;
    /** `null` where all of them together leave nothing. */
    at: string | null;
    text: string;
    near: string | undefined;
    known: readonly string[];
  };
  readonly "undecidable-date": { reason: string };
  readonly "invalid-name": { hook: string; what: string; name: string; reason: string };
  readonly "no-sample": { operation: string; reason: string };
  readonly "too-deep": { purpose: string; isDepth: boolean };
  readonly "stale-file": { file: string; reason: string; rebuild: string };
  readonly "missing-file": { file: string; rebuild: string };
  readonly "hand-edited-file": { file: string; conflicted: boolean; rebuild: string };
  readonly "foreign-file": { file: string };
  readonly "orphan-file": { file: string; state: OrphanState; rebuild: string };
  readonly "unwritable-file": { file: string; reason: string; advice?: string | undefined };
  readonly "version-skew": { file: string; madeBy: string; current: string; rebuild: string };
  readonly "invalid-manifest": { file: string; detail: string; advice: string };
  readonly "required-without-property": { name: string; near: string | undefined };
  readonly "different-versions": { openapi: string; asyncapi: string };
  readonly "target-failed": { target: string; reason: string };
  readonly "target-threw": { target: string; reason: string };
  readonly "target-error": { target: string; message: string; hint: string };
  readonly "target-warning": { target: string; message: string; hint: string };
  readonly "official-schema": { standard: string; detail: string };
  readonly "official-schema-warning": { standard: string; detail: string };
}

/**
 * What is known of an orphan: `recorded` and as it was written, `edited` since, `unrecorded` but with the header of this
 * description, or `unknown`: only its name says that it is generated.
 */
export type OrphanState = "recorded" | "edited" | "unrecorded" | "unknown";

export const outputCodes: Table<OutputArgs> = {
  "slow-pattern": {
    severity: "warning",
    message: ({ pattern, growth }) => {
      if (growth === "unknown")
        return `the pattern ${quote(pattern)} is too large to tell how the time it takes grows with the text`;
      return growth === "exponential"
        ? `the pattern ${quote(pattern)} takes twice the time for each character more, when a text nearly matches`
        : `the pattern ${quote(pattern)} takes time that grows with the square of the length, or faster, when a text nearly matches`;
    },
    hint: ({ growth }) => {
      if (growth === "unknown") return "say it with less, and bound the length of the text with maxLength";
      return growth === "exponential"
        ? "let every text be read in one way: no repetition of what is itself repeated, no alternatives that begin alike"
        : "begin with ^, let neighbouring repetitions have no character in common, and bound the length with maxLength";
    },
    cause:
      "JavaScript's engine tries every way a text can be read before it gives up. Where a repetition repeats what is itself repeated (`(a+)+`), the ways double with each character; where two repetitions in a row read the same characters (`\\s*.*`), or a search may begin anywhere, they grow with a power of the length. One request with such a text keeps a server busy.",
    fix: "Rewrite the pattern so that one character decides what it belongs to: `^[a-z]+(-[a-z]+)*$` instead of `^([a-z]+-?)+$`.",
  },
  "unmatched-filter": {
    severity: "error",
    message: ({ api, at, text }) => {
      if (at === null) return `include and exclude leave nothing of ${quote(api)} to be generated`;
      return text === "" ? `${at}: nothing is all of that at once` : `${at}: ${text} is in no part of ${quote(api)}`;
    },
    hint: ({ at, text, near, known }) => {
      if (at === null) return "exclude less, or include more";
      if (text === "") return "make it two entries, of which either may hold";
      const some = known.slice(0, 12).join(", ");
      return suggestion(
        near,
        known.length === 0
          ? "the description says nothing of the kind"
          : `there are: ${some}${known.length > 12 ? ", …" : ""}`,
      );
    },
    cause:
      "`include` and `exclude` say what of a description is generated. Words that find nothing are a mistake, or about an operation that is gone: left alone, code would go missing without a word, or come back.",
    fix: "Correct the words, or take them out. A `*` stands for any characters but `/`, `**` for any at all.",
  },
  "undecidable-date": {
    severity: "error",
    message: ({ reason }) => `this point in time cannot be a Date in code: ${reason}`,
    hint: () => 'leave dates out of the configuration, or "string"; or describe it as a date-time and nothing else',
    cause:
      'With `dates: "date"` a text with `format: date-time` is a Date in code. Whether a text in this place is one has to follow from the description: where another part of it allows any text there, or lists the texts, the value does not tell. A type called `Date` would be meant by every `Date` of the generated types.',
    fix: 'Say that it is a date-time in all parts that speak of the value, tell alternatives apart by a discriminator, give a schema called Date another name by `names`, or keep texts: `dates: "string"`.',
  },
  "invalid-name": {
    severity: "error",
    message: ({ hook, what, name, reason }) => `names.${hook} calls ${what} ${cut(name)}: ${reason}`,
    hint: () => "give each its own identifier, and the same one whenever it is asked",
    cause:
      "The configuration names things of the description by functions, and one of them gives a name that cannot stand in the code, that something else has, or that is another one each time.",
    fix: "Return the name that the function is given wherever there is no reason for another one, and derive others from it or from the place in the description.",
  },
  "no-sample": {
    severity: "warning",
    message: ({ operation, reason }) => `there is no sample of ${quote(operation)}: ${reason}`,
    hint: () => "an `example` beside the schema is what a sample shows first, when the schema accepts it",
    cause:
      "A sample sends the description's own examples. Where there is none that the schema accepts, a value is made from the schema; here that found none, as with a pattern that none of the usual texts match. Or a value cannot be sent in its place as it is.",
    fix: "Give the parameter or the body an example that its schema accepts.",
  },
  "too-deep": {
    severity: "error",
    message: ({ purpose, isDepth }) => `the description is too ${isDepth ? "deep" : "large"} ${purpose}`,
    hint: () =>
      "its innermost value is shown; give inner schemas names under components and refer to them, and leave the limits as they are",
    cause:
      "Values are nested in each other, or schemas refer to each other, so deeply that the engine has no room left to follow them. With the default limits no known description comes here.",
    fix: "Nest less: name inner schemas and refer to them. When `--limit` raises a limit, see whether the description goes through without.",
  },
  "stale-file": {
    severity: "error",
    message: ({ file, reason }) => `${file} is stale: ${reason}`,
    hint: ({ rebuild }) => `run ${rebuild} and commit the result`,
    cause: "The description, the configuration or the options changed, and the generated file was not written again.",
    fix: "Run `waybill generate`.",
  },
  "missing-file": {
    severity: "error",
    message: ({ file }) => `${file} is missing: a run would write it, and it is not there`,
    hint: ({ rebuild }) => `run ${rebuild} and commit the result`,
    cause: "A generated file was deleted or never committed.",
    fix: "Run `waybill generate`.",
  },
  "hand-edited-file": {
    severity: "error",
    message: ({ file, conflicted }) =>
      conflicted
        ? `${file} holds the marks of a merge conflict: it is not what was generated`
        : `${file} was edited by hand: it is not what was generated`,
    hint: ({ conflicted, rebuild }) =>
      conflicted
        ? "settle the conflict in the description; then run waybill generate --force, which writes the file anew"
        : `undo the edit, make the change in the description (or in a file of your own) and run ${rebuild}; with --force, generate overwrites it`,
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
    message: ({ file, state }) => `${file} is an orphan: ${orphanReasons[state]}`,
    hint: ({ state, rebuild }) => {
      if (state === "unknown") return "delete it, or give it a name that does not end in .gen.ts";
      if (state === "edited") return "move what you need to a file of your own and delete it; generate --force does";
      return `run ${rebuild}, which removes it`;
    },
    cause:
      "A target, an operation or a schema went away, and the file made from it is still there. Or a `.gen.ts` file stands among the generated ones that no run has written.",
    fix: "Run `waybill generate`. An orphan that was edited by hand is only removed with `--force`, one that no run has written never.",
  },
  "unwritable-file": {
    severity: "error",
    message: ({ file, reason }) => `cannot write ${quote(file)}: ${reason}`,
    hint: ({ advice }) =>
      advice ?? "everything was left as it was before the run; mend what the message says and run it again",
    cause: "The system refused to write, rename or remove a file of the output.",
    fix: "Check permissions, free space, and links that lead out of the output folder.",
  },
  "version-skew": {
    severity: "error",
    message: ({ file, madeBy, current }) => `${file} was made by waybill ${madeBy}, this is ${current}`,
    hint: ({ rebuild }) => `use the same version everywhere, or run ${rebuild} and commit the result`,
    cause: "The output was made by another version of the toolkit.",
    fix: "Run `waybill generate` with the version the repository names.",
  },
  "invalid-manifest": {
    severity: "error",
    message: ({ file, detail }) => `the manifest ${quote(file)} cannot be used: ${detail}`,
    hint: ({ advice }) => advice,
    cause: "The record of what was generated is damaged, so files cannot be told from hand-written ones.",
    fix: "Restore the manifest from version control, or run `waybill generate --force`, which writes it anew.",
  },
  "required-without-property": {
    severity: "warning",
    message: ({ name }) => `${quote(name)} is required, but no property has this name`,
    hint: ({ near }) => suggestion(near, "describe the property, or take the name out of required"),
    cause: "`required` names a member that the schema does not describe, so it must be there and may hold anything.",
    fix: "Correct the spelling, or describe the member under `properties` (`true` is enough where anything is meant).",
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
  "target-threw": {
    severity: "error",
    message: ({ target, reason }) => `the target ${target} of this configuration failed: ${reason}`,
    hint: ({ target }) => `mend ${target}, whose code this is; nothing was written`,
    cause: "A target that the configuration brings threw an error, or made something that is no file of a target.",
    fix: "Mend the target at the place shown, or leave it out of the targets.",
  },
  "target-error": {
    severity: "error",
    message: ({ target, message }) => `${target}: ${message}`,
    hint: ({ hint }) => hint,
    cause: "A target that the configuration brings cannot be made from this part of the description.",
    fix: "Do what the target's hint says, or leave the target out.",
  },
  "target-warning": {
    severity: "warning",
    message: ({ target, message }) => `${target}: ${message}`,
    hint: ({ hint }) => hint,
    cause: "A target that the configuration brings takes this part of the description for a mistake.",
    fix: "Do what the target's hint says.",
  },
  "official-schema": {
    severity: "error",
    message: ({ standard, detail }) => `not valid ${standard}: ${detail}`,
    hint: ({ standard }) => `the official schema of ${standard} rejects this place`,
    tolerated: "what the readers of this toolkit understand counts",
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

const orphanReasons: Readonly<Record<OrphanState, string>> = {
  recorded: "nothing in the description generates it any more",
  edited: "nothing in the description generates it any more, and it was edited by hand",
  unrecorded: "nothing in the description generates it any more, and the manifest does not know it",
  unknown: "it stands among generated files, and no run has written it",
};

function cut(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 100)}…`;
}
