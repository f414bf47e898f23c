// A dispatcher between a memory outbox and posts that a test decides, and what it logged.
import { onTestFinished } from "vitest";
import { Dispatcher, type DispatcherOptions } from "../../src/deliveries/dispatcher.ts";
import type { Log, LogFields } from "../../src/deliveries/log.ts";
import type { Delivery, Target } from "../../src/deliveries/outbox.ts";
import type { Outcome } from "../../src/deliveries/post.ts";
import { MemoryOutbox, turns } from "./memory-outbox.ts";

export const never: number = 3_600_000;
/** Of the event loop, in which a dispatcher with nothing to wait for stops. */
const mostTurns = 1_000_000;

export const accepted: Outcome = { kind: "accepted", status: 200, durationMs: 3 };

export interface Posted extends Delivery, Target {
  /** Ends the attempt. */
  readonly end: (outcome?: Outcome) => void;
}

export interface Line {
  readonly level: "info" | "warn" | "error";
  readonly fields: LogFields;
  readonly message: string;
}

export interface Stage {
  readonly outbox: MemoryOutbox;
  readonly dispatcher: Dispatcher;
  /** Every attempt, in the order in which they began. */
  readonly posts: readonly Posted[];
  /** Those under way. */
  readonly underWay: ReadonlySet<Posted>;
  readonly lines: readonly Line[];
}

export interface StageOptions extends Partial<Omit<DispatcherOptions, "post" | "outbox">> {
  readonly outbox?: MemoryOutbox;
  /** Whose attempts end only when the test ends them; those of the others are accepted at once. */
  readonly hangs?: (subscriptionId: string) => boolean;
  /** Called as each attempt begins. */
  readonly began?: (posted: Posted) => void;
}

/** Started, and never polling unless asked to: what happens is the doing of `onCommit`. */
export function stage({
  hangs = () => true,
  began,
  outbox = new MemoryOutbox(),
  ...options
}: StageOptions = {}): Stage {
  const posts: Posted[] = [];
  const underWay = new Set<Posted>();
  const lines: Line[] = [];
  const post = (
    target: Pick<Target, "url" | "secret">,
    delivery: Pick<Delivery, "event" | "body">,
  ): Promise<Outcome> => {
    return new Promise((resolve) => {
      const posted = {
        ...whole(target, delivery),
        end: (outcome = accepted) => {
          underWay.delete(posted);
          resolve(outcome);
        },
      };
      posts.push(posted);
      underWay.add(posted);
      began?.(posted);
      if (!hangs(posted.subscriptionId)) posted.end();
    });
  };
  const dispatcher = new Dispatcher({ outbox, post, log: logTo(lines), pollIntervalMs: never, ...options });
  dispatcher.start();
  onTestFinished(async () => {
    outbox.fail = () => {};
    let isStopped = false;
    const stopped = dispatcher.stop().finally(() => {
      isStopped = true;
    });
    // One that does not stop would keep the worker busy for the rest of the run.
    for (let turn = 0; turn < mostTurns && !isStopped; turn += 1) {
      for (const posted of underWay) posted.end();
      await turns(1);
    }
    if (!isStopped) throw new Error(`the dispatcher has not stopped after ${mostTurns} turns`);
    await stopped;
  });
  return { outbox, dispatcher, posts, underWay, lines };
}

export function logTo(lines: Line[]): Log {
  return {
    info: (fields, message) => void lines.push({ level: "info", fields, message }),
    warn: (fields, message) => void lines.push({ level: "warn", fields, message }),
    error: (fields, message) => void lines.push({ level: "error", fields, message }),
  };
}

/** A poster is handed less than the dispatcher has; the test looks at all of it. */
function whole(target: object, delivery: object): Delivery & Target {
  const all = { ...target, ...delivery };
  if (!isWhole(all)) throw new Error("the dispatcher did not hand over what it claimed");
  return all;
}

function isWhole(value: object): value is Delivery & Target {
  return ["id", "event", "body", "subscriptionId", "accountId", "url", "secret"].every((name) => name in value);
}
