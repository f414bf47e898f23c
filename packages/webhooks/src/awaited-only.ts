// A promise to one that cannot be mistaken for its result: reading the result's members off it throws.
import { WebhookVerificationError } from "./errors.ts";
import { eventProperty } from "./messages.gen.ts";

/**
 * The same outcome, in a promise on which `event` and `data` throw `not_awaited`: so do spreading, destructuring and
 * serializing it. If it is not awaited by the time there is a result, it rejects with `not_awaited`, so that code which only
 * calls, or only tests for truthiness, fails at the first delivery.
 */
export function awaitedOnly<Result>(work: Promise<Result>): Promise<Result> {
  const promise: AwaitedOnly<Result> = new AwaitedOnly((resolve, reject) => {
    work.then((result) => (promise.isAwaited ? resolve(result) : reject(notAwaited("finished"))), reject);
  });
  return promise;
}

class AwaitedOnly<Result> extends Promise<Result> {
  #isAwaited = false;

  constructor(start: (resolve: (result: Result) => void, reject: (reason: unknown) => void) => void) {
    super(start);
    for (const name of [eventProperty, "data"]) Object.defineProperty(this, name, trap);
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

/** An own, enumerable property: `{ ...promise }` and `JSON.stringify(promise)` read those. */
const trap: PropertyDescriptor = {
  enumerable: true,
  get() {
    throw notAwaited("used");
  },
};

function notAwaited(when: "used" | "finished"): WebhookVerificationError {
  const what = {
    used: "The promise of verifyWebhook() was used as if it were the event",
    finished: "verifyWebhook() was done before anybody waited for it",
  }[when];
  return WebhookVerificationError.of(
    "not_awaited",
    `${what}: write \`const event = await verifyWebhook(...)\`, and use nothing but that event. Before it has resolved, nothing is verified.`,
    {},
  );
}
