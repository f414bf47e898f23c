// A promise -> one that cannot be mistaken for its result: reading the result's members from it throws.

/**
 * Makes the same outcome a promise on which reading one of `members` throws: so do spreading, destructuring and serializing it. If it is
 * not awaited by the time there is a result, it rejects, so that code which only calls, or only tests for truthiness, fails at the first
 * delivery. `error` makes what is thrown.
 */
export function awaitedOnly(
  members: readonly string[],
  error: (when: "used" | "finished") => Error,
): <Result>(work: Promise<Result>) => Promise<Result> {
  // An own, enumerable property: `{ ...promise }` and `JSON.stringify(promise)` read those.
  const trap: PropertyDescriptor = {
    enumerable: true,
    get() {
      throw error("used");
    },
  };

  /** What is derived from it, by `catch` for example, is one too. */
  class AwaitedOnly<Result> extends Promise<Result> {
    #isAwaited = false;

    constructor(start: (resolve: (result: Result) => void, reject: (reason: unknown) => void) => void) {
      super(start);
      for (const name of members) Object.defineProperty(this, name, trap);
    }

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

  return <Result>(work: Promise<Result>): Promise<Result> => {
    const promise: AwaitedOnly<Result> = new AwaitedOnly((resolve, reject) => {
      work.then((result) => (promise.isAwaited ? resolve(result) : reject(error("finished"))), reject);
    });
    return promise;
  };
}
