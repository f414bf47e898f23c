// The API that a changeset is about -> the packages that its changes raise, each with the bump it needs.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Bump } from "../../../diff/index.ts";
import { expressionOf } from "../../../model/finish/filters.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import type { DescribedApi } from "./changeset-api.ts";

export interface RaisedPackage {
  readonly name: string;
  /** Below 1.0.0 a minor version may break: `^0.1.0` does not take it. `null` where the version is not known. */
  readonly version: string | null;
}

/** Those of the flag, of the configuration, or whose folders hold the description and what is generated from it. */
export function raisedPackages(
  api: DescribedApi,
  args: Arguments,
  fixed: Fixed = [],
): Usable<readonly RaisedPackage[]> {
  const documents = [api.documents.openapi, api.documents.asyncapi].flatMap((file) => file ?? []);
  const found = [...documents.map((file) => path.dirname(file)), ...api.outputs].flatMap(
    (folder) => manifestAbove(folder) ?? [],
  );
  const named = args.all("package").length > 0 ? args.all("package") : (api.changeset.packages ?? []);
  if (named.length > 0) {
    return usable(named.map((name) => ({ name, version: found.find((one) => one.name === name)?.version ?? null })));
  }
  const published = found.filter(({ isPrivate }) => !isPrivate);
  const packages = new Map((published.length > 0 ? published : found).map((one) => [one.name, one]));
  const all = [...packages.values()].map(({ name, version }) => ({ name, version }));
  if (all.length > 0) return usable(firstOfEach(all, fixed));
  return unusable(
    "no package.json around the description or its generated code has a name and a version",
    "name the packages to bump: --package my-api-client",
  );
}

/** Groups of patterns; packages of a group have one version. */
export type Fixed = readonly (readonly string[])[];

/** `fixed` of the configuration of changesets. */
export function fixedGroupsIn(folder: string): Fixed {
  const file = path.join(folder, "config.json");
  const parsed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const fixed: unknown = typeof parsed === "object" && parsed !== null && "fixed" in parsed ? parsed.fixed : [];
  const groups: readonly unknown[] = Array.isArray(fixed) ? fixed : [];
  return groups.filter(
    (group): group is string[] => Array.isArray(group) && group.every((one) => typeof one === "string"),
  );
}

/** One package of a group raises all of them, and the changes are in its changelog alone instead of in each. */
function firstOfEach(packages: readonly RaisedPackage[], fixed: Fixed): RaisedPackage[] {
  const groupOf = (name: string): readonly string[] | undefined => fixed.find((group) => isIn(group, name));
  return packages.filter(({ name }, index) => {
    const group = groupOf(name);
    return group === undefined || packages.findIndex((one) => groupOf(one.name) === group) === index;
  });
}

function isIn(group: readonly string[], name: string): boolean {
  const matches = (pattern: string): boolean => expressionOf(pattern).test(name);
  const [excluded, included] = [
    group.filter((one) => one.startsWith("!")),
    group.filter((one) => !one.startsWith("!")),
  ];
  return included.some(matches) && !excluded.some((pattern) => matches(pattern.slice(1)));
}

/** The bump that a package of that version gets. */
export function bumpFor({ version }: RaisedPackage, bump: Bump): Bump {
  return version?.startsWith("0.") === true && bump === "major" ? "minor" : bump;
}

interface Manifest extends RaisedPackage {
  readonly isPrivate: boolean;
}

/** The package that a folder belongs to; no further up than the repository. */
function manifestAbove(folder: string): Manifest | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, "package.json");
    const parsed: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
    if (typeof parsed === "object" && parsed !== null && "name" in parsed && typeof parsed.name === "string") {
      const version = "version" in parsed && typeof parsed.version === "string" ? parsed.version : null;
      return version === null
        ? null
        : { name: parsed.name, version, isPrivate: "private" in parsed && parsed.private === true };
    }
    if (existsSync(path.join(at, ".git")) || path.dirname(at) === at) return null;
  }
}
