// Failures in a row to how many polls to skip before the next attempt: 1, 3, 7, 15, and 19 from then on.

/** 5 seconds at 4 polls a second: how long a database that has come back goes unnoticed at most. */
const mostPolls = 19;

/** Counts polls, not time: nothing is tried more often than the polls that drive it. */
export class Backoff {
  #failures = 0;
  #polls = 0;

  get waiting(): boolean {
    return this.#failures > 0;
  }

  failed(): void {
    this.#failures += 1;
    this.#polls = Math.min(2 ** this.#failures - 1, mostPolls);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#polls = 0;
  }

  /** To be asked once a poll: whether it is time to try. */
  due(): boolean {
    if (this.#polls === 0) return true;
    this.#polls -= 1;
    return false;
  }
}
