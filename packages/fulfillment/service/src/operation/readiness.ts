// What the parts of a service say about themselves -> whether it is ready, and a reason that anyone may read if it is not.
import { codeOf } from "../reason.ts";

/** A part that has to work. */
export interface ReadyCheck {
  /** `the database` */
  readonly part: string;
  /** Rejects when the part cannot do its work now. May take long: it is not called again before it has ended. */
  readonly check: () => Promise<void>;
}

export interface ReadinessOptions {
  readonly checks: readonly ReadyCheck[];
  /** How long a check is waited for. */
  readonly timeoutMs?: number;
  /** For how long a verdict holds: any number of probes then costs no more than one. */
  readonly holdMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Called when the reason changes, with the error that has none of the caution of the reason; `null`: ready again. */
  readonly onChange: (failure: NotReady | null) => void;
}

/** Its message is for anyone who asks: it names no host, user or file. */
export class NotReady extends Error {
  override readonly name = "NotReady";
}

/** Resolves when all parts work, and rejects with `NotReady`. */
export function createReadiness({
  checks,
  timeoutMs = 2000,
  holdMs = 1000,
  now = () => performance.now(),
  onChange,
}: ReadinessOptions): () => Promise<void> {
  const parts = checks.map((check) => new Part(check, timeoutMs));
  let verdict: { readonly at: number; readonly failure: NotReady | null } | null = null;
  let asking: Promise<NotReady | null> | null = null;
  const ask = async (): Promise<NotReady | null> => {
    const failures = (await Promise.all(parts.map((part) => part.failure()))).filter((failure) => failure !== null);
    const failure = combined(failures);
    if (failure?.message !== verdict?.failure?.message) onChange(failure);
    verdict = { at: now(), failure };
    asking = null;
    return failure;
  };
  return async () => {
    const holds = verdict !== null && now() - verdict.at < holdMs;
    asking ??= holds ? null : ask();
    const failure = asking === null ? (verdict?.failure ?? null) : await asking;
    if (failure !== null) throw failure;
  };
}

function combined(failures: readonly NotReady[]): NotReady | null {
  if (failures.length < 2) return failures[0] ?? null;
  return new NotReady(failures.map(({ message }) => message).join("; "), { cause: new AggregateError(failures) });
}

class Part {
  readonly #check: ReadyCheck;
  readonly #timeoutMs: number;
  #pending: Promise<NotReady | null> | null = null;

  constructor(check: ReadyCheck, timeoutMs: number) {
    this.#check = check;
    this.#timeoutMs = timeoutMs;
  }

  /** A check that did not end in time is not repeated: the next call waits for the same one. */
  async failure(): Promise<NotReady | null> {
    this.#pending ??= this.#run().finally(() => {
      this.#pending = null;
    });
    const { promise: late, resolve } = Promise.withResolvers<NotReady>();
    const reason = `${this.#check.part} has not responded within ${this.#timeoutMs / 1000} s`;
    const timer = setTimeout(() => resolve(new NotReady(reason)), this.#timeoutMs);
    try {
      return await Promise.race([this.#pending, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #run(): Promise<NotReady | null> {
    try {
      await this.#check.check();
      return null;
    } catch (cause) {
      return new NotReady(`${this.#check.part} ${problemOf(cause)}`, { cause });
    }
  }
}

/** Causes of PostgreSQL (SQLSTATE), SQLite (result code), Redis (first word) and the operating system. */
const problems: readonly { readonly codes: readonly string[]; readonly problem: string }[] = [
  { codes: ["25006", "SQLITE 8", "READONLY", "EROFS"], problem: "is read-only" },
  { codes: ["53100", "SQLITE 13", "ENOSPC"], problem: "has no space left" },
  { codes: ["53200", "OOM"], problem: "has no memory left" },
  { codes: ["55P03", "SQLITE 5", "SQLITE 6"], problem: "is locked" },
  { codes: ["28P01", "28000", "42501", "NOPERM", "NOAUTH", "WRONGPASS", "EACCES"], problem: "does not permit it" },
  { codes: ["57P01", "57P02", "57P03", "08006", "ECONNREFUSED", "ECONNRESET"], problem: "cannot be reached" },
  { codes: ["EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "ETIMEDOUT", "EPIPE"], problem: "cannot be reached" },
];

function problemOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const codes = codesOf(cause);
    const known = problems.find((row) => row.codes.some((code) => codes.includes(code)));
    if (known !== undefined) return known.problem;
  }
  return "cannot be written";
}

function codesOf(error: Error): string[] {
  const sqlite = "errcode" in error && typeof error.errcode === "number" ? [`SQLITE ${error.errcode & 0xff}`] : [];
  const nested = error instanceof AggregateError ? error.errors.map((one: unknown) => codeOf(one) ?? "") : [];
  return [codeOf(error) ?? "", /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? "", ...sqlite, ...nested];
}
