// A schema and what Redoc draws of it -> its page.
import type { Element, ElementContent } from "hast";
import { toString as textOf } from "hast-util-to-string";
import { h } from "hastscript";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toHast } from "mdast-util-to-hast";
import type { Json } from "../description/json.ts";
import { type JsonObject, textAt } from "../description/json.ts";
import { cleaned } from "./clean.ts";
import { jsonBlock } from "./code.ts";
import { identified } from "./ids.ts";
import { firstSentence, type PageContent } from "./page.ts";
import {
  credit,
  decisionsIn,
  decisionsOf,
  headingOf,
  isHeading,
  linkList,
  metaOf,
  type PageLink,
  splitOf,
} from "./parts.ts";

export interface SchemaSource {
  readonly name: string;
  readonly schema: JsonObject;
  readonly html: string;
  readonly path: string;
  readonly source: string | null;
  /** Operations and events that speak of it. */
  readonly users: readonly PageLink[];
  /** A value that the description gives as an example of it. */
  readonly example: Json | undefined;
}

export function schemaPage({ name, schema, html, path, source, users, example }: SchemaSource): PageContent {
  const nodes = identified(cleaned(html), "schema").filter((node) => !isHeading(node));
  const title = textAt(schema, ["title"]) ?? name;
  const words = textAt(schema, ["description"]);
  // Of an array of named values Redoc shows only what the values are.
  const lead =
    words !== null && !nodes.some((node) => node.type === "element" && isIn(words, node)) ? proseOf(words) : [];
  return {
    path,
    title,
    description: firstSentence(textAt(schema, ["description"]) ?? `The schema ${name}.`),
    content: [
      metaOf("Schema", name, source),
      splitOf([...lead, ...nodes], example === undefined ? [] : [figureOf(example)]),
      ...(users.length === 0
        ? []
        : [
            headingOf(2, "Where it is used"),
            linkList(users.map(({ label, path: to }) => ({ path: to, content: [label] }))),
          ]),
      ...decisionsOf(decisionsIn(schema)),
      credit(),
    ],
  };
}

/** Whether a piece of the page has the first words of a text. */
function isIn(words: string, node: Element): boolean {
  const start = firstSentence(words);
  return textOf(node).replaceAll(/\s+/g, " ").includes(start);
}

function figureOf(example: Json): ElementContent {
  return h("figure", { className: "rd-sample" }, [h("figcaption", "Example"), jsonBlock(example)]);
}

/** Markdown -> HTML. HTML within the Markdown is left out. */
function proseOf(markdown: string): ElementContent[] {
  const tree = toHast(fromMarkdown(markdown));
  return "children" in tree ? tree.children.flatMap((node) => (node.type === "element" ? [node] : [])) : [];
}
