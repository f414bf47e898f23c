// What a package that provides a command of `waybill` imports from "waybill/command": the form of a command, and how the
// toolkit's own commands read flags, choose an API and print. `<package>/command` exports the `command`; the toolkit lists
// its name and package in cli/commands.ts.

export { FolderWatcher } from "../cli/commands/watch/folder-watcher.ts";
export { runCommand } from "../cli/run.ts";
export { type ApiReading, apiIn, readingIn } from "../cli/terminal/described-api.ts";
export { Progress } from "../cli/terminal/progress.ts";
export { printReport, repositoryOf } from "../cli/terminal/report-output.ts";
export type { Command, ExitCode, Terminal } from "../cli/terminal/terminal.ts";
export { type Format, formatOf, rejectUsage } from "../cli/terminal/terminal.ts";
export {
  type Annotation,
  annotationOf,
  type Content,
  htmlTemplate,
  junitOf,
  Markup,
  printable,
  sarifOf,
  type Template,
  type TestCase,
  type TestFailure,
  type TestSuite,
  uriOf,
} from "../diagnostics/index.ts";
export type { ConformConfig } from "../run/config/config.ts";
export type { DescriptionFiles } from "../run/config/description-files.ts";
export { meaningsOf, toleranceOf } from "../run/config/description-files.ts";
export { readOptionsOf } from "../run/config/reading-rules.ts";
export { hintFor, type Usable, type UsageProblem, unusable, usable } from "../run/config/usage.ts";
export { unifiedDiff } from "../run/drift/difference.ts";
export { selectApi, selectApis } from "../run/flags/api-documents.ts";
export { filterFlags } from "../run/flags/api-flags.ts";
export { Arguments, type Flag } from "../run/flags/arguments.ts";
export { selectParts } from "../run/flags/select-parts.ts";
export { apiSelectionFlags, reportFlags } from "../run/flags/shared-flags.ts";
export { type GeneratedScript, generateInMemory } from "../run/in-memory.ts";
export { type Reported, reportedDiagnostics } from "../run/reported.ts";
export { toolkitVersion } from "../run/toolkit.ts";
export { type ConfiguredApi, readConfigured } from "./library/configured.ts";
