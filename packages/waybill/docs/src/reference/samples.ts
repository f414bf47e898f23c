// Samples and examples of the model -> tabs of code.
import {
  type Example,
  eventTextOf,
  isJson,
  itemsOfExample,
  type Json,
  type MediaType,
  type Operation,
  type Schema,
  type StreamItem,
  sampledItemsOf,
  sampleOf,
} from "waybill/description";
import { sampleLabels, withAddress } from "waybill/plugin";
import type { Block, Samples } from "../blocks/block.ts";
import { addressOf, type ReferenceContext } from "./context.ts";
import { writtenSamples } from "./written.ts";

/** How the operation is called, with the address of the API filled in. */
export function requestSamples(operation: Operation, { samplesOf }: ReferenceContext): Block[] {
  const address = addressOf(operation.servers[0]);
  const { sources, missing } = samplesOf(operation);
  // Its author's come first, each in place of the one in its language.
  const authored = writtenSamples(operation);
  const written = new Set(authored.flatMap(({ label, language }) => [label.toLowerCase(), language]));
  const generated = sources.map(({ language, source }) => ({
    label: sampleLabels[language],
    language,
    text: withInstall(address === "" ? source : withAddress(source, address), language),
  }));
  const tabs = distinct([
    ...authored,
    ...generated.filter(({ label, language }) => !written.has(label.toLowerCase()) && !written.has(language)),
  ]);
  const reasons = [...new Set(missing.map(({ reason }) => reason))];
  const notes: Block[] = reasons.map((reason) => ({
    kind: "line",
    tone: "meta",
    content: [
      "No sample in ",
      {
        text: missing
          .filter((one) => one.reason === reason)
          .map(({ language }) => sampleLabels[language])
          .join(", "),
      },
      { text: `: ${reason}` },
    ],
  }));
  return [
    ...(tabs.length === 0 ? [] : [{ kind: "samples" as const, title: "Request", group: "language" as const, tabs }]),
    ...notes,
  ];
}

/** A body that a sample has whole is not repeated beneath it. */
export function unsentExamples(title: string, content: readonly MediaType[], sources: readonly Block[]): Samples[] {
  const texts = sources.flatMap((block) => (block.kind === "samples" ? block.tabs.map(({ text }) => text) : []));
  const packed = texts.map(unspaced);
  return exampleSamples(title, content).flatMap((samples) => {
    const tabs = samples.tabs.filter(({ text }) => !packed.some((sample) => sample.includes(unspaced(text))));
    return tabs.length === 0 ? [] : [{ ...samples, tabs }];
  });
}

/** The same for a body in a program, whose lines break elsewhere. */
export function unspaced(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/** Packages that a program imports are named above it. */
function withInstall(source: string, language: string): string {
  if (language !== "typescript") return source;
  const names = [...source.matchAll(/^import .* from "((?:@[\w-]+\/)?[\w-]+)";$/gm)].map(([, name]) => name);
  return names.length === 0 ? source : `// npm install ${[...new Set(names)].join(" ")}\n${source}`;
}

/** The examples of a body; where it has none, one that its schema accepts. */
export function exampleSamples(title: string, content: readonly MediaType[]): Samples[] {
  const isSeveral = content.length > 1;
  const tabs = content.flatMap((media) => {
    const { item } = media;
    const namedValues = item === null ? examplesOf(media.schema, media.examples) : streamExamplesOf({ ...media, item });
    return namedValues.map(({ name, value }) => ({
      label: [isSeveral ? media.type : "", name].filter((part) => part !== "").join(" · ") || title,
      language: isJson(media.type) || typeof value !== "string" ? "json" : languageOf(media.type),
      text: typeof value === "string" && !isJson(media.type) ? value : JSON.stringify(value, null, 2),
    }));
  });
  return tabs.length === 0 ? [] : [{ kind: "samples", title, group: "example", tabs: distinct(tabs) }];
}

type StreamMedia = MediaType & { readonly item: StreamItem };

/** As they are on the wire. */
function streamExamplesOf(media: StreamMedia): NamedValue[] {
  const { examples, item } = media;
  const textOf = (value: Json): Json => {
    const items = typeof value === "string" ? null : itemsOfExample(value, media);
    return items === null ? value : wireTextOf(media, items);
  };
  if (examples.length > 0)
    return examplesOf(item.schema, examples).map((one) => ({ ...one, value: textOf(one.value) }));
  const sample = sampledItemsOf(media, { all: true, places: 150 });
  return sample.ok && Array.isArray(sample.value) ? [{ name: "", value: wireTextOf(media, sample.value) }] : [];
}

function wireTextOf({ body, item }: StreamMedia, items: readonly Json[]): string {
  const isEvents = body === "events";
  const texts = items.map((one) => (isEvents ? eventTextOf(item, Object(one)) : `${JSON.stringify(one)}\n`));
  return texts.join("").trimEnd();
}

function distinct(tabs: Samples["tabs"]): Samples["tabs"] {
  const seen = new Map<string, number>();
  return tabs.map((tab) => {
    const count = (seen.get(tab.label) ?? 0) + 1;
    seen.set(tab.label, count);
    return count === 1 ? tab : { ...tab, label: `${tab.label} ${count}` };
  });
}

function languageOf(type: string): string {
  if (/\bxml\b/.test(type)) return "xml";
  if (/\bhtml\b/.test(type)) return "html";
  return /\byaml\b/.test(type) ? "yaml" : "plaintext";
}

export interface NamedValue {
  /** Empty for the only one. */
  readonly name: string;
  readonly value: Json;
}

export function examplesOf(schema: Schema, examples: readonly Example[]): NamedValue[] {
  if (examples.length > 0)
    return examples.map(({ name, summary, value }) => ({
      name: summary ?? (examples.length === 1 ? "" : name),
      value: value.value,
    }));
  const schemaExamples = notedOn(schema);
  if (schemaExamples.length > 0)
    return schemaExamples.map((value, at) => ({ name: schemaExamples.length === 1 ? "" : `Example ${at + 1}`, value }));
  if (schema.kind === "any") return [];
  const sample = sampleOf(schema, { all: true, places: 150 });
  return sample.ok ? [{ name: "", value: sample.value }] : [];
}

function notedOn(schema: Schema): Json[] {
  const annotatedExamples = schema.annotations.examples.map(({ value }) => value);
  return annotatedExamples.length === 0 && schema.kind === "ref" ? notedOn(schema.target.schema) : annotatedExamples;
}
