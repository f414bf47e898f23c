// Flags that stand for a configuration to the project they mean.
import path from "node:path";
import type { Code } from "../../diagnostics/tolerance.ts";
import type { TargetName } from "../../targets/target.ts";
import { pathFrom } from "../path-from.ts";
import type { LocatedApi } from "../sources/locate.ts";
import { type Usable, type UsageProblem, usable } from "../usage.ts";
import { type FlagFields, flagWords } from "./api-flags.ts";
import { apiProject } from "./api-project.ts";
import type { Project } from "./project.ts";
import { noRules, type ReadingRules, ruleWords } from "./reading-rules.ts";

export interface FlagInputs {
  readonly openapi: string | null;
  readonly asyncapi: string | null;
  /** What the command line says for them where they are no files: `npm:@acme/spec`, a URL and its integrity. */
  readonly written?: WrittenDocuments;
  readonly out: string;
  readonly targets: readonly TargetName[];
  /** What else the flags say of the API. Default: nothing. */
  readonly fields?: FlagFields;
  readonly rules?: ReadingRules;
  /** Default: none. */
  readonly tolerate?: ReadonlySet<Code>;
}

export interface WrittenDocuments {
  readonly openapi?: readonly string[];
  readonly asyncapi?: readonly string[];
}

/**
 * Flags alone: one API, named after nothing, below `--out`. Generated text names files relative to the folder of the
 * description, so it is the same wherever the command runs, and on any machine.
 */
export function projectOfFlags(flags: FlagInputs, cwd: string): Usable<Project> {
  const { openapi, asyncapi, written = {}, targets, fields = {}, rules = noRules, tolerate } = flags;
  const root = path.resolve(cwd, flags.out);
  const problems: UsageProblem[] = [];
  const own = [written.openapi === undefined ? openapi : null, written.asyncapi === undefined ? asyncapi : null];
  const files = own.flatMap((file) => (file === null ? [] : [path.resolve(cwd, file)]));
  const base = files.length === 0 ? root : commonFolderOf(files);
  const config: LocatedApi = {
    ...(openapi === null ? {} : { openapi: path.resolve(cwd, openapi) }),
    ...(asyncapi === null ? {} : { asyncapi: path.resolve(cwd, asyncapi) }),
    ...(targets.length === 0 ? {} : { targets }),
    ...fields,
    tolerate: [...(tolerate ?? [])],
  };
  const api = apiProject(config, { name: "api", at: "--target", out: ".", base, root, problems });
  if (problems.length > 0) return { ok: false, problems };
  const command = [commandOf(config, base, written), ...ruleWords(rules, base)].join(" ");
  const rebuild = "waybill generate with the same flags";
  return usable({ root, base, configFile: null, modules: null, command, rebuild, apis: [api], only: null, rules });
}

function commonFolderOf(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => path.dirname(file).split(path.sep));
  const end = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return path.resolve(path.sep, (end === -1 ? first : first.slice(0, end)).join(path.sep));
}

/** The command line that rebuilds the output. Not where to: the same description gives the same bytes in any folder. */
function commandOf(config: LocatedApi, base: string, written: WrittenDocuments): string {
  const { openapi, asyncapi, targets = [], tolerate = [] } = config;
  const shown = (file: string): string => pathFrom(base, file) || ".";
  return [
    "waybill generate",
    ...(openapi === undefined ? [] : ["--openapi", ...(written.openapi ?? [shown(openapi)])]),
    ...(asyncapi === undefined ? [] : ["--asyncapi", ...(written.asyncapi ?? [shown(asyncapi)])]),
    "--out <dir>",
    ...targets.flatMap((target) => ["--target", String(target)]),
    ...flagWords(config),
    ...tolerate.flatMap((code) => ["--tolerate", code]),
  ].join(" ");
}
