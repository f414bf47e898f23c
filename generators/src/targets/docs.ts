// The texts of a description about a thing, as the doc comment of the code generated from it.
import type { Doc, DocTag } from "../emit/index.ts";
import type { Header, Operation, Parameter, Words } from "../model/http.ts";
import { displayOf, type Location } from "../model/place.ts";
import type { Annotations, Schema } from "../model/schema.ts";
import { sentMethodOf } from "./http/method.ts";
import type { ApiContext } from "./target.ts";

/** The doc of a declaration generated from a schema. `name`: the declared name, which a title need not repeat. */
export function docOf(schema: Pick<Schema, "annotations" | "at">, name = ""): Doc {
  const { description, tags } = memberDocOf(schema, name);
  return { description, tags: [...tags, ...sourceTag(schema.at)] };
}

/** The doc of a member inside a declaration: the same texts without the location, which the declaration has. */
export function memberDocOf({ annotations }: Pick<Schema, "annotations">, name = ""): Required<Doc> {
  const title = annotations.title ?? "";
  const isSaid = title !== "" && (saysSame(title, name) || saysSame(`${title} body`, name));
  return {
    description: paragraphsOf([
      isSaid ? null : annotations.title,
      annotations.description,
      valuesOf(annotations.enumDescriptions),
    ]),
    tags: tagsOf(annotations),
  };
}

/** The doc of an operation, a parameter or another thing with its own texts. */
export function docOfWords(documentation: Partial<Words>, at: Location | null): Doc {
  return {
    description: paragraphsOf([documentation.summary, documentation.description]),
    tags: [...(documentation.deprecated === true ? [deprecated] : []), ...sourceTag(at)],
  };
}

/** The doc of what calls or serves an operation. The method and path come first: editors show the first line. */
export function docOfOperation(operation: Pick<Operation, "method" | "path" | "trigger" | "words" | "at">): Doc {
  const { words, at } = operation;
  const summary = summaryLineOf(words);
  const doc = docOfWords(summary === "" ? words : { ...words, summary: null }, at);
  const { description } = routeDocOf(operation);
  return {
    ...doc,
    description: paragraphsOf([description, saysSame(summary, doc.description) ? null : doc.description]),
  };
}

/** Empty without a summary, or one of several lines. */
function summaryLineOf({ summary }: Partial<Words>): string {
  return /^.*$/.exec(summary?.trim() ?? "")?.[0] ?? "";
}

/** The targets that can have the texts of operations, in the order of preference: a call's, a handler's, the type of a request. */
const textTargets = ["client", "server", "types"] as const;

/** The doc of an operation in one of these targets: each text is in one of them, and the others refer to the description. */
export function operationDocIn(
  target: (typeof textTargets)[number],
  operation: Parameters<typeof docOfOperation>[0],
  { targets }: Pick<ApiContext, "targets">,
): Doc {
  const first = textTargets.find((one) => targets.has(one));
  return first === target ? docOfOperation(operation) : referenceTo(operation);
}

/** The doc of what else is generated for an operation: where its text is. */
export function referenceTo({ words, at }: Pick<Operation, "words" | "at">): Doc {
  return docOfWords({ deprecated: words.deprecated }, at);
}

/** The doc of an operation as data: its method, path and summary, which editors show where it is sent. */
export function routeDocOf(operation: Pick<Operation, "method" | "path" | "trigger" | "words">): Doc {
  const summary = summaryLineOf(operation.words);
  const description = `${routeTextOf(operation)}${summary === "" ? "" : `: ${summary}`}`;
  return { description, tags: operation.words.deprecated ? [deprecated] : [] };
}

/** The doc of a parameter: its own texts, and those of its schema about values. */
export function parameterDocOf(parameter: Pick<Parameter, "words" | "schema">): Doc {
  const { words, schema } = parameter;
  const parameterDoc = docOfWords(words, null);
  const meanings = valuesOf(schema.annotations.enumDescriptions);
  const description = paragraphsOf([
    parameterDoc.description === "" ? schema.annotations.description : parameterDoc.description,
    meanings,
  ]);
  const tags = tagsOf({ ...schema.annotations, deprecated: words.deprecated || schema.annotations.deprecated });
  return { description, tags };
}

/** The doc of a response header. */
export function headerDocOf({ description, schema }: Pick<Header, "description" | "schema">): Doc {
  return parameterDocOf({ words: { summary: null, description, deprecated: false }, schema });
}

/** The method and path of an operation, as code in a doc comment: `GET /v1/orders`. */
export function routeTextOf({ method, path, trigger }: Pick<Operation, "method" | "path" | "trigger">): string {
  if (trigger !== null) return `\`${sentMethodOf({ method })}\` of the ${trigger.kind} \`${path.text}\``;
  return `\`${sentMethodOf({ method })} ${path.text}\``;
}

/** A doc comment of one text, and of the location in the description that the declaration comes from. */
export function docOfText(text: string, at: Location | null = null): Doc {
  return { description: text, tags: sourceTag(at) };
}

/** `@see spec/schemas/order.yaml#/properties/id` */
function sourceTag(at: Location | null): DocTag[] {
  return at === null ? [] : [{ tagName: "see", text: displayOf(at) }];
}

const deprecated: DocTag = { tagName: "deprecated", text: "" };

function tagsOf(annotations: Annotations): DocTag[] {
  const tags: DocTag[] = [];
  if (annotations.deprecated) tags.push(deprecated);
  if (annotations.default !== null) tags.push({ tagName: "default", text: JSON.stringify(annotations.default.value) });
  if (annotations.readOnly) tags.push({ tagName: "remarks", text: "Read-only: in responses, not in requests." });
  if (annotations.writeOnly) tags.push({ tagName: "remarks", text: "Write-only: in requests, not in responses." });
  return tags;
}

/** The meaning of each value of an enum, as a list. */
function valuesOf(meanings: Readonly<Record<string, string>>): string {
  return Object.entries(meanings)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning.replaceAll("\n", "\n  ")}`)
    .join("\n");
}

/** Texts as paragraphs, without repetitions. */
function paragraphsOf(texts: readonly (string | null | undefined)[]): string {
  const paragraphs: string[] = [];
  for (const text of texts) {
    const trimmed = text?.trim() ?? "";
    if (trimmed !== "" && !paragraphs.some((earlier) => saysSame(earlier, trimmed))) paragraphs.push(trimmed);
  }
  return paragraphs.join("\n\n");
}

/** Only letters and digits count: `Order status` and `OrderStatus` are the same text. */
function saysSame(one: string, other: string): boolean {
  return squash(one) === squash(other);
}

function squash(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
