// Server and client treat every text of a description as data: the program around the texts stays the same.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { afterAll, describe, expect, it } from "vitest";
import { readApi } from "../../../src/checks/model-checks.ts";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import type { Operation } from "../../../src/targets/client/runtime/runtime.ts";
import { createMatcher, type Route, type SecurityScheme } from "../../../src/targets/server/runtime/runtime.ts";
import type { GeneratedFile } from "../../../src/targets/target.ts";
import { contextOf, emitAll, temporaryDirectory } from "../../scenarios/generation.ts";

const hostile = [
  "*/ globalThis.pwned = 1; /*",
  "`${globalThis.pwned = 1}`",
  '"; globalThis.pwned = 1; //',
  "'; globalThis.pwned = 1; //",
  "\u2028globalThis.pwned = 1\u2029",
  "\r\nglobalThis.pwned = 1\n",
  "\\",
  "\\u0022",
  "</script><!--",
  "__proto__",
  "constructor",
  "\u0000\u202e\ufeff",
  "@see */",
  "é😀",
];

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

const generated = new Map<string, Promise<GeneratedFile[]>>();
const harmlessFiles = filesOf("word").then(own);

describe.each(hostile.map((text, index) => [JSON.stringify(text), text, index] as const))(
  "the hostile text %s",
  (_, text, index) => {
    it("changes nothing but literals, comments and property names", async () => {
      const [written, harmless] = [own(await filesOf(text)), await harmlessFiles];
      for (const [place, file] of written.entries()) {
        expect(file.path).toBe(harmless[place]?.path);
        // Most of the runtime, which has no text of the description.
        if (file.text === harmless[place]?.text) continue;
        expect({ path: file.path, program: skeletonOf(file) }).toEqual({
          path: file.path,
          program: skeletonOf(harmless[place]),
        });
      }
    });

    it("arrives as it is", async () => {
      const { routes, securitySchemes, operations, servers, defaultSecurity } = await run(
        await filesOf(text),
        String(index),
      );
      const [route] = routes;
      expect(globalThis).not.toHaveProperty("pwned");
      expect(route?.tags).toEqual([text]);
      expect(Object.entries(route?.extensions ?? {})).toEqual([
        ["x-data", Object.fromEntries([[text, [text, { [`k${text}`]: text }]]])],
      ]);
      expect(route?.parameters.map(({ name }) => name)).toEqual([`p${nameOf(text)}`, text]);
      expect(route?.parameters[1]).toMatchObject({ value: "string", default: text });
      expect(route?.security).toEqual([{ schemes: [{ name: text, scopes: [text] }] }]);
      expect(Object.entries(securitySchemes)).toEqual([
        [text, { type: "apiKey", scheme: null, in: "header", parameterName: text }],
      ]);
      const { fetchIt } = operations;
      expect(fetchIt.parameters.map(({ name }) => name)).toEqual([`p${nameOf(text)}`, text]);
      expect(fetchIt.security).toEqual([[text]]);
      expect(defaultSecurity).toEqual([[text], []]);
      expect(servers[0]).toEqual({
        url: `https://{v}/${nameOf(text)}`,
        description: text,
        variables: { v: { default: text, values: [text] } },
      });
      const sent = new URL(`https://example.com${fetchIt.path.replace(/\{[^}]*\}/, "1")}`).pathname;
      expect(createMatcher(routes)("GET", sent)).toMatchObject({
        kind: "found",
        path: new Map([[`p${nameOf(text)}`, "1"]]),
      });
    });
  },
);

function own(files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ target }) => target === "server" || target === "client");
}

/** A path cannot hold these. */
function nameOf(text: string): string {
  return text.replace(/[{}/?#\\]/g, "");
}

function documentOf(text: string): unknown {
  const slot = nameOf(text);
  const responses = {
    200: {
      description: text,
      headers: { "X-A": { description: text, schema: { enum: [text] } } },
      content: { "text/plain": { schema: { const: text } } },
    },
  };
  return {
    openapi: "3.1.1",
    info: { title: text, version: text, description: text },
    servers: [
      {
        url: `https://{v}/${slot}`,
        description: text,
        variables: { v: { default: text, enum: [text], description: text } },
      },
    ],
    security: [Object.fromEntries([[text, []]]), {}],
    paths: {
      [`/x${slot}/{p${slot}}`]: {
        get: {
          operationId: "fetchIt",
          summary: text,
          description: text,
          tags: [text],
          "x-data": Object.fromEntries([[text, [text, { [`k${text}`]: text }]]]),
          security: [Object.fromEntries([[text, [text]]])],
          parameters: [
            { name: `p${slot}`, in: "path", required: true, description: text, schema: { type: "string" } },
            { name: text, in: "query", description: text, schema: { type: "string", default: text } },
          ],
          responses,
        },
      },
    },
    components: {
      securitySchemes: Object.fromEntries([[text, { type: "apiKey", in: "header", name: text, description: text }]]),
    },
  };
}

/** Of each text once. */
function filesOf(text: string): Promise<GeneratedFile[]> {
  const files = generated.get(text) ?? generatedFrom(text);
  generated.set(text, files);
  return files;
}

async function generatedFrom(text: string): Promise<GeneratedFile[]> {
  const report = new Report();
  const { api } = readApi(
    { cwd: "/", openapi: "openapi.json", readText: () => JSON.stringify(documentOf(text)) },
    report,
  );
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n\n"));
  return emitAll(api, ["server", "client"], contextOf(null));
}

interface Modules {
  readonly routes: readonly Route[];
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly operations: { readonly fetchIt: Operation };
  readonly servers: readonly unknown[];
  readonly defaultSecurity: unknown;
}

async function run(files: readonly GeneratedFile[], name: string): Promise<Modules> {
  for (const file of files) {
    const place = path.join(directory, name, file.target, file.path);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, file.text);
  }
  const load = (file: string) => import(pathToFileURL(path.join(directory, name, file)).href);
  return { ...(await load("client/index.gen.ts")), ...(await load("server/routes.gen.ts")) };
}

/** The syntax tree without what texts may change: values of literals, names of properties, places. */
function skeletonOf(file: GeneratedFile | undefined): unknown {
  if (file === undefined) return null;
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  return strip(program);
}

const changeable = new Set(["start", "end", "value", "raw", "comments", "hashbang"]);

function strip(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strip);
  if (typeof node !== "object" || node === null) return node;
  const isLiteral = "type" in node && node.type === "Literal";
  const isMember = "type" in node && (node.type === "Property" || node.type === "TSPropertySignature");
  const entries = Object.entries(node).filter(
    ([key]) => !(isLiteral ? changeable : places).has(key) && !(isMember && (key === "key" || key === "computed")),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, strip(value)]));
}

const places = new Set(["start", "end", "comments", "hashbang"]);
