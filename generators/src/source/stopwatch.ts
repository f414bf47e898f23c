// Where the time of a run goes, by stage. Stages may lie inside each other: what the inner one takes is not the outer one's.

/** In the order in which they follow each other in a run; `target types` and so on come before `compare`. */
export const stages = [
  "start",
  "load code",
  "configuration",
  "last run",
  "parse",
  "read",
  "names",
  "check",
  "compare",
  "write",
  "report",
] as const;

export type Stage = (typeof stages)[number] | `target ${string}`;

export class Stopwatch {
  private readonly spent = new Map<Stage, number>();
  private readonly open: Stage[] = [];
  private readonly now: () => number;
  private since: number;

  /** `now`: milliseconds since some moment. What passes outside of every stage is that of `rest`. */
  constructor(rest: Stage, now: () => number = () => performance.now()) {
    this.now = now;
    this.since = now();
    this.open.push(rest);
  }

  /** Adds time that has passed before the stopwatch was there. */
  add(stage: Stage, milliseconds: number): void {
    this.spent.set(stage, (this.spent.get(stage) ?? 0) + milliseconds);
  }

  time<T>(stage: Stage, run: () => T): T {
    this.enter(stage);
    try {
      return run();
    } finally {
      this.leave();
    }
  }

  /** The same for what has to be waited for; nothing else may be timed meanwhile. */
  async timeAsync<T>(stage: Stage, run: () => T | Promise<T>): Promise<T> {
    this.enter(stage);
    try {
      return await run();
    } finally {
      this.leave();
    }
  }

  /** Milliseconds by stage, up to now, in the order in which the stages were first left. */
  stages(): ReadonlyMap<Stage, number> {
    this.charge();
    return new Map(this.spent);
  }

  private enter(stage: Stage): void {
    this.charge();
    this.open.push(stage);
  }

  private leave(): void {
    this.charge();
    this.open.pop();
  }

  private charge(): void {
    const now = this.now();
    const stage = this.open.at(-1);
    if (stage !== undefined) this.add(stage, now - this.since);
    this.since = now;
  }
}
