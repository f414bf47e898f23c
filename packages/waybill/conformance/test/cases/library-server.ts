// The library of `library.yaml` as a service in memory: it follows its description but for the fault that it is given.
import { createServer, type IncomingMessage } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

/** What it does wrong. */
export type Fault = "an update ignores the note" | "the filter is ignored" | "a create is a 200";

export const libraryKey = "library-key-1";

/** Listens on 127.0.0.1. `text`: the description. */
export async function openLibrary(text: string, fault: Fault | null): Promise<{ url: string } & AsyncDisposable> {
  const library = new Library(text, fault);
  const server = createServer(async (request, response) => {
    const [status, body, headers = {}] = library.respond(request, await textOf(request));
    const type = status >= 400 ? "application/problem+json" : "application/json";
    response.writeHead(status, body === undefined ? headers : { "content-type": type, ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Members = Readonly<Record<string, unknown>>;
type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];

class Library {
  private readonly books = new Map<string, Members>();
  private readonly fault: Fault | null;
  private readonly checks: Readonly<Record<"NewBook" | "BookPatch" | "Loan", ValidateFunction<Members>>>;

  constructor(text: string, fault: Fault | null) {
    this.fault = fault;
    const { components, paths } = parse(text);
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const loan = paths["/books/{bookId}/loan"].put.requestBody.content["application/json"].schema;
    ajv.addSchema({ $id: "library", components: { schemas: { ...components.schemas, Loan: loan } } });
    const compiled = (name: string): ValidateFunction<Members> =>
      ajv.compile({ $ref: `library#/components/schemas/${name}` });
    this.checks = { NewBook: compiled("NewBook"), BookPatch: compiled("BookPatch"), Loan: compiled("Loan") };
  }

  respond({ method = "GET", url = "/", headers }: IncomingMessage, text: string): Reply {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname === "/health") return method === "GET" ? [200, { status: "up" }] : refusal(405);
    if (headers["x-api-key"] !== libraryKey) return refusal(401);
    const isBody = ["POST", "PATCH", "PUT"].includes(method);
    if (isBody && !/^application\/json(;|$)/i.test(headers["content-type"] ?? "")) return refusal(415);
    const body = isBody ? parsed(text) : undefined;
    if (pathname === "/stats" && method === "GET") return [200, { books: this.books.size }];
    if (pathname === "/books" && method === "GET") return this.list(searchParams);
    if (pathname === "/books" && method === "POST") return this.create(body);
    const [, id = "", isLoan] = /^\/books\/([^/]+)(\/loan)?$/.exec(pathname) ?? [];
    if (id === "") return refusal(404);
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return refusal(400);
    if (isLoan !== undefined) return method === "PUT" ? this.change(id, this.checks.Loan, body) : refusal(405);
    if (method === "PATCH") return this.change(id, this.checks.BookPatch, body);
    const book = this.books.get(id);
    if (book === undefined) return refusal(404);
    if (method === "DELETE") this.books.delete(id);
    return method === "GET" ? [200, book] : method === "DELETE" ? [204] : refusal(405);
  }

  private list(query: URLSearchParams): Reply {
    const [limit, offset] = [numberIn(query, "limit", 10, 1, 50), numberIn(query, "offset", 0, 0, 1e9)];
    const genre = query.get("genre");
    const isGenre = genre === null || ["fiction", "science", "history"].includes(genre);
    if (limit === null || offset === null || !isGenre) return refusal(400);
    const isWhole = genre === null || this.fault === "the filter is ignored";
    const all = [...this.books.values()].filter((book) => isWhole || book["genre"] === genre);
    const items = all.slice(offset, offset + limit);
    return [200, { items, total: all.length }, { "X-Total-Count": String(all.length) }];
  }

  private create(body: unknown): Reply {
    if (!this.checks.NewBook(body)) return refusal(400);
    if ([...this.books.values()].some(({ isbn }) => isbn === body["isbn"])) return refusal(409);
    const id = crypto.randomUUID();
    const book = { ...body, id, createdAt: new Date().toISOString() };
    this.books.set(id, book);
    return [this.fault === "a create is a 200" ? 200 : 201, book, { Location: `/books/${id}` }];
  }

  private change(id: string, check: ValidateFunction<Members>, body: unknown): Reply {
    if (!check(body)) return refusal(400);
    const book = this.books.get(id);
    if (book === undefined) return refusal(404);
    const { note, ...others } = body;
    const changes = note === undefined || this.fault === "an update ignores the note" ? others : body;
    const changed = { ...book, ...changes };
    this.books.set(id, changed);
    return [200, changed];
  }
}

function refusal(status: number): Reply {
  return [status, { title: "refused", status }];
}

/** `null`: it is none that is allowed. */
function numberIn(query: URLSearchParams, name: string, usual: number, least: number, most: number): number | null {
  const text = query.get(name);
  if (text === null) return usual;
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
