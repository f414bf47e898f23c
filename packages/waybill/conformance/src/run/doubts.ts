// Findings that a busy machine alone can cause -> those that are made again when their case is repeated alone. While one is repeated,
// waits are as long as this run has seen responses and deliveries take.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Check, type Finding, identityOfFinding, sentenceOf } from "../finding.ts";
import type { Recorder } from "../recorder.ts";
import { NoResponse, Stopped } from "./session.ts";

const timeDependent: readonly Check[] = ["missing-event", "bad-signature", "stale-timestamp", "slow-response"];

/** So many of one check show that the machine is not the cause: the next ones are not repeated. */
const enough = 3;

/** A wait is so many times as long as the slowest response, delivery or turn of the event loop, within limits. */
const timesSlowest = 10;
const longestWaitMs = 30_000;
/** After so much waiting for what never arrived, the machine is not the cause: waits are as long as usual. */
const mostInVainMs = 120_000;

export interface Repeating {
  readonly recorder: Recorder;
  readonly notes: Set<string>;
  /** The case of that id, to run again; `null`: there is none that could be. */
  readonly runOf: (caseId: string | null) => (() => Promise<unknown>) | null;
  /** Resolves when nothing of earlier requests is expected to arrive any more. */
  readonly quiet: () => Promise<void>;
}

export class Doubts {
  private readonly held = new Map<string, Finding>();
  private readonly confirmed = new Map<Check, number>();
  private readonly loop: ReturnType<typeof monitorEventLoopDelay> = monitorEventLoopDelay({ resolution: 20 });
  private isRepeating = false;
  private slowestMs = 0;
  private inVainMs = 0;

  constructor() {
    this.loop.enable();
  }

  /** How long a response or a delivery took. */
  took(milliseconds: number): void {
    this.slowestMs = Math.max(this.slowestMs, milliseconds);
  }

  /** How long something was waited for that did not arrive. */
  waitedInVain(milliseconds: number): void {
    this.inVainMs += milliseconds;
  }

  /** The longest wait of this run so far, in whole milliseconds. */
  get slowest(): number {
    return Math.round(Math.max(this.slowestMs, this.loop.percentile(99) / 1e6));
  }

  /** How long to wait for a delivery that usually takes no longer than `usual`. */
  patience(usual: number): number {
    if (this.isCertain("missing-event") || this.inVainMs > mostInVainMs) return usual;
    return Math.max(usual, Math.min(longestWaitMs, timesSlowest * this.slowest));
  }

  /** Whether a finding waits until it was repeated. */
  holds(finding: Finding): boolean {
    const { check, caseId } = finding;
    if (this.isRepeating || caseId === null || !timeDependent.includes(check)) return false;
    if (this.isCertain(check)) return false;
    this.held.set(identityOfFinding(finding), finding);
    return true;
  }

  /** Repeats the cases of the findings that wait. */
  async settle(repeating: Repeating): Promise<void> {
    if (this.isRepeating) return;
    for (const [identity, finding] of this.held) {
      this.held.delete(identity);
      await this.repeat(finding, repeating);
    }
  }

  end(): void {
    this.loop.disable();
  }

  private isCertain(check: Check): boolean {
    return (this.confirmed.get(check) ?? 0) >= enough;
  }

  private async repeat(finding: Finding, { recorder, notes, runOf, quiet }: Repeating): Promise<void> {
    const run = runOf(finding.caseId);
    const again = async (): Promise<void> => {
      await quiet();
      await run?.();
      await quiet();
    };
    this.isRepeating = true;
    try {
      const evidence = run === null ? null : await recorder.shows(finding, again);
      if (evidence === null) return void notes.add(this.noteOf(finding));
      this.confirmed.set(finding.check, (this.confirmed.get(finding.check) ?? 0) + 1);
      recorder.confirm({ ...finding, evidence });
    } catch (error) {
      if (!(error instanceof Stopped || error instanceof NoResponse)) throw error;
      notes.add(`${this.noteOf(finding)} (${error.message})`);
    } finally {
      this.isRepeating = false;
    }
  }

  private noteOf(finding: Finding): string {
    const once = `${finding.check} was seen once, and not when ${finding.caseId} was repeated alone: ${sentenceOf(finding)}`;
    return `${once}; the slowest response or delivery of the run took ${this.slowest} ms`;
  }
}
