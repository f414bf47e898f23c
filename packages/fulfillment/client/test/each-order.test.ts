// The walk over all orders: a list that changes while it is read, pages of any length, leaving and aborting.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FulfillmentClient } from "../src/index.ts";
import { type Asked, clientOf, failureOf, json, order } from "./responding.ts";

/** What happens to the list before the response to a request. */
interface Change {
  /** How many orders are placed. */
  readonly placed: number;
  /** Orders that leave the list, by their place in it. */
  readonly leaving: readonly number[];
  /** The maximum number of orders on a page, for any `limit`. */
  readonly longest: number;
}

interface Story {
  readonly initial: number;
  readonly pageSize: number;
  readonly changes: readonly Change[];
  /** New orders are listed first instead of last. */
  readonly newestFirst: boolean;
  /** The consumer does with every order what takes it off the list. */
  readonly cancelsEach: boolean;
}

interface Ending {
  readonly yielded: readonly string[];
  /** In the list from the first request to the last, or until they were yielded. */
  readonly always: readonly string[];
  /** Of the requests. */
  readonly offsets: readonly number[];
}

const change: fc.Arbitrary<Change> = fc.record({
  placed: fc.nat({ max: 4 }),
  leaving: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
  longest: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1000) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
  ),
});

const stories: fc.Arbitrary<Story> = fc.record({
  initial: fc.nat({ max: 20 }),
  pageSize: fc.integer({ min: 2, max: 6 }),
  changes: fc.array(change, { maxLength: 12 }),
  newestFirst: fc.boolean(),
  cancelsEach: fc.boolean(),
});

const calm: Change = { placed: 0, leaving: [], longest: 1000 };

/** The orders of a server, in the order in which it lists them, and everything that happens to them. */
class ListServer {
  readonly #story: Story;
  readonly #lost = new Set<string>();
  readonly yielded: string[] = [];
  ids: string[];
  readonly #offsets: number[] = [];
  #count: number;

  constructor(story: Story) {
    this.#story = story;
    this.#count = story.initial;
    this.ids = Array.from({ length: story.initial }, (_, index) => `initial-${index}`);
  }

  readonly response = ({ url }: Asked): Response => {
    const { placed, leaving, longest } = this.#story.changes[this.#offsets.length] ?? calm;
    if (this.#offsets.length > 500) throw new Error("the walk does not end");
    for (const place of leaving) this.#leave(this.ids[place]);
    for (let count = 0; count < placed; count += 1) this.#place();
    const [limit = 20, offset = 0] = ["limit", "offset"].map((name) => Number(url.searchParams.get(name)));
    this.#offsets.push(offset);
    const page = this.ids.slice(offset, offset + Math.min(limit, longest));
    return json(
      200,
      page.map((id) => order({ id })),
    );
  };

  take(id: string): void {
    this.yielded.push(id);
    if (this.#story.cancelsEach) this.#leave(id);
  }

  ending(): Ending {
    const { initial } = this.#story;
    const first = Array.from({ length: initial }, (_, index) => `initial-${index}`);
    return { yielded: this.yielded, always: first.filter((id) => !this.#lost.has(id)), offsets: this.#offsets };
  }

  #place(): void {
    this.#count += 1;
    const id = `placed-${this.#count}`;
    this.ids = this.#story.newestFirst ? [id, ...this.ids] : [...this.ids, id];
  }

  #leave(id: string | undefined): void {
    if (id === undefined) return;
    this.ids = this.ids.filter((other) => other !== id);
    if (!this.yielded.includes(id)) this.#lost.add(id);
  }
}

async function run(story: Story): Promise<Ending> {
  const server = new ListServer(story);
  const { client } = clientOf(server.response);
  for await (const { id } of client.orders.each({}, { pageSize: story.pageSize })) server.take(id);
  return server.ending();
}

describe("a list that changes while it is read", () => {
  it("gives every order once that is in it all the time, in the order of the list, and ends", async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const { yielded, always } = await run(story);
        expect(yielded).toEqual([...new Set(yielded)]);
        expect(yielded.filter((id) => always.includes(id))).toEqual(always);
      }),
      { numRuns: 500 },
    );
  });

  it("costs a request for each page, and one more to see the end", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), fc.integer({ min: 2, max: 9 }), async (initial, pageSize) => {
        const story = { initial, pageSize, changes: [], newestFirst: false, cancelsEach: false };
        const { offsets } = await run(story);
        expect(offsets).toHaveLength(initial === 0 ? 1 : Math.max(1, Math.ceil((initial - 1) / (pageSize - 1))) + 1);
      }),
    );
  });

  it("goes back no further than a page when an order has left", async () => {
    const changes = [calm, calm, calm, { ...calm, leaving: [0] }];
    const { offsets } = await run({ initial: 21, pageSize: 5, changes, newestFirst: false, cancelsEach: false });
    expect(offsets).toEqual([0, 4, 8, 12, 8, 12, 16, 19]);
  });

  it.each<[string, Story]>([
    [
      "as many orders come in at the front as a page moves on",
      {
        initial: 4,
        pageSize: 3,
        changes: [calm, { ...calm, placed: 2 }],
        newestFirst: true,
        cancelsEach: false,
      },
    ],
    [
      "the page after going back is as short as the last one",
      {
        initial: 5,
        pageSize: 3,
        changes: [
          { ...calm, longest: 2 },
          { ...calm, longest: 2 },
          { ...calm, leaving: [0] },
          { ...calm, longest: 2 },
        ],
        newestFirst: false,
        cancelsEach: false,
      },
    ],
    ["everybody is cancelled", { initial: 20, pageSize: 4, changes: [], newestFirst: false, cancelsEach: true }],
  ])("misses nothing when %s", async (_, story) => {
    const { yielded } = await run(story);
    expect(yielded.filter((id) => id.startsWith("initial"))).toHaveLength(story.initial);
  });

  it("continues where every page holds one order", async () => {
    const { client } = clientOf(({ url }) =>
      json(200, three.slice(Number(url.searchParams.get("offset"))).slice(0, 1)),
    );
    const ids: string[] = [];
    for await (const { id } of client.orders.each()) ids.push(id);
    expect(ids).toEqual(three.map(({ id }) => id));
  });

  it("ends also where the server does not look at the offset", async () => {
    const { client, asked } = clientOf((_, index) => {
      if (index > 50) throw new Error("the walk does not end");
      return json(200, [order({ id: "a" }), order({ id: "b" })]);
    });
    const ids: string[] = [];
    for await (const { id } of client.orders.each()) ids.push(id);
    expect(ids).toEqual(["a", "b"]);
    expect(asked.length).toBeLessThan(20);
  });
});

