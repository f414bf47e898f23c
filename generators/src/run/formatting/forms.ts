// The forms of generated files: hashes of their tokens, without formatting. Of a large description they take a sixth of a run, so a second
// thread computes them while the first one generates more. A form that is asked for before the thread has it is computed here, with the
// same result.
import { availableParallelism } from "node:os";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { textHash } from "../../source/text-hash.ts";
import { claimed, type FormRequest, type FormResult, type FormThread, free } from "./claims.ts";
import { formHash } from "./unformatted.ts";

/** Starting the thread takes as long as the forms of so many characters. */
const worthwhile = 1_500_000;

/** The most files that are sent to the thread; the forms of the rest are computed here. */
const maxFiles = 16_384;

/** The longest wait for a form: a thread that has failed, such as one without memory, must not stop a run. */
const maxWaitMs = 1000;

interface GeneratedText {
  readonly path: string;
  readonly text: string;
}

interface Recorded {
  readonly sha256: string;
  readonly form: string | null;
}

interface Thread {
  readonly worker: Worker;
  readonly port: FormThread["port"];
}

export class Forms {
  private readonly recorded: ReadonlyMap<string, Recorded>;
  private readonly requests: FormRequest[] = [];
  private readonly byPath = new Map<string, FormRequest>();
  private readonly results = new Map<number, string | null>();
  private readonly claims = new Int32Array(new SharedArrayBuffer(maxFiles * Int32Array.BYTES_PER_ELEMENT));
  private thread: Thread | null = null;
  private unsent: FormRequest[] = [];
  private characters = 0;
  /** How many requests, from the first, this thread has not tried to compute while it waited. */
  private untried = 0;

  /** `recorded`: what the last run wrote; a text that has not changed since has the form that it had. */
  constructor(recorded: ReadonlyMap<string, Recorded>) {
    this.recorded = recorded;
  }

  /** Queues files whose forms will be asked for; starts the thread once that pays. */
  queue(files: Iterable<GeneratedText>): void {
    for (const { path, text } of files) {
      if (this.requests.length === maxFiles) break;
      const request = { id: this.requests.length, path, text };
      this.requests.push(request);
      this.byPath.set(path, request);
      const known = this.knownForm(path, text);
      if (known === null) {
        this.unsent.push(request);
        this.characters += text.length;
      } else {
        this.claims[request.id] = claimed;
        this.results.set(request.id, known);
      }
    }
    this.untried = this.requests.length;
    if (this.characters < worthwhile || availableParallelism() === 1) return;
    this.thread ??= started(this.claims);
    for (const request of this.unsent) this.thread?.port.postMessage(request);
    this.unsent = [];
  }

  /** `null` where formatting counts. */
  formOf(path: string, text: string): string | null {
    const request = this.byPath.get(path);
    if (request === undefined || request.text !== text) return this.knownForm(path, text) ?? formHash(path, text);
    if (!this.results.has(request.id) && !this.compute(request)) this.awaitForm(request);
    const form = this.results.get(request.id);
    return form === undefined ? formHash(path, text) : form;
  }

  end(): void {
    this.thread?.port.close();
    void this.thread?.worker.terminate();
    this.thread = null;
  }

  private knownForm(path: string, text: string): string | null {
    const recorded = this.recorded.get(path);
    return recorded !== undefined && recorded.sha256 === textHash(text) ? recorded.form : null;
  }

  /** Computes it here unless it is claimed; returns whether it did. */
  private compute({ id, path, text }: FormRequest): boolean {
    if (Atomics.compareExchange(this.claims, id, free, claimed) !== free) return false;
    this.results.set(id, formHash(path, text));
    return true;
  }

  /** While the thread computes the form, this one computes the last of those that are left, and waits only if none is left. */
  private awaitForm({ id }: FormRequest): void {
    while (Atomics.load(this.claims, id) === claimed) {
      if (!this.computeLast() && Atomics.wait(this.claims, id, claimed, maxWaitMs) === "timed-out") return;
    }
    this.receive();
  }

  private computeLast(): boolean {
    while (this.untried > 0) {
      this.untried -= 1;
      const request = this.requests[this.untried];
      if (request !== undefined && this.compute(request)) return true;
    }
    return false;
  }

  private receive(): void {
    if (this.thread === null) return;
    for (;;) {
      const received: { message: FormResult } | undefined = receiveMessageOnPort(this.thread.port);
      if (received === undefined) return;
      this.results.set(received.message.id, received.message.form);
    }
  }
}

/** `null` where there can be none: in a bundle its module is not beside this one, and Node's permissions may allow no threads. */
function started(claims: Int32Array): Thread | null {
  const module = import.meta.url.replace(/\/forms\.([jt]s)$/, "/form-thread.$1");
  if (module === import.meta.url) return null;
  const { port1: port, port2 } = new MessageChannel();
  const workerData: FormThread = { claims, port: port2 };
  try {
    const worker = new Worker(new URL(module), { workerData, transferList: [port2], execArgv: [] });
    // What it does not compute is computed here.
    worker.on("error", () => undefined);
    worker.unref();
    port.unref();
    return { worker, port };
  } catch {
    port.close();
    return null;
  }
}
