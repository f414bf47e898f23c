// What a reference page speaks of -> the guides that explain it.
import type { Element, ElementContent } from "hast";
import { h } from "hastscript";
import type { Operation } from "../../../generators/src/description.ts";

interface Guide {
  readonly label: string;
  readonly path: string;
}

const byStatus: readonly (readonly [status: RegExp, guide: Guide])[] = [
  [/^401$/, { label: "When the status is 401", path: "/guides/authentication/#when-the-status-is-401" }],
  [/^429$/, { label: "When the status is 429", path: "/guides/rate-limits/#when-the-status-is-429" }],
  [/^[45]/, { label: "Errors by their message", path: "/guides/errors/" }],
];

/** Beneath an error: what it means and what to do. */
export function guideOfStatus(status: string): Element[] {
  const guides = byStatus.filter(([pattern]) => pattern.test(status)).slice(0, 1);
  return guides.map(([, guide]) => h("p", { className: "rd-guide" }, ["What to do: ", linkOf(guide)]));
}

/** Above a request: how to be let in, to read a list to its end, to send it once. */
export function guidesOf({ security, query, method, requestBody }: RequestFacts): ElementContent[] {
  const guides: Guide[] = [
    ...(security ? [{ label: "Authentication", path: "/guides/authentication/" }] : []),
    ...(query.some((name) => /^(?:limit|offset|page|page_size|cursor)$/.test(name))
      ? [{ label: "Pagination", path: "/guides/pagination/" }]
      : []),
    ...(method === "post" && requestBody
      ? [{ label: "Send it once", path: "/guides/orders/#send-an-order-once" }]
      : []),
    { label: "Rate limits", path: "/guides/rate-limits/" },
  ];
  const links = guides.flatMap((guide, index): (string | Element)[] => [index === 0 ? "" : ", ", linkOf(guide)]);
  return [h("p", { className: "rd-guide" }, ["Guides: ", ...links, "."])];
}

export interface RequestFacts {
  readonly security: boolean;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  readonly method: string;
  readonly requestBody: boolean;
}

export function factsOf({ security, parameters, method, requestBody, tags }: Operation): RequestFacts {
  return {
    security: security.length > 0,
    query: parameters.flatMap(({ name, in: place }) => (place === "query" ? [name] : [])),
    method,
    // The guide speaks of orders.
    requestBody: requestBody !== null && tags.includes("Orders"),
  };
}

function linkOf({ label, path }: Guide): Element {
  return h("a", { href: path }, label);
}
