// The coverage of the readers so far, from the engine itself: an input that reaches new code is worth changing again.
import { Session } from "node:inspector/promises";

export class Coverage {
  private readonly session: Session = new Session();
  private readonly seen = new Set<string>();

  async start(): Promise<void> {
    this.session.connect();
    await this.session.post("Profiler.enable");
    await this.session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
  }

  /** The number of blocks that ran for the first time. */
  async news(): Promise<number> {
    const { result } = await this.session.post("Profiler.takePreciseCoverage");
    const before = this.seen.size;
    for (const { url, functions } of result) {
      if (!url.includes("/generators/src/")) continue;
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (whole === undefined || whole.count === 0) continue;
        this.seen.add(`${url} ${whole.startOffset}`);
        // Inner ranges are those that have not run; one that is gone has run since.
        const idle = ranges.filter(({ count }) => count === 0).map(({ startOffset }) => startOffset);
        this.seen.add(`${url} ${whole.startOffset} without ${idle.join(",")}`);
      }
    }
    return this.seen.size - before;
  }

  get size(): number {
    return this.seen.size;
  }

  stop(): void {
    this.session.disconnect();
  }
}
