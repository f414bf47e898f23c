// The workspace before and after its versions were raised -> which packages are published, from which version to which.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export interface Planned {
  readonly name: string;
  /** In the workspace: `packages/fulfillment/client` */
  readonly folder: string;
  readonly from: string;
  readonly to: string;
}

const manifests = z.object({ name: z.string(), version: z.string().optional(), private: z.boolean().default(false) });

/** Packages whose version is not raised are left out. */
export function planOf(before: string, after: string): Planned[] {
  const former = new Map(published(before).map(({ name, version }) => [name, version]));
  return published(after).flatMap(({ name, version, folder }): Planned[] => {
    const from = former.get(name) ?? "none";
    return from === version ? [] : [{ name, folder, from, to: version }];
  });
}

interface Published {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export function published(root: string): Published[] {
  return globSync(["*/package.json", "packages/*/*/package.json"], { cwd: root, exclude: ["node_modules/**"] })
    .sort()
    .flatMap((file) => {
      const { name, version, ...manifest } = manifests.parse(JSON.parse(readFileSync(join(root, file), "utf8")));
      const folder = file.replace(/\/package\.json$/, "");
      return manifest.private || version === undefined ? [] : [{ name, version, folder }];
    });
}

/** Files of `.changeset` that wait for a release. */
export function pendingChangesets(root: string): string[] {
  const folder = join(root, ".changeset");
  if (!existsSync(folder)) return [];
  return globSync("*.md", { cwd: folder }).filter((file) => file !== "README.md");
}

/** `@fulfillment/* 1.0.0 -> 1.1.0, waybill 0.1.0 -> 0.1.1`: packages of one scope have one version. */
export function planInWords(plan: readonly Planned[]): string {
  const groups = new Map<string, Set<string>>();
  for (const { name, from, to } of plan) {
    const group = name.replace(/^(@[^/]+)\/.*/, "$1/*");
    groups.set(group, (groups.get(group) ?? new Set()).add(`${from} -> ${to}`));
  }
  return [...groups].map(([group, versions]) => `${group} ${[...versions].join(" and ")}`).join(", ");
}
