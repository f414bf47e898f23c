// A configured API and a manifest -> what the files of a package are made from.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ConfiguredApi } from "waybill/command";
import { type Api, type HttpApi, type Operation, operationCallsOf, type SampledCall } from "waybill/plugin";
import { namesOf, type SdkNames } from "../names.ts";
import { defaults, type SdkOptions } from "../options.ts";

export interface PackageFacts {
  readonly npmName: string;
  readonly version: string;
  /** `https://github.com/acme/shop-sdk`; `null` where nothing says it. */
  readonly repository: string | null;
  readonly api: Api;
  readonly http: HttpApi;
  readonly names: SdkNames;
  readonly options: SdkOptions;
  readonly groups: readonly OperationGroup[];
  /** Whether the package verifies deliveries. */
  readonly hasWebhooks: boolean;
}

export interface OperationGroup {
  /** `null`: methods of the client itself. */
  readonly name: string | null;
  readonly description: string | null;
  readonly operations: readonly CalledOperation[];
}

export interface CalledOperation {
  readonly operation: Operation;
  /** `orders.create`. */
  readonly method: string;
  readonly request: SampledCall["request"];
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly repository: string | null;
}

/** `null` without an OpenAPI description. */
export function factsOf(configured: ConfiguredApi, manifest: Manifest): PackageFacts | null {
  const { api, options: apiOptions, targets } = configured;
  const { http } = api;
  if (http === null) return null;
  const options: SdkOptions = { ...defaults, ...targets.get("sdk") };
  const callOf = operationCallsOf(http, apiOptions);
  const called = http.operations.map((operation) => {
    const { place, request } = callOf(operation);
    const method = place.group === null ? place.name : `${place.group}.${place.name}`;
    return { group: place.group, called: { operation, method, request } };
  });
  const groups = [...Map.groupBy(called, ({ group }) => group)].map(([name, members]): OperationGroup => {
    const tag = http.tags.find((one) => name !== null && one.name === members[0]?.called.operation.tags[0]);
    return { name, description: tag?.description ?? null, operations: members.map((each) => each.called) };
  });
  return {
    npmName: manifest.name,
    version: manifest.version,
    repository: manifest.repository,
    api,
    http,
    names: namesOf(http, options),
    options,
    groups,
    hasWebhooks: targets.has("webhooks"),
  };
}

/** What package.json says; `null` without one, or where it has no name. */
export function manifestIn(folder: string): Manifest | null {
  const parsed = jsonIn(path.join(folder, "package.json"));
  const { name, version, repository } = Object(parsed);
  if (typeof name !== "string") return null;
  const url: unknown = typeof repository === "string" ? repository : Object(repository).url;
  return {
    name,
    version: typeof version === "string" ? version : "0.0.0",
    repository: typeof url === "string" ? url.replace(/^git\+/, "").replace(/\.git$/, "") : null,
  };
}

/** Whether a folder above is a workspace: its changesets and workflows are those of all packages. */
export function isInWorkspace(folder: string): boolean {
  return foldersOfRepository(folder)
    .slice(1)
    .some(
      (at) =>
        existsSync(path.join(at, "pnpm-workspace.yaml")) ||
        Object(jsonIn(path.join(at, "package.json"))).workspaces !== undefined,
    );
}

/** The folder and those above, up to the root of its repository. */
export function foldersOfRepository(folder: string): string[] {
  const above = path.dirname(folder);
  const isRoot = above === folder || existsSync(path.join(folder, ".git"));
  return isRoot ? [folder] : [folder, ...foldersOfRepository(above)];
}

/** `null` where there is no file, or none of JSON. */
export function jsonIn(file: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
