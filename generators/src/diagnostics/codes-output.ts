// Codes of targets, generated files and rules across documents.
import { listOf, quote, suggestion, type Table } from "./code.ts";
import { type ScaffoldArgs, scaffoldCodes } from "./codes-scaffold.ts";

/** What the wording of each code needs. */
export interface OutputArgs extends ScaffoldArgs {
  readonly "slow-pattern": { pattern: string; growth: "polynomial" | "exponential" | "unknown" };
  readonly "unmatched-filter": {
    api: string;
    /** `null` where all of them together leave nothing. */
    at: string | null;
    text: string;
    near: string | undefined;
    known: readonly string[];
  };
  readonly "pagination-mismatch": { source: string; operation: string; reason: string; hint: string };
  readonly "undecidable-date": { reason: string };
  readonly "invalid-name": { hook: string; what: string; name: string; reason: string };
  readonly "no-sample": { operation: string; reason: string };
  readonly "body-not-sent": { method: string; path: string };
  readonly "too-deep": { purpose: string; isDepth: boolean };
  readonly "stale-file": { file: string; reason: string; rebuild: string };
  readonly "missing-file": { file: string; rebuild: string };
  readonly "hand-edited-file": { file: string; conflicted: boolean; rebuild: string };
  readonly "foreign-file": { file: string };
  readonly "orphan-file": { file: string; state: OrphanState; rebuild: string };
  readonly "shared-output": { files: string; owners: readonly [string, string]; canReplace: boolean };
  readonly "unasked-removal": { file: string; count: number; targets: readonly string[]; rebuild: string };
  readonly "unwritable-file": { file: string; reason: string; advice?: string | undefined };
  readonly "compiler-setting": { file: string; field: string; problem: string; advice: string };
  readonly "postprocess-failed": { command: string; reason: string; output: string };
  readonly "runtime-missing": { wanted: string };
  readonly "runtime-version": { found: string; wanted: string };
  readonly "version-skew": { file: string; madeBy: string; current: string; rebuild: string };
  readonly "invalid-manifest": { file: string; detail: string; advice: string };
  readonly "required-without-property": { name: string; near: string | undefined };
  readonly "no-type": { keyword: string; type: string; isAssumed: boolean };
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
        return `the pattern ${quote(pattern)} is too large to determine how its matching time grows with the text`;
      return growth === "exponential"
        ? `the pattern ${quote(pattern)} backtracks exponentially on near-matches`
        : `the pattern ${quote(pattern)} backtracks in quadratic time or worse on near-matches`;
    },
    hint: ({ growth }) => {
      if (growth === "unknown") return "simplify it, and limit the length of the text with maxLength";
      return growth === "exponential"
        ? "make it match every text in only one way: no nested repetitions, no alternatives with a common beginning"
        : "begin with ^, give neighbouring repetitions no character in common, and limit the length with maxLength";
    },
    cause:
      "The regular expression engine backtracks: it tries every way to match a text before it fails. Nested repetitions (`(a+)+`) backtrack exponentially; two consecutive repetitions of the same characters (`\\s*.*`), or a search that may begin anywhere, are polynomial. One request with such a text keeps a server busy.",
    fix: "Rewrite the pattern so that each character can match in only one way: `^[a-z]+(-[a-z]+)*$` instead of `^([a-z]+-?)+$`.",
  },
  "unmatched-filter": {
    severity: "error",
    message: ({ api, at, text }) => {
      if (at === null) return `include and exclude together leave nothing of ${quote(api)}`;
      return text === ""
        ? `${at}: nothing matches all of these conditions`
        : `${at}: nothing in ${quote(api)} matches ${text}`;
    },
    hint: ({ at, text, near, known }) => {
      if (at === null) return "exclude less, or include more";
      if (text === "") return "split it into two entries: a match of either one is enough";
      const some = known.slice(0, 12).join(", ");
      return suggestion(
        near,
        known.length === 0 ? "the description has none" : `available: ${some}${known.length > 12 ? ", …" : ""}`,
      );
    },
    cause:
      "`include`, `exclude` and rules of `pagination` select operations. A selector that matches nothing is a typo, or refers to a removed operation: ignoring it would silently remove code, or bring it back.",
    fix: "Correct or remove the selector. `*` matches any characters but `/`, `**` any characters.",
  },
  "pagination-mismatch": {
    severity: "error",
    message: ({ source, operation, reason }) => `${source} does not fit ${operation}: ${reason}`,
    hint: ({ hint }) => hint,
    stops: ["client"],
    cause:
      "A rule of the option `pagination`, or an extension of the operation, names parameters and members of the response by which its pages are requested. The operation lacks one of them, so an iterator would end early or never. For an extension, which may be meant for another tool, this is a warning, and the operation gets no iterator.",
    fix: 'Correct the names, or exclude the operation with an earlier rule: `{ operation: "listOrders", none: true }`.',
  },
  "undecidable-date": {
    severity: "error",
    message: ({ reason }) => `this date-time cannot be a Date in code: ${reason}`,
    hint: () => 'remove dates from the configuration, or set it to "string"; or describe the value only as a date-time',
    cause:
      'With `dates: "date"` a string with `format: date-time` is a Date in code. The description must decide whether a string is one: it is ambiguous when another part allows any string there, or lists the strings. Also, a schema named `Date` would replace the `Date` of the generated types.',
    fix: 'Declare the value as a date-time in all parts, distinguish alternatives by a discriminator, rename a schema named Date with `names`, or keep strings: `dates: "string"`.',
  },
  "invalid-name": {
    severity: "error",
    message: ({ hook, what, name, reason }) => `names.${hook} returns ${cut(name)} for ${what}: ${reason}`,
    hint: () => "return a unique identifier for each part, and the same one on every call",
    cause:
      "A naming function of the configuration returned a name that is not an identifier, is already taken, or differs between calls.",
    fix: "Return the default name unless you need another one, and derive other names from it or from the location in the description.",
  },
  "no-sample": {
    severity: "warning",
    message: ({ operation, reason }) => `no sample could be generated for ${quote(operation)}: ${reason}`,
    hint: () => "add an `example` next to the schema: the sample uses it if the schema accepts it",
    cause:
      "The sample has no value to send. Samples use the examples of the description; if the schema accepts none of them, a value is derived from the schema. That failed here, for example because of a pattern that no common string matches, or because the value cannot be sent unchanged in this place.",
    fix: "Give the parameter or the body an example that its schema accepts.",
  },
  "body-not-sent": {
    severity: "warning",
    message: ({ method, path }) =>
      `a client cannot send the body of ${method} ${path}: fetch sends no body with ${method}`,
    hint: () => "describe another way to send it: query parameters, or an operation with POST",
    cause:
      "The generated client uses `fetch`, which does not allow a body with GET or HEAD. A call with such a body throws a `TypeError`; without one it works. Only the client is affected: the generated server reads the body.",
    fix: "If the server also accepts these values in another way, describe that: query parameters, POST, or QUERY (OpenAPI 3.2).",
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
  "stale-file": {
    severity: "error",
    message: ({ file, reason }) => `${file} is stale: ${reason}`,
    hint: ({ rebuild }) => `run ${rebuild} and commit the result`,
    stops: "run",
    cause: "The description, the configuration or the options changed, and the generated file was not written again.",
    fix: "Run `waybill generate`.",
  },
  "missing-file": {
    severity: "error",
    message: ({ file }) => `${file} is missing: a run would write it`,
    hint: ({ rebuild }) => `run ${rebuild} and commit the result`,
    stops: "run",
    cause: "A generated file was deleted or never committed.",
    fix: "Run `waybill generate`.",
  },
  "hand-edited-file": {
    severity: "error",
    message: ({ file, conflicted }) =>
      conflicted
        ? `${file} contains merge conflict markers: it differs from what was generated`
        : `${file} was edited by hand: it differs from what was generated`,
    hint: ({ conflicted, rebuild }) =>
      conflicted
        ? "resolve the conflict in the description; then run waybill generate --force, which overwrites the file"
        : `undo the edit, make the change in the description (or in a file of your own) and run ${rebuild}; with --force, generate overwrites it`,
    stops: "run",
    cause: "A generated file differs from its hash in the manifest. The next run would overwrite the edit.",
    fix: "Move the edit to where it belongs, then run `waybill generate --force`.",
  },
  "foreign-file": {
    severity: "error",
    message: ({ file }) => `${file} is in the way: it exists, and Waybill did not write it`,
    hint: () => "move or delete the file, choose another output folder, or overwrite it with --force",
    stops: "run",
    cause: "Generation would overwrite a file that no earlier run wrote.",
    fix: "Move or delete the file, choose another output folder, or overwrite it with `--force`.",
  },
  "orphan-file": {
    severity: "error",
    message: ({ file, state }) => `${file} is an orphan: ${orphanReasons[state]}`,
    hint: ({ state, rebuild }) => {
      if (state === "unknown") return "delete it, or give it a name that does not end in .gen.ts";
      if (state === "edited")
        return "move what you need to a file of your own, then delete this one, or run waybill generate --force, which deletes it";
      return `run ${rebuild}, which removes it`;
    },
    stops: "run",
    cause:
      "A target, an operation or a schema was removed, but its generated file still exists. Or an output folder contains a `.gen.ts` file that no run wrote.",
    fix: "Run `waybill generate`. An orphan that was edited by hand is removed only with `--force`; one that no run wrote is never removed.",
  },
  "shared-output": {
    severity: "error",
    message: ({ files, owners }) => `${files} would hold the output of both ${owners[0]} and ${owners[1]}`,
    hint: ({ canReplace }) =>
      canReplace
        ? "choose another output folder, or replace what is there with --prune"
        : "give each a folder of its own, or join them in one configuration",
    stops: "run",
    cause:
      "Two configurations, or flags and a configuration, generate the same file: each run would replace what the other one wrote. Or flags name another description than the one whose output is in the folder.",
    fix: "Change `out` of one of the configurations, or list both APIs in one. With flags, choose another `--out`; `--prune` replaces the output of another description.",
  },
  "unasked-removal": {
    severity: "error",
    message: ({ file, count, targets }) =>
      count === 1
        ? `this run would remove ${file}`
        : `this run would remove ${count} files of ${listOf(targets, "and")}, such as ${file}`,
    hint: ({ rebuild }) =>
      `an earlier run wrote them: to remove them, run ${rebuild} and --prune; to keep them, generate their targets too, or choose another folder`,
    stops: "run",
    cause:
      "Flags name fewer targets than the run that wrote the output folder, or the folder has files of another API whose configuration is not known. A run removes unasked only what its own configuration wrote.",
    fix: "Name the same targets, choose another `--out`, or remove the files with `--prune`.",
  },
  "unwritable-file": {
    severity: "error",
    message: ({ file, reason }) => `cannot write ${quote(file)}: ${reason}`,
    hint: ({ advice }) => advice ?? "all files are as before the run; fix the problem in the message and run it again",
    stops: "run",
    cause: "The system refused to write, rename or remove a file of the output.",
    fix: "Check permissions, free space, and links that lead out of the output folder.",
  },
  "compiler-setting": {
    severity: "warning",
    message: ({ file, problem }) => `${file}: the generated code will not compile: ${problem}`,
    hint: ({ advice }) => advice,
    cause:
      "The `tsconfig.json` above the generated files, with all that it extends, has a setting that makes TypeScript reject them: an old standard library, another import extension, or CommonJS modules that cannot contain ECMAScript syntax. The compiler does not report this in files that start with `// @ts-nocheck`: types that it cannot find are then `any`.",
    fix: 'Set the field that the message names. Generated code compiles with any `target` from ES2017, `"lib": ["ES2022", "DOM"]` (or `@types/node`) and every strict flag.',
  },
  "postprocess-failed": {
    severity: "error",
    message: ({ command, reason, output }) =>
      `postprocess: ${quote(command)}: ${reason}${output === "" ? "" : `: ${linesOf(output)}`}`,
    hint: () => "all files are as before the run; run the command on a generated file to see what it needs",
    stops: "run",
    cause:
      "A command of `postprocess` is not installed, or exited with a code other than 0. Formatters do this when their own configuration ignores the generated files.",
    fix: "Install the tool in the project, include the generated files in its configuration, or remove the command.",
  },
  "runtime-missing": {
    severity: "warning",
    message: () => "generated code imports @waybill/runtime, which is not installed",
    hint: ({ wanted }) => `npm install --save-exact @waybill/runtime@${wanted}, or set runtime to "copy"`,
    cause:
      'With `runtime: "package"`, generated code imports functions that do not depend on the description from a package. It was not found from the folder of the output.',
    fix: 'Install the package, or set `runtime` to `"copy"`.',
  },
  "runtime-version": {
    severity: "error",
    message: ({ found, wanted }) =>
      `@waybill/runtime ${found} is installed, and this version of Waybill generates code for ${wanted}`,
    hint: ({ wanted }) => `npm install --save-exact @waybill/runtime@${wanted}`,
    stops: "run",
    cause:
      "Generated code and the package that it imports have to be of one version: a function of another one may take other parameters.",
    fix: "Install the version that the message names whenever you update Waybill, in one step with it.",
  },
  "version-skew": {
    severity: "error",
    message: ({ file, madeBy, current }) =>
      `${file} was generated by waybill ${madeBy}, but this is waybill ${current}`,
    hint: ({ rebuild }) => `use the same version everywhere, or run ${rebuild} and commit the result`,
    stops: "run",
    cause: "Another version of the toolkit generated the output.",
    fix: "Install the version of waybill that the repository uses, or run `waybill generate` and commit the result.",
  },
  "invalid-manifest": {
    severity: "error",
    message: ({ file, detail }) => `the manifest ${quote(file)} cannot be used: ${detail}`,
    hint: ({ advice }) => advice,
    stops: "run",
    cause: "The manifest is damaged, so generated files cannot be distinguished from hand-written ones.",
    fix: "Restore the manifest from version control, or run `waybill generate --force`, which writes it again.",
  },
  "required-without-property": {
    severity: "warning",
    message: ({ name }) => `${quote(name)} is required, but no property has this name`,
    hint: ({ near }) => suggestion(near, "describe the property, or take the name out of required"),
    cause:
      "`required` names a member that the schema does not describe, so the member must be present and can have any value.",
    fix: "Correct the spelling, or describe the member under `properties` (`true` allows any value).",
  },
  "no-type": {
    severity: "warning",
    message: ({ keyword, type, isAssumed }) =>
      isAssumed
        ? `${quote(keyword)} without "type": only ${type}s are accepted, although by JSON Schema all other values are, too`
        : `${quote(keyword)} without "type": strings, numbers and all other values are accepted too`,
    hint: ({ type, isAssumed }) =>
      isAssumed
        ? 'set the option untyped to "author" to confirm this, or to "letter" to follow the standard literally'
        : `add "type": "${type}", or set the option untyped to "author"`,
    cause:
      "The schema has `properties` or `items` and no `type`. By JSON Schema, such a keyword applies only to values of its own type, and all other values are accepted. Most authors mean that the value is an object or an array. Descriptions that are not your own are read that way.",
    fix: "Add the `type`. For a description that you cannot edit, set the option [`untyped`](../options.md#schemas-without-type) to `author` or `letter`.",
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
    hint: ({ target }) => `remove ${target} from the targets, or change the part that the message names`,
    stops: "own",
    cause: "This target uses another tool, which rejects the description.",
    fix: "Change the part that the message names, or remove the target.",
  },
  "target-threw": {
    severity: "error",
    message: ({ target, reason }) => `the custom target ${target} failed: ${reason}`,
    hint: ({ target }) => `fix the target ${target}; nothing was written`,
    stops: "run",
    cause: "A custom target threw an error, or returned something that is not a file of a target.",
    fix: "Fix the target at the place shown, or remove it.",
  },
  "target-error": {
    severity: "error",
    message: ({ target, message }) => `${target}: ${message}`,
    hint: ({ hint }) => hint,
    stops: "own",
    cause: "A custom target cannot be generated from this part of the description.",
    fix: "Follow the target's hint, or remove the target.",
  },
  "target-warning": {
    severity: "warning",
    message: ({ target, message }) => `${target}: ${message}`,
    hint: ({ hint }) => hint,
    cause: "A custom target reports a mistake in this part of the description.",
    fix: "Follow the target's hint.",
  },
  "official-schema": {
    severity: "error",
    message: ({ standard, detail }) => `not valid ${standard}: ${detail}`,
    hint: ({ standard }) =>
      `compare this place with the ${standard} specification, or run with --tolerate official-schema`,
    tolerated: "the description means what Waybill reads from it",
    stops: [],
    cause: "The document violates the standard, according to the official schema or parser.",
    fix: "Fix the place shown.",
  },
  "official-schema-warning": {
    severity: "warning",
    message: ({ standard, detail }) => `${standard}: ${detail}`,
    hint: () => "follow the recommendation, or ignore this warning",
    cause:
      "The official parser accepts the document but recommends otherwise, or a field is of a later version of the standard than the document.",
    fix: "Follow the recommendation, or document why not.",
  },
  ...scaffoldCodes,
};

const orphanReasons: Readonly<Record<OrphanState, string>> = {
  recorded: "the description no longer generates it",
  edited: "the description no longer generates it, and it was edited by hand",
  unrecorded: "the description no longer generates it, and the manifest does not list it",
  unknown: "it is in an output folder, but no run wrote it",
};

function cut(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 100)}…`;
}

/** What a tool printed, as a part of a message: one line, of many only the first ones. */
function linesOf(output: string): string {
  const lines = output.split(/\s*\n\s*/).filter((line) => line !== "");
  return [...lines.slice(0, 12), ...(lines.length > 12 ? ["…"] : [])].join(" | ");
}
