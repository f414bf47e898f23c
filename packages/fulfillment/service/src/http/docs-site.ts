// A folder with a built site -> responses to requests outside of the API: files, redirects to folders, the site's own 404 page.
import { readFile, realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, posix, sep } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { send } from "@fastify/send";
import { codeOf } from "../reason.ts";
import { pagePolicies, pagePolicy } from "./docs-policy.ts";

export interface DocsSite {
  /** Reading only, and nothing below `/v1`: that is the API's, found or not. */
  takes(request: SiteRequest): boolean;
  /** Never rejects. */
  respond(request: SiteRequest, response: ServerResponse): Promise<void>;
}

export interface SiteRequest {
  readonly raw: IncomingMessage;
  /** As sent, percent-encoded, with the query. */
  readonly target: string;
}

export interface DocsParts {
  readonly directory: string;
  readonly onError: (error: Error) => void;
}

/**
 * The site in `directory`, which has to be there; what is in it is looked up at each request, so that it may be rebuilt
 * under the running service.
 */
export async function openDocsSite({ directory, onError }: DocsParts): Promise<DocsSite> {
  const isDirectory = await stat(directory).then((stats) => stats.isDirectory(), isMissing);
  if (!isDirectory) throw new Error(`cannot serve docs from ${directory}: there is no such folder`);
  return {
    takes: ({ raw, target }) => (raw.method === "GET" || raw.method === "HEAD") && isOutsideApi(pathOf(target)),
    respond: async (request, response) => {
      try {
        await write(request, response, await find(request, directory));
      } catch (error) {
        // A reader that went away is no failure; after a failure the response must not look whole.
        if (!readerLeft.has(codeOf(error) ?? "")) onError(error instanceof Error ? error : new Error(`${error}`));
        response.destroy();
      }
    },
  };
}

/**
 * The headers of every response. Nothing comes from another host, nothing is run that is not a file of the site, and no
 * other page shows the site in a frame, which only a header can say.
 */
const policyOf = (path: string): string => `${pagePolicies[path] ?? pagePolicy}; frame-ancestors 'none'`;

const always = {
  "Content-Security-Policy": policyOf("/"),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;

/** In the middle of the response, and before its start. */
const readerLeft = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE"]);

const plainText = "text/plain; charset=utf-8";

function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? target : target.slice(0, mark);
}

/** Paths that are not valid percent-encoding are left to the API, which has a response for everything. */
function isOutsideApi(path: string): boolean {
  const decoded = decodedOf(path);
  return decoded?.startsWith("/") === true && decoded.split("/")[1] !== "v1";
}

function decodedOf(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

interface Found {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | string;
}

async function find({ raw, target }: SiteRequest, directory: string): Promise<Found> {
  const path = pathOf(target);
  const decoded = decodedOf(path) ?? "";
  if (!isPlain(decoded) || isHidden(decoded)) return await notFound(directory);
  const index = path.endsWith("/") ? "index.html" : "";
  for (const { ending, encoding } of formsFor(raw)) {
    const kind = await kindOf(directory, decoded + index + ending);
    if (kind === "none") continue;
    if (kind === "folder") return moved(`${path}/${target.slice(path.length)}`);
    const file = path + index;
    const sent = await send(raw, file + ending, { root: directory, dotfiles: "allow", cacheControl: false });
    if (sent.type === "file")
      return { status: sent.statusCode, headers: headersOf(sent, file, encoding), body: sent.stream };
    sent.stream.destroy();
    if (sent.type === "directory") continue;
    const { error } = sent.metadata;
    // The range or the version that was asked for is not there, the file is.
    if (sent.statusCode === 412 || sent.statusCode === 416) return text(sent.statusCode, error.message);
    if (sent.statusCode === 500) throw error;
  }
  return await notFound(directory);
}

/** No way up or around, no other spelling of a file: one file, one path. */
function isPlain(path: string): boolean {
  return posix.normalize(path) === path && !/[\\\0]/.test(path);
}

/** A build may leave `.git` or `.env` behind; the one folder with a dot that is for readers has a registered name (RFC 8615). */
function isHidden(path: string): boolean {
  const [, first, ...others] = path.split("/");
  return (first?.startsWith(".") === true && first !== ".well-known") || others.some((name) => name.startsWith("."));
}

/**
 * `none`: not there, no file such as a pipe, or elsewhere: symbolic links are followed only inside the folder. The folder
 * itself may be one, which is looked up each time, since that is how some switch to a new build.
 */
async function kindOf(directory: string, path: string): Promise<"file" | "folder" | "none"> {
  try {
    const [root, place] = await Promise.all([realpath(directory), realpath(join(directory, path))]);
    if (place !== root && !place.startsWith(root.endsWith(sep) ? root : root + sep)) return "none";
    const stats = await stat(place);
    if (stats.isDirectory()) return path.endsWith("/") ? "none" : "folder";
    return stats.isFile() && !path.endsWith("/") ? "file" : "none";
  } catch (error) {
    if (absent.has(codeOf(error) ?? "")) return "none";
    throw error;
  }
}

/** What keeps a path from leading anywhere, also a part of it that is a file, is too long or leads back to itself. */
const absent = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "EACCES"]);

