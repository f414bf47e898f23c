// A poster as the service has it, but for what a test changes: time is fixed and the connector connects to anything.
import { buildConnector } from "undici";
import { onTestFinished } from "vitest";
import { createPoster, type Outcome, type Poster, type PosterOptions } from "../../src/deliveries/post.ts";

export const secret: string = "whsec_6f0c1d4b9e7a4f52b83d6f0c1d4b9e7a4f52b83d6f0c1d4b9e7a4f52b83d6f0c";

/** 2025-11-03T09:14:27.999Z */
export const moment: number = 1_762_161_267_999;

/** A delivery whose body means nothing. */
export const delivery = { event: "order.created", body: '{"event":"order.created","data":{}}' } as const;

/** Closed when the test has finished. */
export function posterWith(options: Partial<PosterOptions> = {}): Poster {
  const poster = createPoster({
    connect: buildConnector({ allowH2: false }),
    now: () => moment,
    userAgent: "fulfillment-webhooks/1.0.0",
    timeoutMs: 30_000,
    ...options,
  });
  onTestFinished(() => poster.close());
  return poster;
}

/** Posts; once it resolves, the connection may be used again. */
export function postAlone(poster: Poster, url: string): Promise<Outcome> {
  return poster.post({ url, secret }, delivery);
}
