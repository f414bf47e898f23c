// The engine in a thread of its own, and what speaks for it in the thread of the server.
import { Worker } from "node:worker_threads";
import type { Edit } from "../text/edit.ts";
import type { ApiId, Engine } from "./engine.ts";

/** What the server sends. Without `id`, no result is expected. */
export interface Request {
  readonly id: number | null;
  readonly method: keyof Engine;
  readonly values: readonly unknown[];
}

export interface Response {
  readonly id: number;
  readonly value: unknown;
  /** With its stack; `null` where there is a value. */
  readonly error: string | null;
}

/** Starts the thread. It ends with the process, and does not keep it alive. */
export function threadedEngine(): Engine {
  const worker = new Worker(new URL(import.meta.resolve("@waybill/lsp/engine")));
  worker.unref();
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  worker.on("message", ({ id, value, error }: Response) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === null) asked?.resolve(value as never);
    else asked?.reject(new Error(error));
  });
  worker.on("error", (error) => {
    for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error(String(error)));
    waiting.clear();
  });
  const send = (method: keyof Engine, values: readonly unknown[], id: number | null = null): void =>
    worker.postMessage({ id, method, values } satisfies Request);
  const ask = <T>(method: keyof Engine, ...values: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      send(method, values, last);
    });
  return {
    open: (path: string, text: string) => send("open", [path, text]),
    edit: (path: string, edits: readonly Edit[]) => send("edit", [path, edits]),
    close: (path: string) => send("close", [path]),
    changed: () => send("changed", []),
    check: (api: ApiId) => ask("check", api),
    lint: (api) => ask("lint", api),
    breaking: (api, base) => ask("breaking", api, base),
    typeAt: (api, spot) => ask("typeAt", api, spot),
  };
}
