// The parts of this checkout that versions are about -> a folder to try things in: manifests, the changesets' configuration, and
// the description, and every file that states a version.
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readPlaces } from "./places.ts";

const root = path.resolve(import.meta.dirname, "../../..");

export interface TrialCheckout extends Disposable {
  readonly path: string;
}

const described = ["openapi.yaml", "asyncapi.yaml", "paths", "messages", "schemas", "examples"];

/** Without changesets and without what was released. */
export function trialCheckout({ withDescription = false }: { withDescription?: boolean } = {}): TrialCheckout {
  const folder = mkdtempSync(path.join(tmpdir(), "versions-"));
  const manifests = globSync(["package.json", "*/package.json", "packages/*/*/package.json"], { cwd: root });
  const stating = readPlaces(root).map(({ file }) => file);
  for (const file of new Set([...manifests, ...stating, "pnpm-workspace.yaml", ".changeset/config.json"])) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  for (const part of withDescription ? described : [])
    cpSync(path.join(root, "spec", part), path.join(folder, "spec", part), { recursive: true });
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
