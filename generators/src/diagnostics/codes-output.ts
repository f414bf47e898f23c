// Codes of targets and generated files.
import { listOf, quote, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface OutputArgs {
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
  readonly "target-failed": { target: string; reason: string };
  readonly "target-threw": { target: string; reason: string };
  readonly "target-error": { target: string; message: string; hint: string };
  readonly "target-warning": { target: string; message: string; hint: string };
  readonly "team-rule": { rule: string; message: string; hint: string };
}

/**
 * What is known of an orphan: `recorded` and as it was written, `edited` since, `unrecorded` but with the header of this
 * description, or `unknown`: only its name says that it is generated.
 */
export type OrphanState = "recorded" | "edited" | "unrecorded" | "unknown";

export const outputCodes: Table<OutputArgs> = {
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
  "team-rule": {
    severity: "warning",
    message: ({ rule, message }) => `${rule}: ${message}`,
    hint: ({ hint }) => hint,
    cause: "A rule that your configuration defines in `lint.custom` reports this part of the description.",
    fix: "Follow the hint of the rule, or change the severity of the rule by its name in `lint.rules`.",
  },
};

const orphanReasons: Readonly<Record<OrphanState, string>> = {
  recorded: "the description no longer generates it",
  edited: "the description no longer generates it, and it was edited by hand",
  unrecorded: "the description no longer generates it, and the manifest does not list it",
  unknown: "it is in an output folder, but no run wrote it",
};

/** What a tool printed, as a part of a message: one line, of many only the first ones. */
function linesOf(output: string): string {
  const lines = output.split(/\s*\n\s*/).filter((line) => line !== "");
  return [...lines.slice(0, 12), ...(lines.length > 12 ? ["…"] : [])].join(" | ");
}
