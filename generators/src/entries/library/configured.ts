// A configuration on disk -> its APIs as targets get them, for commands that write files beside the generated ones.
import { Report } from "../../diagnostics/index.ts";
import type { Api } from "../../model/api.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import { type Usable, usable } from "../../run/config/usage.ts";
import { readApis } from "../../run/read-apis.ts";
import { projectOf } from "./project.ts";

export interface ConfiguredApi {
  readonly name: string;
  /** Named and filtered as the configuration says. */
  readonly api: Api;
  readonly options: ApiOptions;
  /** The options of each target, by its name. */
  readonly targets: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** `config`: the path of its file. Without the errors of descriptions, which `generate` reports; what cannot be read is missing here. */
export async function readConfigured(config: string, cwd: string): Promise<Usable<readonly ConfiguredApi[]>> {
  const project = await projectOf(config, { cwd });
  if (!project.ok) return project;
  const tolerance = { codes: new Set<never>(), isLenient: () => false };
  const { apis } = readApis(project.value, new Report({ api: "", tolerance, targets: null }));
  project.value.modules?.close();
  return usable(
    apis.map(({ name, api, options, places }) => ({
      name,
      api,
      options,
      targets: new Map(places.map(({ target, definition }) => [target, { ...definition.options }])),
    })),
  );
}
