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
 * first needed. They end with the process, and do not keep it alive. `module`: what a thread runs.
 */
export function threadedEngine(module: URL = new URL(import.meta.resolve("@waybill/lsp/engine"))): Engine {
  const texts = new Map<string, string>();
  const [first, later] = [new Thread(module, texts), new Thread(module, texts)];
  first.start();
  const both = (method: keyof Engine, values: readonly unknown[]): void => {
    first.tell(method, values);
    later.tell(method, values);
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
    lint: (api) => later.ask("lint", [api]),
    breaking: (api, base) => later.ask("breaking", [api, base]),
  };
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that has ended, such as one without memory, fails what it was asked, and starts again for the next question. */
class Thread {
  private readonly module: URL;
  private readonly texts: ReadonlyMap<string, string>;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private last = 0;

  /** `texts`: those of open documents, by path, with which it starts. */
  constructor(module: URL, texts: ReadonlyMap<string, string>) {
    this.module = module;
    this.texts = texts;
  }

  start(): Worker {
    const worker = new Worker(this.module);
    worker.unref();
    worker.on("message", ({ id, value, error }: Response) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === null) asked?.resolve(value as never);
      else asked?.reject(new Error(error));
    });
    worker.on("error", (error) => this.fail(worker, error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", (code) => this.fail(worker, new Error(`the thread that reads ended with exit code ${code}`)));
    this.worker = worker;
    for (const [path, text] of this.texts) this.tell("open", [path, text]);
    return worker;
  }

  /** No response is expected. A thread that does not run learns it from the texts, once it starts. */
  tell(method: keyof Engine, values: readonly unknown[]): void {
    this.worker?.postMessage({ id: null, method, values } satisfies Request);
  }

  ask<T>(method: keyof Engine, values: readonly unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      const worker = this.worker ?? this.start();
      this.last += 1;
      this.waiting.set(this.last, { resolve, reject });
      worker.postMessage({ id: this.last, method, values } satisfies Request);
    });
  }

  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
