// An operation of the model and what Redoc draws of it -> its page.
import { STATUS_CODES } from "node:http";
import type { Element, ElementContent } from "hast";
import { matches } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Operation } from "../../../generators/src/description.ts";
import type { TryIt } from "../description/try-it.ts";
import type { OperationView } from "../redoc/harvest.ts";
import { cleaned } from "./clean.ts";
import { factsOf, guideOfStatus, guidesOf } from "./guides.ts";
import { identified } from "./ids.ts";
import { firstSentence, type PageContent } from "./page.ts";
import {
  addressOf,
  credit,
  decisionsIn,
  decisionsOf,
  headingOf,
  isHeading,
  linkList,
  metaOf,
  methodOf,
  type PageLink,
  samplesOf,
  splitOf,
} from "./parts.ts";
import { responseSections } from "./response.ts";

export interface OperationSource {
  readonly operation: Operation;
  readonly view: OperationView;
  readonly path: string;
  /** Where requests go: `https://api.waybill.example`; empty when the description does not say. */
  readonly server: string;
  /** Where the description says it. */
  readonly source: string;
  readonly events: readonly CausedEvent[];
  /** By status: what the description says can be done with the answer. */
  readonly next: ReadonlyMap<string, readonly NextStep[]>;
  /** The same request with other methods. */
  readonly siblings: readonly (PageLink & { readonly method: string })[];
  /** What has to be sent to be let in, in words. */
  readonly security: readonly ElementContent[];
  /** `null` when no form can send it. */
  readonly tryIt: TryIt | null;
}

export interface CausedEvent extends PageLink {
  /** Who gets it, in words, when no one can subscribe to it; `null` when every subscription that asks for it does. */
  readonly recipient: string | null;
}

export interface NextStep extends PageLink {
  readonly description: string | null;
}

export function operationPage(source: OperationSource): PageContent {
  const { operation, view, path } = source;
  const title = operation.words.summary ?? operation.id;
  return {
    path,
    title,
    description: firstSentence(operation.words.description ?? title),
    content: [
      addressOf([methodOf(operation.method)], source.server, operation.path.text),
      metaOf("Operation", operation.id, source.source),
      jumpsOf(view),
      ...(source.tryIt === null ? [] : [formPlaceOf(source.tryIt)]),
      requestOf(view, { security: source.security, guides: guidesOf(factsOf(operation)) }),
      headingOf(2, "Responses"),
      ...responseSections(
        view.responses.map((response) => ({
          view: response,
          phrase: STATUS_CODES[response.status] ?? null,
          after: [...guideOfStatus(response.status), ...nextOf(source.next.get(response.status) ?? [])],
        })),
      ),
      ...view.rest.flatMap((html) => identified(cleaned(html), "more")),
      ...siblingsOf(source),
      ...eventsOf(source),
      ...decisionsOf(decisionsIn(operation.extensions)),
      credit(),
    ],
  };
}

/** The button; site/scripts/try-it.ts opens the form below it. */
function formPlaceOf(tryIt: TryIt): Element {
  return h("div", { className: "rd-try", "data-try": JSON.stringify(tryIt), "data-needs-script": "" }, [
    h("button", { type: "button", className: "rd-try-open", "aria-expanded": "false" }, "Try it"),
  ]);
}

/** To each answer, over what may be a long list of fields. */
function jumpsOf({ responses }: OperationView): Element {
  const links = responses.map(({ status }) => h("a", { href: `#response-${status}` }, status));
  return h("p", { className: "rd-jump" }, [
    h("a", { href: "#responses" }, "Responses"),
    ...links.flatMap((link) => [" ", link]),
  ]);
}

function requestOf(
  view: OperationView,
  { security, guides }: { security: readonly ElementContent[]; guides: readonly ElementContent[] },
): Element {
  const nodes = identified(cleaned(view.request), "request").filter(
    (node) => !(isHeading(node) && textOf(node).trim() === "Request"),
  );
  const first = nodes.findIndex((node) => node.type === "element" && matches(".rd-part", node));
  const end = first === -1 ? nodes.length : first;
  const languages = view.samples.filter(({ language }) => language !== null);
  const payloads = view.samples.filter(({ language }) => language === null);
  const side = [...samplesOf(languages, "Request", "language"), ...samplesOf(payloads, "Body", "example")];
  return splitOf([...nodes.slice(0, end), ...security, ...guides, ...nodes.slice(end)], side);
}

/** The links of the description: what can be asked next with what this answer holds. */
function nextOf(steps: readonly NextStep[]): ElementContent[] {
  if (steps.length === 0) return [];
  const items = steps.map(({ label, path, description }) =>
    h("li", [h("a", { href: path }, label), ...(description === null ? [] : [`: ${description}`])]),
  );
  return [
    h("p", { className: "rd-part" }, h("span", { className: "rd-part-name" }, "What to do next")),
    h("ul", { className: "rd-links" }, items),
  ];
}

function siblingsOf({ siblings }: OperationSource): ElementContent[] {
  if (siblings.length === 0) return [];
  return [
    headingOf(2, "The same with other methods"),
    linkList(siblings.map(({ label, path, method }) => ({ path, content: [methodOf(method), " ", label] }))),
  ];
}

function eventsOf({ events }: OperationSource): ElementContent[] {
  if (events.length === 0) return [];
  const subscribed = events.filter(({ recipient }) => recipient === null);
  const others = events.filter(({ recipient }) => recipient !== null);
  return [
    headingOf(2, "Events it causes"),
    ...(subscribed.length === 0
      ? []
      : [
          h("p", "When this succeeds, each subscription that asks for it receives:"),
          linkList(subscribed.map(({ label, path }) => ({ path, content: [h("code", label)] }))),
        ]),
    ...others.map(({ label, path, recipient }) =>
      h("p", ["When this succeeds, ", h("a", { href: path }, h("code", label)), ` is sent. ${recipient}`]),
    ),
  ];
}
