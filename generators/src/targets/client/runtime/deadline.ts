// Milliseconds and a caller's signal -> work that ends with either.

/**
 * The outcome of `work`. Rejects with the error from `late` when the time is up first, and with the reason of the caller's signal when that
 * aborts first, or has aborted already. The signal passed to `work` aborts in both cases; its later outcome is ignored.
 */
export async function within<Value>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  late: () => unknown,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  throwIfAborted(caller);
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  caller?.addEventListener("abort", stop);
  // Timers overflow at 2^31 milliseconds; this is 23 days.
  const timer = setTimeout(stop, Math.min(milliseconds, 2e9));
  try {
    return await new Promise<Value>((resolve, reject) => {
      signal.onabort = reject;
      work(signal).then(resolve, reject);
    });
  } catch (error) {
    throwIfAborted(caller);
    if (signal.aborted) throw late();
    // Work that failed half way, as in a hook, releases its connection.
    stop();
    throw error;
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", stop);
  }
}

/** React Native's signals have no such method, and no reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new Error("aborted");
}
