// A description -> a server on this machine that conforms to it: it rejects invalid requests, responds as declared, stores what it
// receives, and delivers events. `Habits` change one thing about it, to seed a fault.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json, MediaType, Operation, Response } from "waybill/description";
import { startServer } from "../../../../../../generators/test/local-server.ts";
import { type Description, responseFor } from "../../../src/description/description.ts";
import { plainText } from "../../../src/run/request-values.ts";
import { isObject } from "../../../src/values/json.ts";
import { type Incoming, matchPath } from "./decode.ts";
import { Deliveries, type HookPlan } from "./deliveries.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { type Problem, problemsOf } from "./problems.ts";
import { Store, sampleWith, type Thing } from "./store.ts";

export interface WrittenResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Habits {
  /** A problem that it ignores. */
  readonly overlooks?: (problem: Problem, operation: Operation) => boolean;
  /** What it waits for before it handles a valid request. */
  readonly arrives?: (incoming: Incoming) => Promise<void>;
  /** Replaces the response that it would give. */
  readonly rewrite?: (
    written: WrittenResponse,
    about: { readonly operation: Operation; readonly incoming: Incoming; readonly json: Json | undefined },
  ) => WrittenResponse;
  /** Another list than there is. */
  readonly lists?: (things: readonly Thing[], query: ReadonlyMap<string, string>) => readonly Thing[];
  /** Another query than it is asked. */
  readonly reads?: (query: ReadonlyMap<string, Json>) => ReadonlyMap<string, Json>;
  /** What it writes in place of what it was sent. */
  readonly writes?: (thing: Thing, said: Thing) => Thing;
  readonly keepsDeleted?: boolean;
  /** A member in which the things of a place have to differ: 409 otherwise. */
  readonly unique?: string;
  readonly hooks?: Partial<HookPlan>;
}

export interface ObedientOptions {
  readonly key?: string;
  /** Of another account, which has things of its own. */
  readonly otherKey?: string;
  readonly hooks?: HookPlan;
  readonly habits?: Habits;
  /** Below which its paths are: `/api`. */
  readonly base?: string;
  /** How many things there are at each place at the start. */
  readonly seeds?: number;
}

export interface ObedientServer {
  readonly url: string;
  /** Each as it came: `POST /things {"name":"a"}`. */
  readonly requests: string[];
  /** `getThing 404`: what it had to return although it is not declared. */
  readonly improvised: Set<string>;
  stop(): Promise<void>;
}

export async function openObedient(description: Description, options: ObedientOptions = {}): Promise<ObedientServer> {
  const { base = "", seeds = 5, habits = {} } = options;
  const store = new Store(description.operations, seeds);
  const requests: string[] = [];
  const improvised = new Set<string>();
  const hooks = options.hooks === undefined ? null : new Deliveries(description, { ...options.hooks, ...habits.hooks });
  const otherStore = new Store(description.operations, seeds, 1_000_000);
  const parts: Parts = { description, options, store, otherStore, improvised, hooks };
  const { url, close } = await startServer((request, response) => {
    read(request, base)
      .then(async (incoming) => {
        requests.push(
          `${incoming.method} ${incoming.path}${incoming.query === "" ? "" : `?${incoming.query}`} ${incoming.body.toString()}`,
        );
        send(response, await respond(parts, incoming));
      })
      .catch((error: unknown) =>
        send(response, { status: 500, headers: {}, body: String(error instanceof Error ? error.stack : error) }),
      );
  });
  return {
    url: `${url}${base}`,
    requests,
    improvised,
    stop: async () => {
      await hooks?.idle();
      await close();
    },
  };
}

interface Parts {
  readonly description: Description;
  readonly options: ObedientOptions;
  readonly store: Store;
  readonly otherStore: Store;
  readonly improvised: Set<string>;
  readonly hooks: Deliveries | null;
}

async function read(request: IncomingMessage, base: string): Promise<Incoming> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [path = "", query = ""] = (request.url ?? "").slice(base.length).split("?");
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  return { method: request.method ?? "", path, query, headers, body: Buffer.concat(chunks) };
}

