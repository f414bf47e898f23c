// Reads descriptions and guides, and writes the pages, in a thread of its own: a large description takes seconds, and the pages that are
// there are served meanwhile.
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Arguments, Format, Terminal } from "waybill/command";

/** What a thread starts with; `flags` and `positionals` make `Arguments`. */
export interface ReaderData {
  readonly flags: readonly (readonly [string, readonly string[]])[];
  readonly positionals: readonly string[];
  readonly format: Format;
  /** The folder that pages are written to. */
  readonly work: string;
  readonly terminal: Pick<Terminal, "cwd" | "onGitHub" | "repository" | "colours" | "isWatched">;
}

export interface ReadPages {
  /** What to watch. */
  readonly paths: readonly string[];
  /** `null` when a description has errors, which are printed. */
  readonly staged: {
    readonly pages: number;
    /** Whether anything differs from the last time. */
    readonly changed: boolean;
    readonly name: string;
    readonly description: string;
  } | null;
}

export type ReaderMessage = { readonly printed: "out" | "err"; readonly text: string } | { readonly read: ReadPages };

export class DevReader {
  private readonly worker: Worker;
  private readonly ended: Promise<never>;
  private settle: (read: ReadPages) => void = () => undefined;

  constructor(
    args: Arguments,
    format: Format,
    { work, terminal }: { readonly work: string; readonly terminal: Terminal },
  ) {
    const { cwd, onGitHub, repository, colours, isWatched, out, err } = terminal;
    const workerData: ReaderData = {
      flags: [...args.values()],
      positionals: args.positionals,
      format,
      work,
      terminal: { cwd, onGitHub, repository, colours, isWatched },
    };
    const module = new URL(`./dev-worker${path.extname(import.meta.url)}`, import.meta.url);
    this.worker = new Worker(module, { workerData });
    this.worker.on("message", (message: ReaderMessage) => {
      if ("read" in message) this.settle(message.read);
      else (message.printed === "out" ? out : err)(message.text);
    });
    this.ended = once(this.worker, "exit").then(([code]) => {
      throw new Error(`the thread that reads descriptions ended with exit code ${code}`);
    });
    // Only a reading that waits has to know.
    this.ended.catch(() => undefined);
  }

  /** One at a time. Rejects with what the thread failed with. */
  async read(): Promise<ReadPages> {
    const read = new Promise<ReadPages>((resolve) => {
      this.settle = resolve;
    });
    this.worker.postMessage("read");
    return await Promise.race([read, this.ended]);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
