// Operations that give no response, each waited for as long as a response may take -> no more than a few such waits for each.
import { NoResponse, Stopped } from "./session.ts";

/** So often an operation may leave a request without a response before it is left alone. */
const patience = 3;

export class Silence {
  private readonly counts = new Map<string, number>();

  /** Rejects with `Stopped` where the operation was silent too often; the rest of the run goes on. */
  async mind<Result>(operation: string, send: () => Promise<Result>): Promise<Result> {
    const count = this.counts.get(operation) ?? 0;
    if (count >= patience) throw new Stopped(`${operation} did not respond ${patience} times`);
    try {
      return await send();
    } catch (error) {
      if (error instanceof NoResponse) this.counts.set(operation, count + 1);
      throw error;
    }
  }
}