function send(response: ServerResponse, { status, headers, body }: WrittenResponse): void {
  response.writeHead(status, headers);
  response.end(status === 204 || status === 304 ? undefined : body);
}

async function respond(parts: Parts, incoming: Incoming): Promise<WrittenResponse> {
  const { description, options, hooks } = parts;
  const { habits = {} } = options;
  const matching = description.operations.flatMap((operation) => {
    const path = matchPath(operation, incoming.path);
    return path === null ? [] : [{ operation, path }];
  });
  const named = matching
    .filter(({ operation }) => operation.method === incoming.method.toLowerCase())
    .sort((a, b) => a.path.size - b.path.size);
  const [found] = named;
  if (found === undefined) return { status: matching.length > 0 ? 405 : 404, headers: {}, body: "" };
  const { operation, path } = found;
  const checked = (key: string | undefined): ReturnType<typeof problemsOf> =>
    problemsOf(description, { operation, incoming, path, key: key ?? null });
  const isRefused = ({ problems }: ReturnType<typeof problemsOf>): boolean =>
    problems.some(({ place }) => place === "security");
  const own = checked(options.key);
  const other = options.otherKey === undefined || !isRefused(own) ? null : checked(options.otherKey);
  const isOther = other !== null && !isRefused(other);
  const { problems, values } = isOther ? other : own;
  const store = isOther ? parts.otherStore : parts.store;
  const [problem] = problems.filter((one) => habits.overlooks?.(one, operation) !== true);
  const outcome: Outcome =
    problem === undefined
      ? outcomeOf({ store, operation, values, habits, path: incoming.path, rawPath: path })
      : { statuses: problem.statuses, json: undefined };
  const written = write(parts, operation, { ...outcome, path: incoming.path });
  await habits.arrives?.(incoming);
  const changed = habits.rewrite?.(written, { operation, incoming, json: outcome.json }) ?? written;
  if (changed.status < 300) await hooks?.happened(operation, outcome.json, incoming.path, changed);
  return changed;
}

function write(
  { improvised, options: { base = "" } }: Parts,
  operation: Operation,
  { statuses, json, thing, path }: Outcome & { readonly path: string },
): WrittenResponse {
  const { status, response } = choose(operation, statuses);
  if (response === null) {
    improvised.add(`${operation.id} ${status}`);
    return { status, headers: { "Content-Type": "text/plain" }, body: "" };
  }
  const headers: Record<string, string> = {};
  for (const { name, schema } of response.headers) {
    if (/^content-(length|encoding)$|^transfer-encoding$/i.test(name)) continue;
    // A run would leave the last requests of a budget to others.
    headers[name] = /remaining$/i.test(name) ? "100000" : plainText(sampleWith(schema));
  }
  const media = response.content.find(({ body }) => body === "json") ?? response.content[0];
  if (media === undefined) return { status, headers, body: "" };
  headers["Content-Type"] = media.type.includes("*") ? "application/octet-stream" : media.type;
  const body = json ?? (thing === undefined ? sampleWith(media.schema) : thing(media.schema));
  const members = isObject(body) ? body : {};
  if (headers["Location"] !== undefined) headers["Location"] = `${base}${path}/${members["id"] ?? ""}`;
  const isProblem = media.type === "application/problem+json" && "status" in members;
  return { status, headers, body: textOf(media, isProblem ? { ...members, status } : body) };
}

function textOf({ body }: MediaType, value: Json): string {
  return body === "json" ? JSON.stringify(value) : plainText(value);
}

/** The first status that is declared; otherwise one of its range, `default`, or the first although it is not declared. */
function choose(
  operation: Operation,
  statuses: readonly number[],
): { readonly status: number; readonly response: Response | null } {
  const [first = 200] = statuses;
  const isCode = (status: number): boolean =>
    operation.responses.some((one) => one.status.kind === "code" && one.status.code === status);
  const status = statuses.find(isCode) ?? statuses.find((one) => responseFor(operation, one) !== null) ?? first;
  return { status, response: responseFor(operation, status) };
}
