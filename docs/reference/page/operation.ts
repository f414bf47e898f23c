// An operation of the model and what Redoc draws of it -> its page.
import type { Element, ElementContent } from "hast";
import { matches } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import type { Operation } from "../../../generators/src/description.ts";
import { type Description, sourcePath } from "../description/read.ts";
import type { OperationView, ResponseView } from "../redoc/harvest.ts";
import { cleaned } from "./clean.ts";
import { identified, slugOf } from "./ids.ts";
import { firstSentence, pageOf, type ReferencePage } from "./page.ts";
import { credit, decisionsOf, headingOf, linkList, methodOf, samplesOf, splitOf } from "./parts.ts";

export interface OperationPageSource {
  readonly description: Description;
  readonly operation: Operation;
  readonly view: OperationView;
  readonly path: string;
  /** The pages of the events by their names. */
  readonly eventPaths: ReadonlyMap<string, string>;
}

export function operationPage(source: OperationPageSource): ReferencePage {
  const { operation, view, path } = source;
  const title = operation.words.summary ?? operation.id;
  return pageOf({
    path,
    title,
    description: firstSentence(operation.words.description ?? title),
    content: [
      ...introOf(source),
      ...requestOf(view),
      headingOf(2, "Responses"),
      ...view.responses.flatMap((response) => responseOf(response, view.responses)),
      ...eventsOf(source),
      ...decisionsOf(decisionsIn(operation.extensions)),
      credit(),
    ],
  });
}

function introOf({ description, operation }: OperationPageSource): ElementContent[] {
  const source = h("a", { href: sourcePath(description, operation.at) }, "View in the description");
  return [
    h("p", { className: "rd-endpoint" }, [methodOf(operation.method), " ", h("code", operation.path.text)]),
    h("p", { className: "rd-meta" }, ["Operation ", h("code", operation.id), " · ", source]),
  ];
}

function requestOf(view: OperationView): ElementContent[] {
  const nodes = identified(cleaned(view.request), "request").filter((node) => !isHeading(node, "Request"));
  const languages = view.samples.filter(({ language }) => language !== null);
  const payloads = view.samples.filter(({ language }) => language === null);
  const side = [...samplesOf(languages, "Request", "language"), ...samplesOf(payloads, "Body", "example")];
  return [splitOf(nodes, side)];
}

function responseOf(response: ResponseView, all: readonly ResponseView[]): ElementContent[] {
  const id = `response-${response.status}`;
  const nodes = identified(cleaned(response.html), id).filter((node) => !isHeading(node, "Responses"));
  return [
    h("section", { className: "rd-response" }, [
      h(
        "h3",
        { id },
        h("a", { className: "rd-anchor", href: `#${id}` }, [
          h("span", { className: `rd-status rd-status-${response.status.charAt(0)}` }, response.status),
        ]),
      ),
      splitOf(
        withoutRepeats(nodes, all.indexOf(response) === 0 ? [] : all.slice(0, all.indexOf(response))),
        samplesOf(response.samples, "Body", "example"),
      ),
    ]),
  ];
}

function withoutRepeats(nodes: readonly ElementContent[], _before: readonly ResponseView[]): ElementContent[] {
  return [...nodes];
}

function isHeading(node: ElementContent, text: string): boolean {
  return node.type === "element" && matches(".rd-heading", node) && textOf(node).trim() === text;
}

function eventsOf({ operation, eventPaths }: OperationPageSource): ElementContent[] {
  const names = stringsIn(operation.extensions["x-waybill-events"]);
  const links = names.flatMap((name): { path: string; content: (string | Element)[] }[] => {
    const path = eventPaths.get(name);
    return path === undefined ? [] : [{ path, content: [h("code", name)] }];
  });
  if (links.length === 0) return [];
  return [
    headingOf(2, "Events it causes"),
    h("p", "When this succeeds, subscriptions that ask for it receive:"),
    linkList(links),
  ];
}

export function decisionsIn(extensions: Readonly<Record<string, unknown>>): string[] {
  return stringsIn(extensions["x-waybill-open-decisions"]);
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function operationPath(operation: Operation): string {
  return `/reference/http/${slugOf(operation.tags[0] ?? "operations")}/${slugOf(operation.id)}/`;
}
