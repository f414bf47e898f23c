// The built applications and handlers of the generated mocks -> an origin, with the policy that the service sends with its pages.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { getResponse, type HttpHandler } from "msw";
import { build } from "vite";
import { startServer } from "../../../../generators/test/local-server.ts";
import { handlers } from "../src/generated/mocks/index.gen.ts";

const root = join(import.meta.dirname, "..");

/** As in packages/fulfillment/service/src/portal. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface PortalServer {
  readonly origin: string;
  /** From now on, before those of all samples. */
  use(...own: readonly HttpHandler[]): void;
  /** What was sent to the API since the last call: `POST /portal/v1/orders`. */
  sent(): string[];
  close(): Promise<void>;
}

/** The pages are built for it. */
export async function servePortal(): Promise<PortalServer> {
  const pages = mkdtempSync(join(tmpdir(), "portal-"));
  await build({ root, logLevel: "error", build: { outDir: pages, emptyOutDir: true } });
  let own: readonly HttpHandler[] = [];
  const log: string[] = [];
  const { url, close } = await startServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    if (!/^\/(portal|redeem|landing)\/v1\//.test(path)) return sendFile(pages, path, response);
    if (request.method !== "GET") log.push(`${request.method} ${path}`);
    void respond([...own, ...handlers], request, response);
  });
  return {
    origin: url,
    use: (...next) => {
      own = next;
    },
    sent: () => log.splice(0),
    async close() {
      await close();
      rmSync(pages, { recursive: true, force: true });
    },
  };
}

function sendFile(pages: string, path: string, response: ServerResponse): void {
  const isRecipient = /^\/(redeem|landing)\//.test(path);
  const file = extname(path) === "" ? (isRecipient ? "/recipient.html" : "/index.html") : path;
  response.setHeader("content-security-policy", policy);
  response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
  response.end(readFileSync(join(pages, file)));
}

async function respond(all: HttpHandler[], incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const request = new Request(new URL(incoming.url ?? "/", `http://${incoming.headers.host}`), {
    method: incoming.method ?? "GET",
    headers,
    ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
  });
  const received = await getResponse(all, request);
  if (received === undefined) {
    response.writeHead(501).end();
    return;
  }
  response.writeHead(received.status, Object.fromEntries(received.headers));
  response.end(Buffer.from(await received.arrayBuffer()));
}
