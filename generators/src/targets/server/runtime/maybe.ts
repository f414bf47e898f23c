// Values that may be there already: a promise of one costs as much as looking it up.

/** A value now, or a promise of it. */
export type Maybe<T> = T | Promise<T>;

/** Waits only for what has to be waited for. */
export function andThen<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
