// A schema and what Redoc draws of it -> its page.
import type { ElementContent } from "hast";
import { matches } from "hast-util-select";
import { h } from "hastscript";
import type { Json } from "../description/json.ts";
import { type JsonObject, textAt } from "../description/json.ts";
import { cleaned } from "./clean.ts";
import { jsonBlock } from "./code.ts";
import { identified } from "./ids.ts";
import { firstSentence, type PageContent } from "./page.ts";
import { credit, decisionsIn, decisionsOf, headingOf, linkList, metaOf, type PageLink, splitOf } from "./parts.ts";

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
  const nodes = identified(cleaned(html), "schema").filter((node) => !isTitle(node));
  const title = textAt(schema, ["title"]) ?? name;
  return {
    path,
    title,
    description: firstSentence(textAt(schema, ["description"]) ?? `The schema ${name}.`),
    content: [
      metaOf("Schema", name, source),
      splitOf(nodes, example === undefined ? [] : [figureOf(example)]),
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

function figureOf(example: Json): ElementContent {
  return h("figure", { className: "rd-sample" }, [h("figcaption", "Example"), jsonBlock(example)]);
}

function isTitle(node: ElementContent): boolean {
  return node.type === "element" && matches(".rd-heading", node);
}
