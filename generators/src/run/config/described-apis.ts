// A configuration -> the descriptions of its APIs, by name, for commands that generate nothing from them.

import { type Code, codesOf } from "../../diagnostics/codes.ts";
import type { Meanings } from "../../model/api-options.ts";
import { apiOptionsOf } from "../../model/option-values.ts";
import { builtInTargetOf, isTargetName } from "../../targets/built-in-targets.ts";
import type { ApiConfig, Config } from "./config.ts";
import { type DescriptionFiles, lenientBy } from "./description-files.ts";
import { configuredRules, type ReadingRules } from "./reading-rules.ts";
import { locateConfig } from "./sources/locate.ts";
import { entryOf } from "./target-config.ts";
import { type Usable, usable } from "./usage.ts";

export interface ConfigSource {
  readonly config: Config;
  readonly file: { readonly base: string; readonly path: string | null; readonly name: string };
}

export interface Overriding {
  readonly cwd: string;
  /** Default: those of the configuration. */
  readonly rules?: ReadingRules;
  /** Codes that every API tolerates, besides its own. */
  readonly tolerate?: ReadonlySet<Code>;
  /** Whether only these codes are tolerated, also where the configuration accepts more. Default: `false`. */
  readonly strict?: boolean;
  /** Overlays of every API, absolute, after its own. */
  readonly overlays?: readonly string[];
  /** What every API's enums are. Default: what each says. */
  readonly enums?: "open" | "closed" | null;
  /** Options of every API. Default: what each says. */
  readonly meanings?: Partial<Meanings>;
}

export async function describedApis(
  { config, file: { base, path: configFile, name: configName } }: ConfigSource,
  {
    cwd,
    rules = configuredRules(config, base, cwd),
    tolerate = new Set(),
    strict = false,
    overlays: addedOverlays = [],
    enums = null,
    meanings = {},
  }: Overriding,
): Promise<Usable<ReadonlyMap<string, DescriptionFiles>>> {
  const located = await locateConfig(config, { name: configName, base, root: base, limits: rules.limits });
  if (!located.ok) return located;
  const { value, foreign } = located.value;
  const apis = Object.entries(value).map(([name, api]): [string, DescriptionFiles] => {
    const { openapi = null, asyncapi = null, overlays = [], targets = [] } = api;
    const configuredOptions = apiOptionsOf(api);
    const options = { ...configuredOptions, ...(enums === null ? {} : { enums }), ...meanings };
    const codes = codesOf([...(api.tolerate ?? []), ...tolerate]);
    const places = targets.flatMap(placeOf);
    const lenient = strict ? "nowhere" : lenientBy(api.strict);
    return [
      name,
      {
        name,
        openapi,
        asyncapi,
        overlays: [...overlays, ...addedOverlays],
        options,
        places,
        configFile,
        rules: { ...rules, foreign, isConfigured: true },
        tolerate: codes,
        lenient,
        ...(api.conform === undefined ? {} : { conform: api.conform }),
      },
    ];
  });
  return usable(new Map(apis));
}

/** A package that is a target is not loaded for this: it has no checks of ours. */
function placeOf(entry: NonNullable<ApiConfig["targets"]>[number]): DescriptionFiles["places"] {
  const { target } = entryOf(entry);
  if (typeof target !== "string") return [{ target: target.name, definition: target }];
  return isTargetName(target) ? [{ target, definition: builtInTargetOf(target) }] : [];
}
