// docs/dist -> the same pages served by the real service, as `pnpm start` does, and the list of them.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../scripts/stories/harness/fulfillment.ts";

export interface ServedSite {
  readonly url: string;
  readonly paths: readonly string[];
  stop(): Promise<void>;
}

export async function serveSite(directory: string): Promise<ServedSite> {
  if (!existsSync(join(directory, "index.html"))) {
    throw new Error(`there is no site in ${directory}: run \`npx -y pnpm@12 run docs\` first`);
  }
  const data = mkdtempSync(join(tmpdir(), "fulfillment-docs-checks-"));
  const quiet = ["--port", "0", "--metrics-port", "off", "--log-level", "error"];
  const { url, stop } = await serve(["--data", data, ...quiet, "--docs", directory], "inherit");
  return {
    url,
    paths: pathsOf(directory),
    stop: async () => {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** `guides/quick-start/index.html` is `/guides/quick-start/`. */
function pathsOf(directory: string): string[] {
  const files = globSync("**/*.html", { cwd: directory }).filter((file) => !/^downloads[\\/](?!index\.)/.test(file));
  // A page that has moved leads to another one at once.
  const pages = files.filter((file) => !readFileSync(join(directory, file), "utf8").includes('http-equiv="refresh"'));
  return pages.map((file) => `/${file}`.replace(/\/index\.html$/, "/")).sort();
}
