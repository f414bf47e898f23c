// One operation, schema, guard or plan of a type, imported by its name: what bundlers keep of generated code, whose users mark nothing as
// free of side effects.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { freshFolder } from "../../../../scripts/stories/harness/fresh-folder.ts";
import { isLong, oneIn } from "../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { type GenerateResult, generate } from "../../../src/entries/library/generate.ts";
import type { ApiConfig } from "../../../src/run/config/config.ts";
import { bundlers } from "./bundlers.ts";

const names = ["esbuild", "rollup", "rolldown", "webpack"] as const;
const folder = freshFolder("shaking");
afterAll(() => folder[Symbol.dispose]());

/** Generates the client as JavaScript, which all bundlers read, and resolves to its folder. */
async function clientOf(name: string, description: string, options: Partial<ApiConfig>): Promise<string> {
  return join(await generated(name, description, { targets: ["client"], ...options }), "client");
}

async function generated(name: string, description: string, options: Partial<ApiConfig>): Promise<string> {
  const cwd = join(folder.path, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "openapi.json"), description);
  const { ok, diagnostics } = await generate(
    { apis: { api: { openapi: "openapi.json", out: ".", emit: "js", ...options } } },
    { cwd, cache: false },
  );
  if (!ok) throw new Error(errorsOf(diagnostics));
  return cwd;
}

function errorsOf(diagnostics: GenerateResult["diagnostics"]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ code, message }) => `${code}: ${message}`).join("\n");
}

/** A program that sends one operation. `module`: where it imports everything from, instead of from the files themselves. */
function programOf(client: string, operation: string, module?: string): string {
  const [sending, table] = module === undefined ? ["../runtime/send.gen.js", "operations.gen.js"] : [module, module];
  const file = join(client, `use-${operation}-${module ?? "files"}`.replace(/\.gen\.js$|$/, ".js"));
  const lines = [
    `import { createSend } from "./${sending}";`,
    `import { ${operation} } from "./${table}";`,
    `createSend({ baseUrl: "https://api.example" })(${operation}, {}).then(console.log);`,
  ];
  writeFileSync(file, lines.join("\n"));
  return file;
}

/** A way to write or read something that needs a function of its own, in an operation each. */
const others = {
  form: {
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": {
          schema: { type: "object", properties: { tags: { type: "array", items: { type: "string" } } } },
          encoding: { tags: { style: "pipeDelimited", explode: false } },
        },
      },
    },
    responses: { 204: { description: "Fine." } },
  },
  parts: {
    requestBody: {
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            properties: { image: { type: "string" }, at: { type: "string", format: "date-time" } },
          },
          encoding: { image: { contentType: "image/png" } },
        },
      },
    },
    responses: {
      200: { description: "A form.", content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } } },
    },
  },
  read: {
    parameters: [{ name: "at", in: "query", schema: { type: "string", format: "date-time" } }],
    responses: {
      200: {
        description: "Text.",
        headers: {
          "X-Ids": { schema: { type: "array", items: { type: "integer" } } },
          "X-At": { schema: { type: "string", format: "date-time" } },
        },
        content: {
          "text/plain; charset=iso-8859-1": {},
          "application/json": { schema: { type: "string", format: "date-time" } },
        },
      },
    },
  },
  events: {
    responses: { 200: { description: "Events.", content: { "text/event-stream": {}, "application/jsonl": {} } } },
  },
};

const single = {
  get: {
    operationId: "getNote",
    parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
    responses: { 200: { description: "A note.", content: { "application/json": {} } } },
  },
};

function descriptionOf(paths: object): string {
  return JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Notes", version: "1" },
    servers: [{ url: "https://api.example/v1" }],
    security: [{ key: [] }],
    paths,
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  });
}

