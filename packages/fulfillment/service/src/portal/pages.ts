// The folder of the built pages -> responses to requests outside of the API: read once, served from memory, under a strict policy.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { imageFileOf } from "./images.ts";

export interface Pages {
  respond(request: IncomingMessage, target: string, response: ServerResponse): void;
}

interface Page {
  readonly bytes: Buffer;
  readonly gzip: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Nothing is inline, nothing comes from elsewhere, and no other page shows this one in a frame. */
const portalPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The address of a page may hold the token of a link: it is sent to no one. */
const always = {
  "Content-Security-Policy": portalPolicy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/**
 * Where the built pages are: of the build that this module is in, or of the package that they are built in; `null`: they were not
 * built.
 */
export function ownPages(): string | null {
  const places = ["../portal-pages/dist", "../../../portal/dist"].map((place) => join(import.meta.dirname, place));
  return places.find((place) => existsSync(join(place, "index.html"))) ?? null;
}

/** `null`: there are no built pages there. Throws when they cannot be read. */
export function readPages(directory: string, images: string | null = null): Pages | null {
  if (statSync(join(directory, "index.html"), { throwIfNoEntry: false }) === undefined) return null;
  const pages = new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        const path = file.slice(directory.length).replaceAll("\\", "/");
        return [path.startsWith("/") ? path : `/${path}`, pageOf(path, readFileSync(file))] as const;
      }),
  );
  return {
    respond: ({ method, headers }, target, response) => {
      if (method !== "GET" && method !== "HEAD") return end(response, { status: 405, method });
      const send = (page: Page | undefined): void => {
        if (page === undefined) {
          end(response, { status: 404, method });
          return;
        }
        const takesGzip = /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
        const bytes = takesGzip && page.gzip !== null ? page.gzip : page.bytes;
        response.writeHead(200, {
          ...always,
          ...page.headers,
          "Content-Length": bytes.length,
          ...(bytes === page.gzip ? { "Content-Encoding": "gzip" } : {}),
        });
        response.end(method === "HEAD" ? undefined : bytes);
      };
      const image = images === null ? null : imageFileOf(pathOf(target));
      if (images === null || image === null) send(pages.get(pathOf(target)) ?? pages.get(documentOf(target)));
      else void imageIn(images, image).then(send, (error: Error) => response.destroy(error));
    },
  };
}

/** Read when it is asked for: there may be many, and they may change. */
async function imageIn(
  directory: string,
  { name, type }: NonNullable<ReturnType<typeof imageFileOf>>,
): Promise<Page | undefined> {
  const file = join(directory, name);
  const entry = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (entry?.isFile() !== true) return undefined;
  const headers = { "Content-Type": type, "Cache-Control": "public, max-age=3600" };
  return { bytes: await readFile(file), gzip: null, headers };
}

function pageOf(path: string, bytes: Buffer): Page {
  const type = types[extname(path)] ?? "application/octet-stream";
  const isText = /^text\/|json|svg/.test(type);
  // The build puts a hash of the content into the names of what it makes.
  const caching = path.replace(/^\//, "").startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  return {
    bytes,
    gzip: isText ? gzipSync(bytes) : null,
    headers: { "Content-Type": type, "Cache-Control": caching, Vary: "Accept-Encoding" },
  };
}

function pathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? "/";
  return path === "/" ? "/index.html" : path;
}

/** Pages have no files of their own: the document reads its path. Recipients get a document without the portal in it. */
function documentOf(target: string): string {
  const path = pathOf(target);
  if (path.startsWith("/assets/") || path.slice(path.lastIndexOf("/")).includes(".")) return path;
  return /^\/(?:redeem|landing)\//.test(path) ? "/recipient.html" : "/index.html";
}

function end(
  response: ServerResponse,
  { status, method }: { readonly status: number; readonly method: string | undefined },
): void {
  response.writeHead(status, { ...always, "Content-Type": "text/plain; charset=utf-8" });
  response.end(method === "HEAD" ? undefined : status === 404 ? "Not found\n" : "Method not allowed\n");
}
