// Milliseconds and a caller's signal -> work that ends with either.

/**
 * The outcome of `work`. Rejects with what `late` makes when the time is up before, and with the reason of the caller's
 * signal when that aborts first, or has already. The signal that `work` gets aborts in both cases; what comes of it then is
 * ignored.
 */
export async function within<Value>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  late: () => unknown,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  const over = new Promise<never>((_, reject) => {
    signal.onabort = reject;
  });
  caller?.addEventListener("abort", stop);
  // A timer holds little more than that many milliseconds, 23 days.
  const timer = setTimeout(stop, Math.min(milliseconds, 2e9));
  try {
    return await Promise.race([over, work(signal)]);
  } catch (error) {
    if (signal.aborted) throw caller?.aborted ? caller.reason : late();
    // What failed half way, as in a hook, lets go of its connection.
    stop();
    throw error;
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener("abort", stop);
  }
}
