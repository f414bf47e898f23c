// Packages -> a folder with them, installed by npm: once, outside of the workspace, without a lockfile.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runIn } from "../stories/harness/fresh-folder.ts";

/** Where the contenders are cached: WAYBILL_PEERS, or a folder for temporary files. */
const peersFolder: string = process.env["WAYBILL_PEERS"] ?? join(tmpdir(), "waybill-bench-peers");

/** A folder of that name with these packages. Rejects with npm's message when a package is not available. */
export async function installedIn(name: string, packages: Versions): Promise<string> {
  const folder = join(peersFolder, name);
  const manifest = `${JSON.stringify({ private: true, type: "module", dependencies: packages }, null, 2)}\n`;
  const mark = join(folder, "node_modules/.installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === manifest) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), manifest);
  // A plugin may want a patch release of its host that not every registry has.
  await runIn(folder, "npm", "install", "--no-package-lock", "--legacy-peer-deps");
  writeFileSync(mark, manifest);
  return folder;
}

type Versions = Readonly<Record<string, string>>;
