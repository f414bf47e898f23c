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

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The files of the paths hold path items, each with an operation for a method. */
function countOperations(spec: string): number {
  const items = globSync("paths/*.yaml", { cwd: spec }).flatMap((file) =>
    Object.values(record(readYaml(path.join(spec, file)))),
  );
  return items.flatMap((item) => Object.keys(record(item))).filter((key) => methods.includes(key)).length;
}

function readYaml(file: string): unknown {
  return parse(readFileSync(file, "utf8"));
}
