// What a package is called and described as -> its manifests, settings and workflows.
import { jsonIn, type PackageFacts } from "./facts.ts";
import type { PackageFile } from "./record.ts";

/** What the configuration and package.json are made from, before anything is generated. */
export interface Beginning {
  /** `shop` for "The Shop API": of the API in the configuration, and in changesets. */
  readonly apiName: string;
  readonly npmName: string;
  readonly title: string;
  readonly summary: string | null;
  readonly repository: string | null;
  readonly toolkit: string;
  readonly openapi: string;
  readonly asyncapi: string | null;
  /** Whether errors with a stated meaning are read as their author meant them. */
  readonly isForeign: boolean;
  readonly client: string | null;
  readonly group: "tag" | "path";
  /** Methods that keep their name. */
  readonly keep: readonly string[];
  /** Whether waybill.surface.json has the methods of an earlier SDK. */
  readonly hasSurface: boolean;
  readonly isInWorkspace: boolean;
}

export function configText(beginning: Beginning): string {
  const { apiName, openapi, asyncapi, isForeign, client, group, keep, hasSurface } = beginning;
  const options = [
    ...(client === null ? [] : [`name: ${JSON.stringify(client)}`]),
    "userAgent: userAgentOf(manifest)",
    ...(hasSurface ? ["surface"] : []),
  ];
  const kept = keep.length === 0 ? "" : `{ keep: ${JSON.stringify(keep)} }`;
  return `// Input and output of \`waybill sdk update\`. Your editor completes and documents every option.
import sdk, { resourceMethods, userAgentOf } from "@waybill/sdk";
import { defineConfig } from "waybill";
import manifest from "./package.json" with { type: "json" };
${hasSurface ? 'import surface from "./waybill.surface.json" with { type: "json" };\n' : ""}
export default defineConfig({
  apis: {
    ${JSON.stringify(apiName)}: {
      openapi: ${JSON.stringify(openapi)},
${asyncapi === null ? "" : `      asyncapi: ${JSON.stringify(asyncapi)},\n`}      out: "src/generated",
      targets: ["types", "client", ${asyncapi === null ? "" : '"webhooks", '}sdk.with({ ${options.join(", ")} })],
      // client.orders.create, not client.createOrder
      group: "${group}",
      names: { method: resourceMethods(${kept}) },
      extras: "more",
      importExtension: ".ts",
${isForeign ? "      // Errors of the description with a stated meaning are accepted, and listed.\n      strict: false,\n" : ""}    },
  },
});
`;
}

export function packageText(beginning: Beginning): string {
  const { npmName, title, summary, repository, toolkit, asyncapi, isInWorkspace } = beginning;
  const words = title.toLowerCase().split(/[^a-z0-9]+/);
  const keywords = [
    ...new Set([...words.filter((word) => word.length > 2), "api", "sdk", "client", "openapi", "typescript"]),
  ];
  const own: unknown = jsonIn(new URL("../../package.json", import.meta.url));
  const versions: Readonly<Record<string, string>> = Object(Object(own).devDependencies);
  const releasing = isInWorkspace ? [] : ["@changesets/cli"];
  const tools = [...releasing, "@types/node", "tsdown", "typescript"].map((name) => [name, versions[name] ?? "*"]);
  const webhooks = asyncapi !== null;
  const entry = (name: string): object => ({
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  });
  const manifest = {
    name: npmName,
    version: "0.0.0",
    description: summary ?? `Client of the ${title.replace(/^the /i, "")}`,
    keywords,
    license: "MIT",
    ...(repository === null ? {} : { repository: { type: "git", url: `git+${repository}.git` } }),
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    scripts: {
      generate: "waybill sdk update --no-changeset",
      update: "waybill sdk update",
      check: "waybill sdk update --check && tsc",
      test: 'node --test "test/**/*.test.ts"',
      build: "tsdown",
      ...(isInWorkspace
        ? {}
        : { version: "changeset version && waybill sdk update --no-changeset", release: "changeset publish" }),
      prepack: "tsdown",
    },
    files: ["dist", "api.md", "CHANGELOG.md"],
    main: "./dist/index.cjs",
    module: "./dist/index.mjs",
    types: "./dist/index.d.cts",
    ...(webhooks ? { typesVersions: { "*": { webhooks: ["./dist/webhooks.d.cts"] } } } : {}),
    exports: {
      ".": entry("index"),
      ...(webhooks ? { "./webhooks": entry("webhooks") } : {}),
      "./package.json": "./package.json",
    },
    publishConfig: { access: "public", provenance: true },
    ...(webhooks ? { dependencies: { zod: "^4.6.7" } } : {}),
    devDependencies: Object.fromEntries(
      [...tools, ...["@waybill/mocks", "@waybill/sdk", "waybill"].map((name) => [name, toolkit])].sort(
        ([a = ""], [b = ""]) => (a < b ? -1 : 1),
      ),
    ),
  };
  return jsonText(manifest);
}

