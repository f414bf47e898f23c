// The picture that other sites show with a link to a page: site/public/card.png, which site/card.ts draws.

export interface Card {
  /** Absolute, as Open Graph wants it. */
  readonly address: string;
  readonly width: number;
  readonly height: number;
  /** What is to be seen on it. */
  readonly words: string;
}

export function cardOf(site: string, base: string): Card {
  return {
    address: `${site.replace(/\/$/, "")}${base}card.png`,
    width: 1200,
    height: 630,
    words: "Waybill: documentation of the Fulfillment Orders and Webhooks API, and of the toolkit behind it.",
  };
}
