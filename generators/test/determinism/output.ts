// A description on disk or in memory -> every file of every target as one text, to be compared byte for byte.
import path from "node:path";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import { type FlagInputs, projectOfFlags } from "../../src/run/flags/select-project.ts";
import { renderApi } from "../../src/run/render.ts";
import { builtInTargets } from "../../src/targets/built-in-targets.ts";

export interface Inputs {
  /** Absolute; names in the output are relative to it. */
  readonly cwd: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  /** The files, by path relative to `cwd`; from disk when there are none. */
  readonly files?: ReadonlyMap<string, string>;
}

/** What the command line would write. */
export async function outputOf({ cwd, openapi, asyncapi, files }: Inputs): Promise<string> {
  const report = new Report();
  const readText = (file: string): string => files?.get(path.relative(cwd, file)) ?? missing(file);
  const { api } = readApi({ cwd, openapi, asyncapi, ...(files === undefined ? {} : { readText }) }, report);
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n"));
  const documents = { openapi, asyncapi };
  const wanted = builtInTargets.filter(({ document }) => document === undefined || documents[document] !== undefined);
  const flags: FlagInputs = {
    openapi: openapi ?? null,
    asyncapi: asyncapi ?? null,
    out: "out",
    targets: wanted.map((target) => target.name),
  };
  const project = projectOfFlags(flags, cwd);
  const own = project.ok ? project.value.apis[0] : undefined;
  if (!project.ok || own === undefined) throw new Error("the project is not usable");
  const rendered = await renderApi(own, api, { command: project.value.command, version: "0.0.0", report });
  const texts = rendered
    .flatMap((target) => target.files)
    .map((file) => `==> ${file.path} <==\n${withoutLines(file.text)}`);
  return texts.join("\n");
}

/** One file names lines of the description, which depend on how that is written. */
function withoutLines(text: string): string {
  return text.replace(/(: MissingHandler<"\w+", "[^"]+):\d+">;/g, '$1">;');
}

function missing(file: string): never {
  throw Object.assign(new Error(`there is no ${file}`), { code: "ENOENT" });
}
