// The engine in threads of its own, and what speaks for it in the thread of the server.
import { Worker } from "node:worker_threads";
import { applied } from "../text/edit.ts";
import type { Engine } from "./engine.ts";

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

/**
 * Two threads: what takes seconds, the official parsers and a release, does not delay what a key waits for. The second starts when it is
 * first needed. They end with the process, and do not keep it alive.
 */
export function threadedEngine(): Engine {
  const first = new Thread();
  let second: Thread | null = null;
  const texts = new Map<string, string>();
  const later = (): Thread => {
    if (second !== null) return second;
    second = new Thread();
    for (const [path, text] of texts) second.send("open", [path, text]);
    return second;
  };
  const both = (method: keyof Engine, values: readonly unknown[]): void => {
    first.send(method, values);
    second?.send(method, values);
  };
  return {
    open(path, text) {
      texts.set(path, text);
      both("open", [path, text]);
    },
    edit(path, edits) {
      texts.set(path, applied(texts.get(path) ?? "", edits));
      both("edit", [path, edits]);
    },
    close(path) {
      texts.delete(path);
      both("close", [path]);
    },
    changed: () => both("changed", []),
    check: (api) => first.ask("check", [api]),
    typeAt: (api, spot) => first.ask("typeAt", [api, spot]),
    lint: (api) => later().ask("lint", [api]),
    breaking: (api, base) => later().ask("breaking", [api, base]),
  };
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

class Thread {
  private readonly worker = new Worker(new URL(import.meta.resolve("@waybill/lsp/engine")));
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor() {
    this.worker.unref();
    this.worker.on("message", ({ id, value, error }: Response) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === null) asked?.resolve(value as never);
      else asked?.reject(new Error(error));
    });
    this.worker.on("error", (error) => {
      for (const { reject } of this.waiting.values()) reject(error instanceof Error ? error : new Error(String(error)));
      this.waiting.clear();
    });
  }

  send(method: keyof Engine, values: readonly unknown[], id: number | null = null): void {
    this.worker.postMessage({ id, method, values } satisfies Request);
  }

  ask<T>(method: keyof Engine, values: readonly unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      this.last += 1;
      this.waiting.set(this.last, { resolve, reject });
      this.send(method, values, this.last);
    });
  }
}
