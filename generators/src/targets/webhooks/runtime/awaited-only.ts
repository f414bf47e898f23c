// A promise -> one that cannot be mistaken for its result: reading the result's members from it throws.

/**
 * The same outcome, in a promise on which reading one of `members` throws: so do spreading, destructuring and serializing it. If it is
 * not awaited by the time there is a result, it rejects, so that code which only calls, or only tests for truthiness, fails at the
 * first delivery. `error` makes what is thrown.
 */
export function awaitedOnly<Result>(
  work: Promise<Result>,
  members: readonly string[],
  error: (when: "used" | "finished") => Error,
): Promise<Result> {
  const promise: AwaitedOnly<Result> = new AwaitedOnly((resolve, reject) => {
    work.then((result) => (promise.isAwaited ? resolve(result) : reject(error("finished"))), reject);
  });
  // An own, enumerable property: `{ ...promise }` and `JSON.stringify(promise)` read those.
  const trap: PropertyDescriptor = {
    enumerable: true,
    get() {
      throw error("used");
    },
  };
  for (const name of members) Object.defineProperty(promise, name, trap);
  return promise;
}

class AwaitedOnly<Result> extends Promise<Result> {
  #isAwaited = false;

  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** `await`, `catch`, `finally`, `Promise.all` and their like all come here. */
  // biome-ignore lint/suspicious/noThenProperty: this is a promise, which has one.
  override then<Kept = Result, Caught = never>(
    onResult?: ((result: Result) => Kept | PromiseLike<Kept>) | null,
    onError?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    this.#isAwaited = true;
    return super.then(onResult, onError);
  }
}
