// The description -> the figures and names that the site's own pages state.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { list, member, record, text } from "./values.ts";

export interface Summary {
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** Where the API is by default. */
  readonly api: string;
  readonly operations: number;
  readonly events: number;
  readonly schemas: number;
}

export function summaryOf(spec: string): Summary {
  const openapi = readYaml(path.join(spec, "openapi.yaml"));
  const asyncapi = readYaml(path.join(spec, "asyncapi.yaml"));
  const info = member(openapi, "info");
  const [server] = list(member(openapi, "servers"));
  const base = member(member(member(server, "variables"), "base_url"), "default");
  return {
    title: text(member(info, "title")),
    summary: text(member(info, "summary")),
    version: text(member(info, "version")),
    api: `${text(base)}/`,
    operations: countOperations(spec),
    events: Object.keys(record(member(member(member(asyncapi, "channels"), "subscriber"), "messages"))).length,
    schemas: globSync("schemas/*.yaml", { cwd: spec }).length,
  };
}

/** Each operation names itself once in the files of the paths. */
function countOperations(spec: string): number {
  const files = globSync("paths/*.yaml", { cwd: spec }).map((file) => readFileSync(path.join(spec, file), "utf8"));
  return files.join("\n").match(/^\s+operationId:/gm)?.length ?? 0;
}

function readYaml(file: string): unknown {
  return parse(readFileSync(file, "utf8"));
}
