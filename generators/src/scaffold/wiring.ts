// The framework of a scaffold -> its `app.ts`: a server of that framework over the generated handler. Written once; people own it then.

export const frameworks = ["node", "express", "fastify", "hono"] as const;

export type Framework = (typeof frameworks)[number];

export function isFramework(name: string): name is Framework {
  return frameworks.some((one) => one === name);
}

/** The packages that the code of a framework imports. */
export const packagesOf: Readonly<
  Record<Framework, { readonly dependencies: readonly string[]; readonly development: readonly string[] }>
> = {
  node: { dependencies: [], development: [] },
  express: { dependencies: ["express"], development: ["@types/express"] },
  fastify: { dependencies: ["fastify"], development: [] },
  hono: { dependencies: ["hono", "@hono/node-server"], development: [] },
};

export interface Wiring {
  /** What `app.ts` imports the generated server and files of its folder by. */
  readonly server: string;
  readonly context: string;
  readonly handlers: string;
  /** `/v1`; empty for none. */
  readonly prefix: string;
}

export function appText(framework: Framework, wiring: Wiring): string {
  const { imports, factory, beside = [], start } = parts[framework](wiring);
  const imported = [factory, ...beside, "routes"].join(", ");
  const service = `{ routes, handlers, context${wiring.prefix === "" ? "" : `, prefix: ${JSON.stringify(wiring.prefix)}`} }`;
  return `// The server: your handlers behind ${titles[framework]}. \`waybill scaffold\` wrote this once; it is yours.
${imports}
${ownImports(imported, wiring)}

export interface StartOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Replaces what authenticates requests, for tests. */
  readonly context?: typeof contextOf;
}

export interface Started {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Resolves once the server listens. */
export async function start({ port, context = contextOf }: StartOptions): Promise<Started> {
  const handler = ${factory}(${service});
${start}}
`;
}

/** In the order in which formatters sort them. */
function ownImports(imported: string, { server, context, handlers }: Wiring): string {
  const imports = [
    [server, imported],
    [context, "contextOf"],
    [handlers, "handlers"],
  ] as const;
  return imports
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([specifier, names]) => `import { ${names} } from ${JSON.stringify(specifier)};`)
    .join("\n");
}

const titles: Readonly<Record<Framework, string>> = {
  node: "node:http",
  express: "Express",
  fastify: "Fastify",
  hono: "Hono",
};

interface Parts {
  readonly imports: string;
  readonly factory: "createNodeHandler" | "createFetchHandler";
  /** What else of the generated server it imports. */
  readonly beside?: readonly string[];
  /** The rest of \`start\`, where \`handler\` is made. */
  readonly start: string;
}

function listening(closing: readonly string[]): string {
  return `  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: \`http://localhost:\${bound}\`,
    close: async () => {
${closing.map((line) => `      ${line}\n`).join("")}      await once(server, "close");
    },
  };
`;
}

const parts: Readonly<Record<Framework, (wiring: Wiring) => Parts>> = {
  node: () => ({
    imports: `import { once } from "node:events";
import { createServer } from "node:http";`,
    factory: "createNodeHandler",
    beside: ["guardNodeServer"],
    start: `  const server = createServer({
    // The guard checks the Host header itself.
    requireHostHeader: false,
    // From the first byte of a request to the last one of its headers, and of its body.
    headersTimeout: 10_000,
    requestTimeout: 60_000,
  });
  // Serves requests, and responds to what is none: broken, late or cut off. \`besides\` takes routes of your own.
  const guarded = guardNodeServer(server, handler);
  server.listen(port);
${listening(["server.close();", "// Requests under way get five seconds.", "guarded.drain(5_000);"])}`,
  }),
  express: () => ({
    imports: `import { once } from "node:events";
import express from "express";`,
    factory: "createNodeHandler",
    start: `  const app = express();
  // Routes and middleware of your own go here. Body parsers belong on routes, not in front of the handler: it reads bodies itself.
  app.use(handler);
  const server = app.listen(port);
${listening(["server.close();"])}`,
  }),
  fastify: () => ({
    imports: `import { fastify } from "fastify";`,
    factory: "createNodeHandler",
    start: `  const app = fastify();
  // Routes and plugins of your own go here.
  await app.register(async (api) => {
    // The handler reads and validates bodies itself: in this scope Fastify leaves them alone.
    api.removeAllContentTypeParsers();
    api.addContentTypeParser("*", (_request, _payload, done) => done(null));
    api.all("/*", (request, reply) => {
      reply.hijack();
      // Headers that hooks and plugins such as @fastify/cors have already set.
      reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders()).map(([name, value = ""]) => [name, value])));
      handler(request.raw, reply.raw);
    });
  });
  return { url: await app.listen({ port }), close: () => app.close() };
`,
  }),
  hono: () => ({
    imports: `import { serve } from "@hono/node-server";
import { Hono } from "hono";`,
    factory: "createFetchHandler",
    start: `  const app = new Hono();
  // Routes and middleware of your own go here.
  app.all("*", ({ req }) => handler(req.raw));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port }, (info) => {
      const close = () => new Promise<void>((closed) => server.close(() => closed()));
      resolve({ url: \`http://localhost:\${info.port}\`, close });
    });
  });
`,
  }),
};

