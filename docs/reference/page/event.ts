// A message of the model and what Redoc draws of it -> its page.
import type { ElementContent } from "hast";
import { matches } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Message } from "../../../generators/src/description.ts";
import type { Json } from "../description/json.ts";
import type { MessageView } from "../redoc/harvest.ts";
import { cleaned } from "./clean.ts";
import { deliveryBlock, typescriptBlock } from "./code.ts";
import { identified } from "./ids.ts";
import type { PageContent } from "./page.ts";
import { firstSentence } from "./page.ts";
import {
  blocksOf,
  credit,
  decisionsIn,
  decisionsOf,
  headingOf,
  linkList,
  metaOf,
  type PageLink,
  splitOf,
  withoutRequired,
} from "./parts.ts";

export interface EventSource {
  readonly message: Message;
  readonly view: MessageView;
  readonly path: string;
  /** Where the description says it. */
  readonly source: string;
  /** Operations that cause the event when they succeed. */
  readonly causes: readonly PageLink[];
  readonly examples: readonly DeliveryExample[];
  /** Who gets it when no one can subscribe to it, in words; `null` when one can. */
  readonly recipient: string | null;
  /** A program that handles the event. */
  readonly handler: string;
  /** What else makes it fire, in words. */
  readonly occasions: readonly string[];
  /** How a delivery is signed: the description of the security scheme. */
  readonly signature: string | null;
}

export interface DeliveryExample {
  readonly name: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly payload: Json;
}

export function eventPage(source: EventSource): PageContent {
  const { message, view, path } = source;
  const nodes = payloadFirst(withoutRequired(identified(cleaned(view.html), "message"))).filter(
    (node) => !isMenu(node),
  );
  return {
    path,
    title: message.title ?? message.eventName,
    description: firstSentence(message.summary ?? message.description ?? message.eventName),
    content: [
      h("p", { className: "rd-endpoint" }, [
        h("span", { className: "rd-method rd-method-event" }, "EVENT"),
        " ",
        h("code", message.eventName),
      ]),
      metaOf("Message", message.key, source.source),
      splitOf(nodes, deliverySamples(source)),
      ...recipientsOf(source),
      ...signatureOf(source),
      ...causesOf(source),
      ...decisionsOf(decisionsIn(message.extensions)),
      credit(),
    ],
  };
}

/** What a receiver gets, byte for byte but for the space in the JSON, and a program that takes it. */
function deliverySamples({ examples, handler }: EventSource): ElementContent[] {
  const deliveries = examples.map(({ name, headers, payload }) => ({
    name: examples.length === 1 ? "Delivery" : `Delivery: ${name}`,
    block: deliveryBlock(headers, payload),
  }));
  return blocksOf([...deliveries, { name: "TypeScript", block: typescriptBlock(handler) }], {
    title: "Example",
    group: "example",
  });
}

/** A receiver reads the body; headers are for what verifies it. */
function payloadFirst(nodes: readonly ElementContent[]): ElementContent[] {
  const parts: Record<"intro" | "Headers" | "Payload", ElementContent[]> = { intro: [], Headers: [], Payload: [] };
  let part: keyof typeof parts = "intro";
  for (const node of nodes) {
    if (node.type === "element" && matches(".rd-part", node)) {
      part = /^Headers?/.test(textOf(node).trim()) ? "Headers" : "Payload";
    }
    parts[part].push(node);
  }
  return [...parts.intro, ...parts.Payload, ...parts.Headers];
}

function recipientsOf({ recipient, message }: EventSource): ElementContent[] {
  const words =
    recipient === null
      ? [
          "Each active subscription that lists ",
          h("code", message.eventName),
          ". ",
          h("a", { href: "/guides/webhooks/#subscribe" }, "Subscribe to events"),
          ".",
        ]
      : [recipient, " You cannot subscribe to it."];
  return [headingOf(2, "Who receives it"), h("p", words)];
}

/** The content above Redoc's menu of messages: a page has one message. */
function isMenu(node: ElementContent): boolean {
  return (
    node.type === "element" && node.tagName === "p" && /one of.*the following messages:$/s.test(textOf(node).trim())
  );
}

function signatureOf({ signature }: EventSource): ElementContent[] {
  if (signature === null) return [];
  const guide = h("a", { href: "/guides/webhooks/#verify" }, "Verify a delivery");
  return [
    headingOf(2, "Signature"),
    h(
      "p",
      "Every delivery is signed with the secret of its subscription. Check the signature before you believe the body.",
    ),
    h("p", [guide, " in six languages, over the raw bytes."]),
  ];
}

function causesOf({ causes, occasions }: EventSource): ElementContent[] {
  if (causes.length + occasions.length === 0) return [];
  return [
    headingOf(2, "What causes it"),
    ...(causes.length > 0 ? [linkList(causes.map(({ label, path }) => ({ path, content: [label] })))] : []),
    ...(occasions.length > 0
      ? [
          h(
            "ul",
            { className: "rd-links" },
            occasions.map((words) => h("li", words)),
          ),
        ]
      : []),
  ];
}
