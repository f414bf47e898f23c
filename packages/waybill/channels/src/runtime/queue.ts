// Messages that arrive before they are asked for -> a subscription: in order, and no more of them than a limit.
import type { WireMessage, WireSubscription } from "./contract.ts";

export interface Queue extends Omit<WireSubscription, "ready"> {
  /** `false`: the queue is full or closed, and the message is not in it. */
  readonly offer: (message: WireMessage) => boolean;
  /** Resolves once there is room for more, or the queue is closed. */
  readonly put: (message: WireMessage) => Promise<void>;
  /** What waits is still delivered, then `next` rejects with the error, or ends without one. */
  readonly end: (error?: unknown) => void;
}

/** `onClose` is called once, when the reader closes it. An abort rejects `next` with the reason of the signal. */
export function createQueue(
  limit: number,
  { signal, onClose }: { readonly signal: AbortSignal | undefined; readonly onClose: () => void },
): Queue {
  const waiting: WireMessage[] = [];
  const readers: { resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  const writers: (() => void)[] = [];
  let end: { readonly error?: unknown } | null = null;

  const finish = (error?: unknown): void => {
    if (end !== null) return;
    end = error === undefined ? {} : { error };
    signal?.removeEventListener("abort", abort);
    for (const reader of readers.splice(0)) settle(reader, end);
    for (const proceed of writers.splice(0)) proceed();
  };
  const close = (): void => {
    const isOpen = end === null;
    waiting.length = 0;
    finish();
    if (isOpen) onClose();
  };
  const abort = (): void => {
    const isOpen = end === null;
    waiting.length = 0;
    finish(signal?.reason);
    if (isOpen) onClose();
  };
  const offer = (message: WireMessage): boolean => {
    if (end !== null) return false;
    const reader = readers.shift();
    if (reader !== undefined) reader.resolve({ done: false, value: message });
    else if (waiting.length >= limit) return false;
    else waiting.push(message);
    return true;
  };
  // Then there is nothing to close yet.
  if (signal?.aborted === true) finish(signal.reason);
  else signal?.addEventListener("abort", abort, { once: true });
  return {
    offer,
    put: async (message) => {
      while (!offer(message)) {
        if (end !== null) return;
        await new Promise<void>((resolve) => writers.push(resolve));
      }
    },
    end: finish,
    next: () => {
      const message = waiting.shift();
      if (message !== undefined) {
        writers.shift()?.();
        return Promise.resolve({ done: false, value: message });
      }
      return new Promise<Result>((resolve, reject) => {
        if (end === null) {
          readers.push({ resolve, reject });
          // A reader takes the message of a writer that waits.
          writers.shift()?.();
        } else settle({ resolve, reject }, end);
      });
    },
    close: async () => close(),
  };
}

type Result = IteratorResult<WireMessage, undefined>;

function settle(
  { resolve, reject }: { resolve: (result: Result) => void; reject: (error: unknown) => void },
  end: { readonly error?: unknown },
): void {
  if ("error" in end) reject(end.error);
  else resolve({ done: true, value: undefined });
}
