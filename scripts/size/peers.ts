// The clients that ours is compared with -> what they add to a bundle for the same work, measured the same way.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder, runIn } from "../packages/fresh-folder.ts";
import { installedVersion } from "../packages/installed-version.ts";
import { type Measured, measure } from "./measure.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Installs the peers, with npm, into a folder that is gone afterwards. A peer takes two rows: with what the code of one
 * operation needs, and with what the code of all operations of the API description needs.
 */
export async function measurePeers(): Promise<Measured[]> {
  using folder = freshFolder("size-peers", join(import.meta.dirname, "peers"));
  await runIn(folder.path, "npm", "install");
  generateWithHeyApi(folder.path);
  await runIn(folder.path, process.execPath, "node_modules/@hey-api/openapi-ts/bin/run.js");
  const config = join(folder.path, "size-limit.json");
  writeFileSync(config, JSON.stringify(checksOf(folder.path)));
  return measure(config);
}

/** Hey API writes its runtime into the user's source; the package @hey-api/client-fetch is that runtime published alone. */
function generateWithHeyApi(folder: string): void {
  const config = {
    input: join(root, "spec/openapi.yaml"),
    output: "hey-api",
    plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
  };
  writeFileSync(join(folder, "openapi-ts.config.mjs"), `export default ${JSON.stringify(config)};\n`);
}

function checksOf(folder: string): object[] {
  const version = (name: string): string => `${name} ${installedVersion(folder, name)}`;
  const runtime = { "hey-api/client/index.ts": "{ createClient, createConfig }" };
  const rows = [
    // Paths and methods are text at the place of the call: more operations add nothing that could be measured here.
    [`${version("openapi-fetch")}: any operation`, { "node_modules/openapi-fetch/dist/index.mjs": "createClient" }],
    [`${version("ky")}: any request`, { "node_modules/ky/distribution/index.js": "ky" }],
    [
      `${version("@hey-api/client-fetch")}: any operation, without generated code`,
      { "node_modules/@hey-api/client-fetch/dist/index.js": "{ createClient, createConfig }" },
    ],
    [
      `${version("@hey-api/openapi-ts")}: its client and getOrder, as generated`,
      { ...runtime, "hey-api/sdk.gen.ts": "{ getOrder }" },
    ],
    [
      `${version("@hey-api/openapi-ts")}: its client and all operations, as generated`,
      { ...runtime, "hey-api/sdk.gen.ts": "*" },
    ],
  ] as const;
  return rows.map(([name, imports]) => ({ name, path: Object.keys(imports), import: imports, gzip: true }));
}
