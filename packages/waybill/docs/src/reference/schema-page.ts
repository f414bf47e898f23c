// A schema with a name -> its page.

import { childrenOf, type Example, everyOperationOf, type NamedSchema, type Schema } from "waybill/description";
import { worded } from "../../site/words/worded.ts";
import type { Block, Inline, Page } from "../blocks/block.ts";
import { firstSentence } from "../blocks/prose.ts";
import { deprecation, heading, metaLine, type ReferenceContext } from "./context.ts";
import { eventTitle } from "./messaging-parts.ts";
import { titleOf } from "./operation-page.ts";
import { examplesOf } from "./samples.ts";
import { bodyBlocks, type Side } from "./schema-blocks.ts";
import type { SiteMap } from "./site-map.ts";
import { externalDocsBlocks } from "./written.ts";

/** Where the values of schemas occur, by the path of a schema's page. */
export interface Occurrences {
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  readonly sides: ReadonlyMap<string, Side>;
}

export function schemaPage(named: NamedSchema, { uses, sides }: Occurrences, context: ReferenceContext): Page {
  const { map } = context;
  const { schema, name, at } = named;
  const path = map.ofSchema(named) ?? map.schemas;
  const users = uses.get(path) ?? [];
  const examples = examplesOf(schema, examplesIn(named, map));
  const added = context.additions?.schema?.(named, map) ?? {};
  const described = firstSentence(schema.annotations.description ?? schema.annotations.title);
  return {
    path,
    title: map.titleOf(named),
    description: described || worded("The schema {name}.", context.words, { name }),
    isTitleOnly: described === "",
    kind: "schema",
    intro: [...deprecation(schema.annotations.deprecated, "schema"), metaLine("Schema", name, at, context)],
    main: [
      ...externalDocsBlocks(at),
      ...(added.before ?? []),
      ...bodyBlocks(schema, { map, side: sides.get(path) ?? "schema", anchor: "property", within: named }),
      ...userBlocks(users),
      ...(added.after ?? []),
    ],
    aside: [
      ...examples.map(
        ({ name: label, value }): Block => ({
          kind: "samples",
          title: "Example",
          group: "example",
          tabs: [{ label: label || "Example", language: "json", text: JSON.stringify(value, null, 2) }],
        }),
      ),
      ...(added.aside ?? []),
    ],
  };
}

/** Where it has none of its own: those of the first body that is just this schema. */
function examplesIn({ identity, schema }: NamedSchema, { api }: SiteMap): readonly Example[] {
  if (schema.annotations.examples.length > 0) return [];
  const bodies = everyOperationOf(api.http).flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
  const exampleBody = bodies.find(
    (body) => body.schema.kind === "ref" && body.schema.target.identity === identity && body.examples.length > 0,
  );
  return exampleBody?.examples.slice(0, 1) ?? [];
}

interface Use {
  readonly href: string;
  readonly text: string;
}

function userBlocks(users: readonly Use[]): Block[] {
  if (users.length === 0) return [];
  const items = users.map((use): Inline[] => [use]);
  const list: Block = { kind: "list", items };
  return [
    heading("Used by", "used-by"),
    users.length > 20 ? { kind: "details", summary: [`${users.length} pages`], blocks: [list] } : list,
  ];
}

/** By the path of a schema: the pages whose values have it directly. */
export function usesOf(map: SiteMap): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  const note = (schemas: readonly Schema[], use: Use): void => {
    for (const path of referredIn(schemas, map)) {
      if (path === use.href) continue;
      uses.set(path, [...(uses.get(path) ?? []), use]);
    }
  };
  for (const operation of everyOperationOf(map.api.http)) {
    const bodies = [operation.requestBody?.content ?? [], ...operation.responses.map(({ content }) => content)].flat();
    const others = [...operation.parameters, ...operation.responses.flatMap(({ headers }) => headers)];
    note([...bodies.map(({ schema, item }) => item?.schema ?? schema), ...others.map(({ schema }) => schema)], {
      href: map.ofOperation(operation),
      text: titleOf(operation),
    });
  }
  for (const message of map.api.messaging?.messages ?? [])
    note([message.payload, ...(message.headers === null ? [] : [message.headers])], {
      href: map.ofMessage(message),
      text: eventTitle(message),
    });
  for (const named of map.named)
    note([named.schema], { href: map.ofSchema(named) ?? map.schemas, text: map.titleOf(named) });
  return uses;
}

function referredIn(schemas: readonly Schema[], map: SiteMap): Set<string> {
  const referencedPaths = new Set<string>();
  const visit = (schema: Schema): void => {
    if (schema.kind === "ref") {
      const path = map.ofSchema(schema.target);
      if (path !== null) referencedPaths.add(path);
    } else for (const child of childrenOf(schema)) visit(child);
  };
  for (const schema of schemas) visit(schema);
  return referencedPaths;
}