interface Form {
  readonly ending: string;
  readonly encoding: string | null;
}

/** A build may put `page.html.br` and `page.html.gz` beside `page.html`: the smallest that the reader understands. */
function formsFor({ headers }: IncomingMessage): Form[] {
  const accepted = String(headers["accept-encoding"] ?? "");
  const compressed: Form[] = [
    { ending: ".br", encoding: "br" },
    { ending: ".gz", encoding: "gzip" },
  ];
  const understood = compressed.filter(({ encoding }) =>
    accepted
      .split(",")
      .some((one) => new RegExp(`^\\s*${encoding}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*$)|$)`, "i").test(one)),
  );
  return [...understood, { ending: "", encoding: null }];
}

function headersOf(
  { statusCode, headers }: { readonly statusCode: number; readonly headers: Record<string, string> },
  file: string,
  encoding: string | null,
): Record<string, string> {
  const cached = file.includes("/_assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  const described =
    statusCode === 304
      ? {}
      : { "Content-Type": typeOf(file), ...(encoding === null ? {} : { "Content-Encoding": encoding }) };
  const policy = { "Content-Security-Policy": policyOf(file.replace(/index\.html$/, "")) };
  return { ...headers, ...policy, "Cache-Control": cached, Vary: "Accept-Encoding", ...described };
}

/** Of names without a known ending, and where the registered type is another one than what lists of endings have. */
const ownTypes: Readonly<Record<string, string>> = {
  "api-catalog": "application/linkset+json",
  ".yaml": "application/yaml",
  ".js": "text/javascript; charset=utf-8",
};

function typeOf(file: string): string {
  const name = posix.basename(file);
  const customType = ownTypes[name] ?? ownTypes[extname(name)];
  if (customType !== undefined) return customType;
  const type = send.mime.getType(name) ?? "application/octet-stream";
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}

/** The path has one slash at its start, so that it always stays on this host. */
function moved(target: string): Found {
  return { ...text(301, `It is at ${target}`), headers: { "Content-Type": plainText, Location: target } };
}

async function notFound(directory: string): Promise<Found> {
  const hasPage = (await kindOf(directory, "/404.html")) === "file";
  const page = hasPage ? await readFile(join(directory, "404.html"), "utf8").catch(() => null) : null;
  if (page !== null) return { status: 404, headers: { "Content-Type": typeOf("404.html") }, body: page };
  const isThere = await stat(join(directory, "index.html")).then(() => true, isMissing);
  if (isThere) return text(404, "Not found");
  const soon = text(503, "The documentation is not there yet");
  return { ...soon, headers: { ...soon.headers, "Retry-After": "5" } };
}

function text(status: number, line: string): Found {
  return { status, headers: { "Content-Type": plainText }, body: `${line}\n` };
}

function isMissing(): false {
  return false;
}

async function write({ raw }: SiteRequest, response: ServerResponse, { status, headers, body }: Found): Promise<void> {
  response.writeHead(status, { ...always, ...headers });
  if (typeof body !== "string") await pipeline(body, response);
  else response.end(raw.method === "HEAD" ? undefined : body);
}
