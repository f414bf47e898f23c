// The folder of caches for later runs: in its node_modules, which other tools do not search for code.
import path from "node:path";

const home = path.join(import.meta.dirname, "../../..");

export function cacheFolder(): string {
  const above = path.dirname(home);
  const modules = path.basename(above) === "node_modules" ? above : path.join(home, "node_modules");
  return path.join(modules, ".cache/waybill");
}