describe("an operation of a client with every kind of body, header and parameter", async () => {
  const paths = Object.entries(others).map(([name, operation]) => [
    `/${name}`,
    { post: { operationId: name, ...operation } },
  ]);
  const alone = await clientOf("alone", descriptionOf({ "/note": single }), { dates: "date" });
  const all = await clientOf("all", descriptionOf({ "/note": single, ...Object.fromEntries(paths) }), {
    dates: "date",
  });

  // The others every night.
  it.each(oneIn(2, names))(
    "brings as many bytes as it does alone, from its file and from the index, in %s",
    async (name) => {
      const wanted = await bundlers[name](programOf(alone, "getNote"));
      const own = await bundlers[name](programOf(all, "getNote"));
      const indexed = await bundlers[name](programOf(all, "getNote", "index.gen.js"));
      expect({ own: own / wanted, indexed: indexed / wanted }).toEqual({
        own: expect.toSatisfy(atMost(1.02)),
        indexed: expect.toSatisfy(atMost(1.05)),
      });
    },
  );
});

/** Schemas with rules that need a helper each, next to the one that is imported. */
const schemas = {
  Note: { type: "object", properties: { at: { type: "string", format: "date-time" }, size: { default: 3 } } },
  Mail: { type: "object", properties: { to: { format: "email" }, at: { type: "string", format: "date-time" } } },
  Page: { type: "object", propertyNames: { format: "uri" }, properties: { size: { default: 4 } } },
  Pick: {
    oneOf: [
      { type: "integer", multipleOf: 3 },
      { type: "array", uniqueItems: true },
    ],
  },
};

describe("the indexes of Zod schemas and types", async () => {
  const api = (own: object): string =>
    JSON.stringify({ openapi: "3.1.1", info: { title: "Notes", version: "1" }, components: { schemas: own } });
  const options = { targets: ["zod"], dates: "date", defaults: "apply", guards: true } as const;
  const alone = await generated("schemas-alone", api({ Note: schemas.Note }), options);
  const all = await generated("schemas-all", api(schemas), options);
  const divided = await generated("schemas-each", api(schemas), { ...options, schemaFiles: "each" });
  for (const cwd of [alone, all, divided]) writeZod(cwd);

  it.each(oneIn(2, names))("one name imported from them brings what it needs and no more, in %s", async (bundler) => {
    const cases = { zod: ["NoteCodec", "isNote"], types: ["defaultsOfNote"] };
    for (const [target, wanted] of Object.entries(cases)) {
      for (const name of wanted) {
        const [least = 0, ...others] = await Promise.all(
          [alone, all, divided].map((cwd) => bundlers[bundler](useOf(cwd, target, name))),
        );
        for (const bytes of others)
          expect({ name, more: bytes - least }).toEqual({ name, more: expect.toSatisfy(atMost(40)) });
      }
    }
  });
});

/** A program that prints one export of an index. */
function useOf(cwd: string, target: string, name: string): string {
  const file = join(cwd, `use-${name}.js`);
  writeFileSync(file, `import { ${name} } from "./${target}/index.gen.js";\nconsole.log(${name});\n`);
  return file;
}

/** Every export of Zod, each without content: only what is generated counts. */
function writeZod(cwd: string): void {
  const folder = join(cwd, "node_modules/zod");
  mkdirSync(join(folder, "v4"), { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    '{ "name": "zod", "type": "module", "sideEffects": false, "exports": { ".": "./index.js", "./v4/core": "./core.js" } }',
  );
  for (const [file, module] of Object.entries({ index: z, core: z.core })) {
    const functions = Object.keys(module).map(
      (name, index) => `function f${index}() {}\nexport { f${index} as ${name} };`,
    );
    writeFileSync(join(folder, `${file}.js`), functions.join("\n"));
  }
}

describeWithCorpus("an operation of GitHub's client", () => {
  it.runIf(isLong)("brings as many bytes from the index as from its file, in every bundler", async () => {
    const text = gunzipSync(readFileSync(corpusPath("openapi/github.json.gz"))).toString();
    const client = await clientOf("github", text, { tolerate: ["ambiguous-path", "invalid-default"] });
    for (const name of names) {
      const own = await bundlers[name](programOf(client, "reposGet"));
      const indexed = await bundlers[name](programOf(client, "reposGet", "index.gen.js"));
      expect({ name, own, ratio: indexed / own }).toEqual({
        name,
        own: expect.toSatisfy(atMost(8_000)),
        ratio: expect.toSatisfy(atMost(1.2)),
      });
    }
  });
});

function atMost(limit: number): (value: number) => boolean {
  return (value) => value <= limit;
}