/** What is written once, and what follows the description: settings, licence, changesets, workflows, the manifest of JSR. */
export function settingsFiles(facts: PackageFacts, isInWorkspace: boolean): PackageFile[] {
  const { npmName, version, hasWebhooks, options } = facts;
  const yours = (path: string, text: string): PackageFile => ({ path, text, owner: "yours" });
  const entries = ["src/index.ts", ...(hasWebhooks ? ["src/webhooks.ts"] : [])];
  const jsrName = npmName.startsWith("@") ? npmName : `@${npmName}/${npmName}`;
  const jsr = {
    name: jsrName,
    version,
    license: "MIT",
    exports: hasWebhooks ? { ".": "./src/index.ts", "./webhooks": "./src/webhooks.ts" } : "./src/index.ts",
    publish: { include: ["src", "README.md", "api.md", "LICENSE", "jsr.json"] },
  };
  const compilerOptions = {
    target: "es2022",
    lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedDeclarations: true,
    declaration: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    paths: {
      [npmName]: ["./src/index.ts"],
      ...(hasWebhooks ? { [`${npmName}/webhooks`]: ["./src/webhooks.ts"] } : {}),
    },
  };
  return [
    { path: "jsr.json", text: jsonText(jsr), owner: "tool" },
    yours(
      "src/index.ts",
      `// What the package exports. Add what is yours here.
export * from "./generated/sdk/index.gen.ts";
${options.surface === null ? "" : `export { ${options.surface.client}, ${options.surface.client} as default } from "./generated/sdk/class.gen.ts";\n`}`,
    ),
    ...(hasWebhooks
      ? [
          yours(
            "src/webhooks.ts",
            '// What receivers of deliveries import.\nexport * from "./generated/webhooks/index.gen.ts";\n',
          ),
        ]
      : []),
    yours("tsconfig.json", jsonText({ compilerOptions, include: ["src", "test", "examples"] })),
    yours(
      "tsdown.config.ts",
      `import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ${JSON.stringify(entries).replaceAll(",", ", ")},
  format: ["esm", "cjs"],
  platform: "neutral",
  target: "es2022",
  fixedExtension: true,
  dts: { oxc: true },
});
`,
    ),
    yours(".gitignore", "node_modules/\ndist/\n"),
    yours(".gitattributes", "*.gen.* linguist-generated\napi.md linguist-generated\n"),
    yours("LICENSE", licenseText(npmName)),
    ...(isInWorkspace ? [] : releaseFiles(facts)),
  ];
}

function releaseFiles({ npmName, http }: PackageFacts): PackageFile[] {
  const yours = (path: string, text: string): PackageFile => ({ path, text, owner: "yours" });
  return [
    yours(
      ".changeset/config.json",
      jsonText({ changelog: "@changesets/cli/changelog", commit: false, access: "public", baseBranch: "main" }),
    ),
    yours(
      ".changeset/first-release.md",
      `---\n${JSON.stringify(npmName)}: minor\n---\n\nThe first release: the ${http.info.title.replace(/^the /i, "")}.\n`,
    ),
    yours(".github/workflows/ci.yml", ciText),
    yours(".github/workflows/release.yml", releaseText),
  ];
}

export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function licenseText(npmName: string): string {
  return `MIT License

Copyright (c) the authors of ${npmName}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
}

const setup = `      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          # Changesets are compared with the base branch.
          fetch-depth: 0
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 24
      - run: npm ci
`;

const ciText = `name: ci
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
${setup}      - run: npm run check
      - run: npm test
      - run: npm run build
`;

const releaseText = `# While changesets wait, keeps the pull request of the next version up to date; once that is merged, publishes it with provenance.
# On npm, make this workflow the trusted publisher of the package: then no token is needed.
name: release
on:
  push:
    branches: [main]
permissions: {}
concurrency:
  group: release
  cancel-in-progress: false
jobs:
  release:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    permissions:
      contents: write # the branch of the pull request, tags and releases
      pull-requests: write
      id-token: write # npm records which workflow publishes the package
    steps:
${setup}      - uses: changesets/action@6a0a831ff30acef54f2c6aa1cbbc1096b066edaf # v1.7.0
        with:
          version: npm run version
          publish: npm run release
        env:
          GITHUB_TOKEN: \${{ secrets.GITHUB_TOKEN }}
          # Only for the first version, before npm trusts this workflow.
          NPM_TOKEN: \${{ secrets.NPM_TOKEN }}
`;
