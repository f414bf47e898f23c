// The folder of a scaffold -> the package that makes Node read its files as CommonJS, which they are not: `npm init` writes such packages.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { nearestAbove } from "../../../run/config/nearest-above.ts";

/** The folder of the package.json; `null` where Node reads the files as ES modules. Without a `type`, it goes by their syntax. */
export function commonJsPackageOf(folder: string): string | null {
  const at = nearestAbove(folder, (above) => (existsSync(path.join(above, "package.json")) ? above : undefined));
  return at !== null && typeIn(path.join(at, "package.json")) === "commonjs" ? at : null;
}

function typeIn(manifest: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(manifest, "utf8").replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
  } catch {
    return undefined;
  }
}