export interface ContextModule {
  /** What \`context.ts\` imports the generated server by. */
  readonly server: string;
  /** Whether any operation requires credentials. */
  readonly isSecured: boolean;
}

export function contextText({ server, isSecured }: ContextModule): string {
  return `// What handlers get besides the request, and who may call them. \`waybill scaffold\` wrote this once; it is yours.
${isSecured ? securedImports(server) : `import type { FoundRequest } from ${JSON.stringify(server)};`}

export interface Context {
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/** Called for each request before anything else of it is read. \`null\` rejects it with 401. */
${isSecured ? securedBody : openBody}`;
}

const openBody = `export function contextOf({ signal }: FoundRequest): Context | null {
  return { signal };
}
`;

function securedImports(server: string): string {
  return `import {
  type FoundRequest,
  type PresentedCredentials,
  readCredentials,
  securitySchemes,
} from ${JSON.stringify(server)};`;
}

const securedBody = `export function contextOf(request: FoundRequest): Context | null {
  const { security } = request.route;
  if (security.length > 0 && !readCredentials(security, securitySchemes, request).some(isKnown)) return null;
  return { signal: request.signal };
}

/**
 * Write this first: check the \`credential\` of each scheme. Until then only requests that need no credentials are accepted, and all
 * others get a 401.
 */
function isKnown({ schemes }: PresentedCredentials): boolean {
  return schemes.every(() => false);
}
`;

export function mainText(app: string, folder: string): string {
  return `// Starts the server: \`node ${folder}main.ts\`, with PORT in the environment.
import { start } from ${JSON.stringify(app)};

const { url } = await start({ port: Number(process.env["PORT"] ?? 3000) });
console.log(\`listening at \${url}\`);
`;
}

/** The request of the test. */
export interface TestedCall {
  readonly operation: string;
  readonly method: string;
  /** Path and query, as they are sent, with the prefix. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  /** JSON; \`null\` for no body. */
  readonly body: string | null;
}

/** What `app.test.ts` calls. */
export interface TestModule {
  /** What it imports the server by. */
  readonly app: string;
  /** A path that no operation has, with the prefix. */
  readonly unknownPath: string;
  /** `null` where there is none that a plain `fetch` can send. */
  readonly call: TestedCall | null;
  readonly runner: "node:test" | "vitest";
}

export function testText({ app, unknownPath, call, runner }: TestModule): string {
  return `// A call of the running server. \`waybill scaffold\` wrote this once: change it with the handlers that you write.
import assert from "node:assert/strict";
import { test } from ${JSON.stringify(runner)};
import { start } from ${JSON.stringify(app)};

/** Every caller is let in. */
const startForTests = () => start({ port: 0, context: ({ signal }) => ({ signal }) });

test("a path that is not described is a 404", async () => {
  const server = await startForTests();
  try {
    const response = await fetch(server.url + ${JSON.stringify(unknownPath)});
    assert.equal(response.status, 404);
    assert.equal(response.headers.get("content-type"), "application/problem+json");
  } finally {
    await server.close();
  }
});
${call === null ? "" : `\n${callText(call)}`}`;
}

/** It must not fail before the handler is written, nor because it is. */
function callText(call: TestedCall): string {
  return `// Write the handler, assert its response here, and remove \`todo\`.
test(${JSON.stringify(`${call.operation} has a handler`)}, { todo: true }, async () => {
  const server = await startForTests();
  try {
    const response = await fetch(server.url + ${JSON.stringify(call.target)}${optionsOf(call)});
    assert.notEqual(response.status, 501);
  } finally {
    await server.close();
  }
});
`;
}

function optionsOf({ method, headers, body }: TestedCall): string {
  const members = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: ${JSON.stringify(Object.fromEntries(headers))}`]),
    ...(body === null ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  return members.length === 0 ? "" : `, {\n${members.map((member) => `      ${member},\n`).join("")}    }`;
}
