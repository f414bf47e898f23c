// The engine in threads of its own, and what speaks for it in the thread of the server.
import { Worker } from "node:worker_threads";
import { applied, type Edit } from "../text/edit.ts";
import type { ApiId, Checked, Engine, Question } from "./engine.ts";

/** What the server sends. Without `id`, no result is expected. `cancel`: no one waits for the result any more. */
export type Request =
  | { readonly id: number | null; readonly method: keyof Engine; readonly values: readonly unknown[] }
  | { readonly id: number; readonly method: "cancel" };

export interface Response {
  readonly id: number;
  readonly value: unknown;
  /** With its stack; `null` where there is a value. */
  readonly error: string | null;
}

/**
 * Threads: what takes seconds, the official schemas and a release, does not delay what a key waits for, and neither does the description of
 * another API. Each starts when it is first needed. They end with the process, and do not keep it alive. `module`: what a thread runs.
 */
export function threadedEngine(module: URL = new URL(import.meta.resolve("@waybill/lsp/engine"))): Engine {
  const texts = new Map<string, OpenedText>();
  const readers = Array.from({ length: mostReaders }, () => new Thread(module, texts));
  const later = new Thread(module, texts);
  readers[0]?.start();
  const all = (method: keyof Engine, values: readonly unknown[]): void => {
    for (const thread of [...readers, later]) thread.tell(method, values);
  };
  const readerOf = (api: ApiId): Thread => {
    const key = JSON.stringify(api);
    // The one that has read it last, unless that is busy with another.
    const known = readers.find(({ lastApi }) => lastApi === key);
    const reader = [known, ...readers].find((one) => one?.isFreeFor(key)) ?? known ?? readers[0] ?? later;
    reader.lastApi = key;
    return reader;
  };
  const large = new Set<string>();
  const laterOf = (api: ApiId): Thread => (large.has(JSON.stringify(api)) ? readerOf(api) : later);
  return {
    open(path, text) {
      texts.set(path, { text, edits: [] });
      all("open", [path, text]);
    },
    edit(path, edits) {
      texts.set(path, withEdits(texts.get(path), edits));
      all("edit", [path, edits]);
    },
    close(path) {
      texts.delete(path);
      all("close", [path]);
    },
    changed: () => all("changed", []),
    parsed: (path) => (readers.find((reader) => reader.isIdle) ?? readers[0] ?? later).ask("parsed", [path]),
    async check(api) {
      const checked: Checked | null = await readerOf(api).ask("check", [api]);
      if (checked !== null && checked.milliseconds > slow) large.add(JSON.stringify(api));
      return checked;
    },
    typeAt: (api, spot, question) => readerOf(api).ask("typeAt", [api, spot], question),
    lint: (api) => laterOf(api).ask("lint", [api]),
    breaking: (api, base) => laterOf(api).ask("breaking", [api, base]),
  };
}

/** Milliseconds to read a description, from which another thread does not read it once more: its memory is worth more than the time. */
const slow = 1000;

/** A second one starts when an API is asked about while the first reads another. */
const mostReaders = 2;

/** A text as it was once, and what has been typed since: it is assembled for a thread that starts. */
interface OpenedText {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Edits that are remembered. */
const mostEdits = 1000;

function withEdits({ text, edits }: OpenedText = { text: "", edits: [] }, more: readonly Edit[]): OpenedText {
  const all = [...edits, ...more];
  return all.length < mostEdits ? { text, edits: all } : { text: applied(text, all), edits: [] };
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Of a thread, for objects that are new; V8 would let it grow to 96 MB, most of it garbage. */
const maxYoungGenerationSizeMb = 24;

/** A thread that has ended, such as one without memory, fails what it was asked, and starts again for the next question. */
class Thread {
  private readonly module: URL;
  private readonly texts: ReadonlyMap<string, OpenedText>;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private last = 0;
  /** The API that it was last asked about, as JSON. */
  lastApi: string | null = null;

  /** `texts`: those of open documents, by path, with which it starts. */
  constructor(module: URL, texts: ReadonlyMap<string, OpenedText>) {
    this.module = module;
    this.texts = texts;
  }

  start(): Worker {
    const worker = new Worker(this.module, { resourceLimits: { maxYoungGenerationSizeMb } });
    worker.unref();
    worker.on("message", ({ id, value, error }: Response) => {
      const pendingRequest = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === null) pendingRequest?.resolve(value as never);
      else pendingRequest?.reject(new Error(error));
    });
    worker.on("error", (error) => this.fail(worker, error instanceof Error ? error : new Error(String(error))));
    worker.on("exit", (code) => this.fail(worker, new Error(`the thread that reads ended with exit code ${code}`)));
    this.worker = worker;
    for (const [path, { text, edits }] of this.texts) this.tell("open", [path, applied(text, edits)]);
    return worker;
  }

  /** No response is expected. A thread that does not run learns it from the texts, once it starts. */
  tell(method: keyof Engine, values: readonly unknown[]): void {
    this.worker?.postMessage({ id: null, method, values } satisfies Request);
  }

  get isIdle(): boolean {
    return this.worker !== null && this.waiting.size === 0;
  }

  /** Whether it has nothing to do, or only for that API. */
  isFreeFor(api: string): boolean {
    return this.waiting.size === 0 || this.lastApi === api;
  }

  async ask<T>(method: keyof Engine, values: readonly unknown[], question?: Question): Promise<T> {
    const worker = this.worker ?? this.start();
    this.last += 1;
    const id = this.last;
    const cancelling = question?.onCancellationRequested?.(() =>
      worker.postMessage({ id, method: "cancel" } satisfies Request),
    );
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        worker.postMessage({ id, method, values } satisfies Request);
      });
    } finally {
      cancelling?.dispose();
    }
  }

  private fail(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
