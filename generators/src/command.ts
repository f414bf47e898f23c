// What a package that provides a command of `waybill` imports from "waybill/command": the form of a command, and how the
// toolkit's own commands read flags, choose an API and print. `<package>/command` exports the `command`; the toolkit lists
// its name and package in cli/commands.ts.

export type { DescriptionFiles } from "./config/description-files.ts";
export { meaningsOf } from "./config/foreign-files.ts";
export { readOptionsOf } from "./config/reading-rules.ts";
export { toleranceOf } from "./config/tolerance.ts";
export { hintFor, type Usable, type UsageProblem, unusable, usable } from "./config/usage.ts";
export { type Annotation, annotationOf, printable } from "./diagnostics/index.ts";
export { type GeneratedScript, generateInMemory } from "./generation/in-memory.ts";
export { type Reported, reportedDiagnostics } from "./generation/reported.ts";
export type { Arguments, Flag } from "./terminal/arguments.ts";
export type { Command } from "./terminal/command.ts";
export { type ApiReading, apiIn, readingIn } from "./terminal/described-api.ts";
export { selectApi, selectApis } from "./terminal/flags/api-documents.ts";
export { apiSelectionFlags, reportFlags } from "./terminal/flags/shared-flags.ts";
export { printReport, repositoryOf } from "./terminal/report-output.ts";
export type { ExitCode, Terminal } from "./terminal/terminal.ts";
export { type Format, formatOf, rejectUsage } from "./terminal/usage.ts";
