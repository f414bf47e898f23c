// Where the time of a run goes, by stage. Stages nest: the time of an inner stage does not count for the outer one.

/** In the order of a run; `target types` and so on come before `compare`. */
export const stages = [
  "start",
  "load code",
  "configuration",
  "last run",
  "parse",
  "read",
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
  private readonly onStage: (stage: Stage) => void;
  private since: number;

  /** `now`: milliseconds since any fixed moment. Time outside of every stage counts as `rest`. `onStage`: called when one begins. */
  constructor(
    rest: Stage,
    now: () => number = () => performance.now(),
    onStage: (stage: Stage) => void = () => undefined,
  ) {
    this.now = now;
    this.onStage = onStage;
    this.since = now();
    this.open.push(rest);
  }

  /** Adds time from before the stopwatch was created. */
  add(stage: Stage, milliseconds: number): void {
    this.spent.set(stage, (this.spent.get(stage) ?? 0) + milliseconds);
  }

  /** Moves time from the open stage to another one, which measured it itself. */
  assign(stage: Stage, milliseconds: number): void {
    const open = this.open.at(-1);
    if (open !== undefined) this.add(open, -milliseconds);
    this.add(stage, milliseconds);
  }

  time<T>(stage: Stage, run: () => T): T {
    this.enter(stage);
    try {
      return run();
    } finally {
      this.leave();
    }
  }

  /** The same for a promise; nothing else may be timed meanwhile. */
  async timeAsync<T>(stage: Stage, run: () => T | Promise<T>): Promise<T> {
    this.enter(stage);
    try {
      return await run();
    } finally {
      this.leave();
    }
  }

  /** Milliseconds by stage so far, in the order in which the stages first ended. */
  stages(): ReadonlyMap<Stage, number> {
    this.charge();
    return new Map(this.spent);
  }

  private enter(stage: Stage): void {
    this.charge();
    this.open.push(stage);
    this.onStage(stage);
  }

  private leave(): void {
    this.charge();
    this.open.pop();
    const outer = this.open.at(-1);
    if (outer !== undefined) this.onStage(outer);
  }

  private charge(): void {
    const now = this.now();
    const stage = this.open.at(-1);
    if (stage !== undefined) this.add(stage, now - this.since);
    this.since = now;
  }
}