const three = ["a", "b", "c"].map((id) => order({ id }));

/** Three orders, by offset and limit. */
const respondWithThree = ({ url }: Asked): Response => {
  const offset = Number(url.searchParams.get("offset"));
  return json(200, three.slice(offset, offset + Number(url.searchParams.get("limit"))));
};

describe("the requests", () => {
  const queriesOf = async (query: Parameters<FulfillmentClient["orders"]["each"]>[0], pageSize?: number) => {
    const { client, asked } = clientOf(() => json(200, []));
    for await (const one of client.orders.each(query, { pageSize })) throw new Error(`unexpected ${one.id}`);
    return asked.map(({ url }) => Object.fromEntries(url.searchParams));
  };

  it("request 100 at a time, or the given page size, and never fewer than two", async () => {
    expect(await queriesOf({})).toEqual([{ limit: "100", offset: "0" }]);
    expect(await queriesOf({}, 1000)).toEqual([{ limit: "1000", offset: "0" }]);
    expect(await queriesOf({}, 1)).toEqual([{ limit: "2", offset: "0" }]);
  });

  it("have the filters", async () => {
    expect(await queriesOf({ campaignId: "cmp_1", orderStatus: "SHIPPED" })).toEqual([
      { campaignId: "cmp_1", orderStatus: "SHIPPED", limit: "100", offset: "0" },
    ]);
  });

  it("are sent on demand: none before the first order is read, none after leaving", async () => {
    const { client, asked } = clientOf(respondWithThree);
    const walk = client.orders.each({}, { pageSize: 2 });
    expect(asked).toHaveLength(0);
    for await (const { id } of walk) {
      expect(asked).toHaveLength(id === "c" ? 2 : 1);
      if (id === "c") break;
    }
    expect(asked).toHaveLength(2);
    expect(await walk.next()).toEqual({ done: true, value: undefined });
    expect(asked).toHaveLength(2);
  });

  it("have the headers and the patience of the call", async () => {
    const { client, asked } = clientOf(({ headers }) => json(headers.get("x-trace") === "t-1" ? 200 : 500, []));
    for await (const { id } of client.orders.each({}, { headers: { "X-Trace": "t-1" } })) expect(id).toBe("");
    expect(asked).toHaveLength(1);
  });
});

describe("a walk that cannot go on", () => {
  it("fails with the error of the page, after what came before", async () => {
    const { client } = clientOf((asked, index) =>
      index === 0 ? respondWithThree(asked) : json(500, { message: "no" }),
    );
    const walk = client.orders.each({}, { pageSize: 2 });
    expect([await walk.next(), await walk.next()]).toMatchObject([{ value: { id: "a" } }, { value: { id: "b" } }]);
    expect(await failureOf(walk.next())).toMatchObject({ code: "server" });
  });

  it("stops within a page when it is aborted, with the reason", async () => {
    const { client, asked } = clientOf(respondWithThree);
    const controller = new AbortController();
    const reason = new Error("enough");
    const ids: string[] = [];
    const walk = (async () => {
      for await (const { id } of client.orders.each({}, { signal: controller.signal })) {
        ids.push(id);
        controller.abort(reason);
      }
    })();
    expect(await failureOf(walk)).toBe(reason);
    expect(ids).toEqual(["a"]);
    expect(asked).toHaveLength(1);
  });
});
