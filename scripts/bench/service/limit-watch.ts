// What the rate limit says it has counted after each kill -> whether it forgot more than the turn in which the process died.
import type { ApiClient } from "./api-client.ts";
import type { Check } from "./audit.ts";

/** Requests of clients by what became of them. */
export interface Traffic {
  readonly answered: number;
  readonly unanswered: number;
}

interface Look {
  readonly counted: number;
  /** Of the traffic so far, with the look itself. */
  readonly answered: number;
  readonly unanswered: number;
}

/** One client address, and a budget that is never spent. */
export class LimitWatch {
  readonly #budget: number;
  /** Requests that can be counted in one turn of the event loop: those that are under way at a time. */
  readonly #oneTurn: number;
  readonly #faults: string[] = [];
  #last: Look | null = null;
  #kills = 0;
  /** Answered requests that are counted no more: at least so many. */
  forgotten = 0;

  constructor(budget: number, oneTurn: number) {
    this.#budget = budget;
    this.#oneTurn = oneTurn;
  }

  /**
   * To be called first of all after a start.
   *
   * @param before All traffic until then.
   */
  async look(client: ApiClient, before: Traffic): Promise<void> {
    const { headers } = await client.ask("/v1/auth");
    const counted = this.#budget - Number(headers["x-ratelimit-remaining"]);
    if (this.#last !== null) this.#compare(this.#last, counted - 1, before);
    this.#last = { counted, answered: before.answered + 1, unanswered: before.unanswered };
  }

  check(): Check {
    return { name: "kills that the rate limit lost one turn by at most", asked: this.#kills, faults: this.#faults };
  }

  #compare(last: Look, counted: number, { answered, unanswered }: Traffic): void {
    this.#kills += 1;
    const added = counted - last.counted;
    const [certain, perhaps] = [answered - last.answered, unanswered - last.unanswered];
    this.forgotten += Math.max(0, certain - added);
    if (added >= certain - this.#oneTurn && added <= certain + perhaps) return;
    this.#faults.push(`kill ${this.#kills}: ${added} counted, ${certain} answered, ${perhaps} without an answer`);
  }
}
