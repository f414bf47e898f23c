// A message of the model and what Redoc draws of it -> its page.
import type { ElementContent } from "hast";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Message } from "../../../generators/src/description.ts";
import type { MessageView } from "../redoc/harvest.ts";
import { cleaned } from "./clean.ts";
import { identified } from "./ids.ts";
import type { PageContent } from "./page.ts";
import { firstSentence } from "./page.ts";
import {
  credit,
  decisionsIn,
  decisionsOf,
  headingOf,
  linkList,
  metaOf,
  type PageLink,
  samplesOf,
  splitOf,
} from "./parts.ts";

export interface EventSource {
  readonly message: Message;
  readonly view: MessageView;
  readonly path: string;
  /** Where the description says it. */
  readonly source: string;
  /** Operations that cause the event when they succeed. */
  readonly causes: readonly PageLink[];
  /** What else makes it fire, in words. */
  readonly occasions: readonly string[];
  /** How a delivery is signed: the description of the security scheme. */
  readonly signature: string | null;
}

export function eventPage(source: EventSource): PageContent {
  const { message, view, path } = source;
  const nodes = identified(cleaned(view.html), "message").filter((node) => !isMenu(node));
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
      splitOf(nodes, samplesOf(view.samples, "Example", "example")),
      ...signatureOf(source),
      ...causesOf(source),
      ...decisionsOf(decisionsIn(message.extensions)),
      credit(),
    ],
  };
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
