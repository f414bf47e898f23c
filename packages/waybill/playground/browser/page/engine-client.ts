// The page's side of the worker: of several requests of a kind only the last gets a response.
import type { Checked, Request, Response, Shown, View } from "../../src/engine/messages.ts";

/** `null`: a later question has taken its place. A text: what a defect of the toolkit says. */
export type Verdict<T> = T | string | null;

export class EngineClient {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, (response: Response) => void>();
  private readonly last: Record<Request["kind"], number> = { check: 0, show: 0 };
  private id = 0;

  constructor(url: URL) {
    this.worker = new Worker(url, { type: "module" });
    this.worker.addEventListener("message", ({ data }: MessageEvent<Response>) => {
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    });
    this.worker.addEventListener("error", ({ message }) => {
      for (const [id, done] of this.waiting)
        done({ kind: "failed", id, message: message || "the worker did not start" });
      this.waiting.clear();
    });
  }

  async check(text: string, tolerate: readonly string[]): Promise<Verdict<Checked>> {
    const response = await this.ask({ kind: "check", id: this.next("check"), text, tolerate });
    return response.kind === "checked" ? this.current("check", response.id, response.checked) : failureOf(response);
  }

  async show(view: View): Promise<Verdict<Shown>> {
    const response = await this.ask({ kind: "show", id: this.next("show"), view });
    return response.kind === "shown" ? this.current("show", response.id, response.shown) : failureOf(response);
  }

  private next(kind: Request["kind"]): number {
    this.id += 1;
    this.last[kind] = this.id;
    return this.id;
  }

  private current<T>(kind: Request["kind"], id: number, value: T): T | null {
    return this.last[kind] === id ? value : null;
  }

  private ask(request: Request): Promise<Response> {
    return new Promise((resolve) => {
      this.waiting.set(request.id, resolve);
      this.worker.postMessage(request);
    });
  }
}

function failureOf(response: Response): string {
  return response.kind === "failed" ? response.message : "";
}
