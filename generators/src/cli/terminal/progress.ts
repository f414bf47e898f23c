// The stages of a long command -> one line that is rewritten while someone watches; nothing in a pipe, or in the first two seconds.
import type { Terminal } from "./terminal.ts";

const clear = "\r\u001b[K";
const silentMs = 2000;
const betweenMs = 250;

/** `docs: building pages, 120 of 2243, 31 s left` */
export class Progress {
  private readonly command: string;
  private readonly terminal: Pick<Terminal, "isWatched" | "err">;
  private readonly now: () => number;
  private readonly started: number;
  private current: Stage;
  private printed: number | null = null;

  /** `now`: milliseconds since any fixed moment. */
  constructor(
    command: string,
    terminal: Pick<Terminal, "isWatched" | "err">,
    now: () => number = () => performance.now(),
  ) {
    this.command = command;
    this.terminal = terminal;
    this.now = now;
    this.started = now();
    this.current = { name: "", total: null, started: this.started };
  }

  /** `total`: how many steps it has; `null` where that is not known. */
  stage(name: string, total: number | null = null): void {
    this.current = { name, total, started: this.now() };
    this.print(0, true);
  }

  /** `done`: the steps of the stage so far. To be called often. */
  step(done: number): void {
    this.print(done, false);
  }

  /** Before anything else is printed. */
  end(): void {
    if (this.printed !== null) this.terminal.err(clear);
    this.printed = null;
  }

  private print(done: number, isNew: boolean): void {
    const now = this.now();
    if (!this.terminal.isWatched || now - this.started < silentMs) return;
    if (!isNew && this.printed !== null && now - this.printed < betweenMs) return;
    this.printed = now;
    this.terminal.err(`${clear}${this.command}: ${lineOf(this.current, done, now)}`);
  }
}

interface Stage {
  readonly name: string;
  readonly total: number | null;
  readonly started: number;
}

function lineOf({ name, total, started }: Stage, done: number, now: number): string {
  if (total === null) return done === 0 ? name : `${name}, ${done}`;
  const count = `${name}, ${done} of ${total}`;
  return done === 0 ? count : `${count}, ${Math.ceil(((now - started) / done) * ((total - done) / 1000))} s left`;
}
