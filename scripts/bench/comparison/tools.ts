// The compared generators: how each writes a client, types and validators for a description, and how a call of it begins.
import { join } from "node:path";
import { installedIn } from "../peers/installed.ts";

export interface Tool {
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
  /** The files that configure it. */
  readonly files?: (job: Job) => Readonly<Record<string, string>>;
  /** For Node; the first is relative to its folder. */
  readonly command: (job: Job) => readonly string[];
  /** A module that makes one call, `GET /repos/{owner}/{repo}` of GitHub. */
  readonly call: string;
  /** The module with the Zod schema of a component, and its name there; absent when it writes none. */
  readonly zod?: (component: string) => { readonly module: string; readonly name: string };
}

export interface Job {
  /** The description. */
  readonly file: string;
  readonly out: string;
}

/** In a folder of its own, with what its output imports. */
export async function homeOf({ name, packages }: Tool): Promise<string> {
  return await installedIn(`comparison-${name.replace(/\W+/g, "-")}`, packages);
}

const zod = { zod: "4.6.7" };
const typescript = { typescript: "5.9.3" };
const root = join(import.meta.dirname, "../../..");

export const tools: readonly Tool[] = [
  {
    name: "waybill",
    packages: zod,
    command: ({ file, out }) => [
      // As it is published: `pnpm bench comparison` builds it first.
      join(root, "generators/dist/cli/main.js"),
      ...["generate", "--openapi", file, "--out", out, "--target", "types,zod,client", "--no-cache"],
    ],
    call: `import { createSend, reposGet } from "./client/index.gen.ts";
const send = createSend({ baseUrl: "https://api.example" });
console.log(await send(reposGet, { path: { owner: "o", repo: "r" } }));
`,
    zod: (component) => ({ module: "zod/schemas.gen.ts", name: `${component}Schema` }),
  },
  {
    name: "hey-api 0.99.0",
    packages: { "@hey-api/openapi-ts": "0.99.0", ...typescript, ...zod },
    files: ({ file, out }) => ({
      "openapi-ts.config.mjs": moduleOf({
        input: file,
        output: out,
        plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk", "zod"],
      }),
    }),
    command: () => ["node_modules/@hey-api/openapi-ts/bin/run.js"],
    call: `import { reposGet } from "./sdk.gen";
console.log(await reposGet({ path: { owner: "o", repo: "r" } }));
`,
    zod: (component) => ({ module: "zod.gen.ts", name: `z${component}` }),
  },
  {
    name: "orval 8.38.0",
    packages: { orval: "8.38.0", ...typescript, ...zod },
    files: ({ file, out }) => ({
      "orval.config.mjs": moduleOf({
        client: { input: file, output: { target: join(out, "client.ts"), client: "fetch", mode: "split" } },
        zod: { input: file, output: { target: join(out, "zod.ts"), client: "zod" } },
      }),
    }),
    command: () => ["node_modules/orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"],
    call: `import { reposGet } from "./client";
console.log(await reposGet("o", "r"));
`,
    zod: (component) => ({ module: "zod.ts", name: `Send${component}Body` }),
  },
  {
    name: "kubb 4.39.3",
    packages: {
      ...Object.fromEntries(
        ["core", "cli", "plugin-oas", "plugin-ts", "plugin-client", "plugin-zod"].map((name) => [
          `@kubb/${name}`,
          "4.39.3",
        ]),
      ),
      "@kubb/fabric-core": "0.16.1",
      "@kubb/react-fabric": "0.16.1",
      axios: "1.21.1",
      ...zod,
    },
    files: ({ file, out }) => ({ "kubb.config.ts": kubbConfig({ file, out }) }),
    command: () => ["node_modules/@kubb/cli/bin/kubb.cjs", "generate"],
    call: `import { reposGet } from "./client/reposGet";
console.log(await reposGet("o", "r"));
`,
    zod: (component) => {
      const name = `${component[0]?.toLowerCase()}${component.slice(1)}Schema`;
      return { module: `zod/${name}.ts`, name };
    },
  },
  {
    name: "openapi-typescript 7.13.0",
    packages: { "openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0", ...typescript },
    command: ({ file, out }) => ["node_modules/openapi-typescript/bin/cli.js", file, "-o", join(out, "paths.ts")],
    call: `import createClient from "openapi-fetch";
import type { paths } from "./paths";
const client = createClient<paths>({ baseUrl: "https://api.example" });
console.log(await client.GET("/repos/{owner}/{repo}", { params: { path: { owner: "o", repo: "r" } } }));
`,
  },
  {
    name: "redocly 2.77.0",
    packages: { "@redocly/cli": "2.77.0", ...zod },
    command: ({ file, out }) => [
      "node_modules/@redocly/cli/bin/cli.js",
      ...["generate-client", file, "-o", join(out, "client.ts"), "--generator", "typescript", "--generator", "zod"],
    ],
    call: `import { repos_get } from "./client";
console.log(await repos_get("o", "r"));
`,
    zod: (component) => ({ module: "client.zod.ts", name: `${component}Schema` }),
  },
];

function moduleOf(value: unknown): string {
  return `export default ${JSON.stringify(value, null, 2)};\n`;
}

function kubbConfig({ file, out }: Job): string {
  return `import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default defineConfig({
  root: ".",
  input: { path: ${JSON.stringify(file)} },
  output: { path: ${JSON.stringify(out)}, format: false, lint: false },
  plugins: [
    pluginOas({ validate: false, generators: [] }),
    pluginTs({ output: { path: "types" } }),
    pluginClient({ output: { path: "client" }, client: "fetch" }),
    pluginZod({ output: { path: "zod" } }),
  ],
});
`;
}
