// The picture that other sites show with a link to a page: site/public/card.png, which card.ts draws.

export const card = {
  path: "/card.png",
  width: 1200,
  height: 630,
  words: "Waybill: documentation of the Fulfillment Orders and Webhooks API, and of the toolkit behind it.",
} as const;
