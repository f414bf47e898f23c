// The descriptions whose output must depend on their content alone: ours, and public ones.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { load } from "js-yaml";
import { corpusPath } from "../../../scripts/testing/shared-corpus.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Description {
  readonly name: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  /** Parsed, by path. */
  readonly files: ReadonlyMap<string, Json>;
}

export const repository: string = path.join(import.meta.dirname, "../../..");

/** The name of the largest one. */
export const large = "adyen-management.json.gz";

/** They need the corpus. */
export function publicDescriptions(): Description[] {
  return [
    publicDescription("asyncapi", "slack-rtm-asyncapi.yml"),
    publicDescription("asyncapi", "streetlights-mqtt-asyncapi.yml"),
    publicDescription("openapi", large),
  ];
}

export function ownDescription(): Description {
  const home = path.join(repository, "spec");
  const folders = ["", "paths", "schemas", "messages", "examples"];
  const names = folders.flatMap((folder) =>
    readdirSync(path.join(home, folder), { recursive: folder !== "", encoding: "utf8" })
      .filter((name) => /\.(?:yaml|json)$/.test(name) && !/^(?:redocly|package)\./.test(name))
      .map((name) => path.posix.join("spec", folder, name)),
  );
  const files = new Map(names.map((name) => [name, parsed(path.join(repository, name))]));
  return { name: "spec", openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml", files };
}

function publicDescription(kind: "openapi" | "asyncapi", name: string): Description {
  return { name, [kind]: "document.yaml", files: new Map([["document.yaml", parsed(corpusPath(kind, name))]]) };
}

function parsed(file: string): Json {
  const bytes = readFileSync(file);
  const value: unknown = load((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
  // Some authors write the `nullable` of OpenAPI 3.0 into 3.1, where it has no effect and is rejected.
  const json: Json = JSON.parse(
    JSON.stringify(value, (key, member: Json) => (key === "nullable" ? undefined : member)),
  );
  return json;
}
