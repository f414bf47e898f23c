// What documents say that changes no code: external documentation, contact, licence, terms, and the extensions that Redoc's authors know.
import { type Example, type HttpApi, type Json, type Location, type Operation, valueAt } from "waybill/description";
import type { Block, Inline, Line, Samples } from "../blocks/block.ts";
import { escaped } from "../finish/tags.ts";

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function listIn(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function textIn(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** `externalDocs` of what is there. */
export function externalDocsBlocks(at: Location): Block[] {
  return linkBlocks(membersOf(valueAt(at)));
}

function linkBlocks(owner: Members): Block[] {
  const { url, description } = membersOf(owner["externalDocs"]);
  const href = textIn(url);
  return href === null ? [] : [{ kind: "line", content: ["See also: ", { href, text: textIn(description) ?? href }] }];
}

/** A line each for the logo, contact, licence, terms and documentation of a document. */
export function infoBlocks(document: Location): Block[] {
  const root = membersOf(valueAt(document));
  const info = membersOf(root["info"]);
  const [contact, license, logo] = [info["contact"], info["license"], info["x-logo"]].map(membersOf);
  const lines: Line[] = [
    labelled(
      "Contact",
      linkOf(contact?.["name"], contact?.["url"]),
      linkOf(contact?.["email"], mailOf(contact?.["email"])),
    ),
    labelled(
      "License",
      linkOf(license?.["name"], license?.["url"]),
      license?.["identifier"] === license?.["name"] ? null : linkOf(license?.["identifier"], null),
    ),
    labelled("Terms of service", linkOf(info["termsOfService"], info["termsOfService"])),
  ];
  const image = textIn(logo?.["url"]);
  const alt = textIn(logo?.["altText"]) ?? "Logo";
  return [
    // As high before it has arrived.
    ...(image === null
      ? []
      : [
          {
            kind: "prose",
            markdown: `<img src="${escaped(image)}" alt="${escaped(alt)}" height="48">`,
          } satisfies Block,
        ]),
    ...lines.flatMap((content): Block[] => (content.length === 0 ? [] : [{ kind: "line", content }])),
    ...linkBlocks(root),
  ];
}

function labelled(label: string, ...values: readonly (Inline | null)[]): Line {
  const present = values.filter((value) => value !== null);
  return present.flatMap((value, at): Inline[] => [at === 0 ? `${label}: ` : ", ", value]);
}

/** Text without a URL; the URL without a text. */
function linkOf(text: unknown, url: unknown): Inline | null {
  const [label, href] = [textIn(text), textIn(url)];
  if (href !== null) return { href, text: label ?? href };
  return label === null ? null : { text: label };
}

function mailOf(address: unknown): string | null {
  const text = textIn(address);
  return text === null ? null : `mailto:${text}`;
}

/** `summary` and `description` of the path item. */
export function pathBlocks({ at, trigger }: Operation): Block[] {
  const item = trigger !== null || at.parent === null ? {} : membersOf(valueAt(at.parent));
  return [item["summary"], item["description"]].flatMap((text): Block[] => {
    const markdown = textIn(text);
    return markdown === null ? [] : [{ kind: "prose", markdown }];
  });
}

/** `externalDocs` of a tag. */
export function tagLinks(http: HttpApi | null, name: string | null): Block[] {
  const tag =
    http === null ? undefined : listIn(membersOf(valueAt(http.at))["tags"]).find((one) => one["name"] === name);
  return tag === undefined ? [] : linkBlocks(tag);
}

/** `x-displayName` of a tag. */
export function displayNameOf({ at }: HttpApi, name: string): string | null {
  return textIn(listIn(membersOf(valueAt(at))["tags"]).find((one) => one["name"] === name)?.["x-displayName"]);
}

/** `x-tagGroups`: the name of the group that has the tag. */
export function tagGroupOf({ at }: HttpApi, name: string): string | null {
  const groups = listIn(membersOf(valueAt(at))["x-tagGroups"]);
  return textIn(groups.find(({ tags }) => Array.isArray(tags) && tags.includes(name))?.["name"]);
}

/** `x-codeSamples`, and `x-code-samples` as it was called before. */
export function writtenSamples({ extensions }: Operation): Samples["tabs"] {
  return listIn(extensions["x-codeSamples"] ?? extensions["x-code-samples"]).flatMap(({ lang, label, source }) => {
    const [language, text] = [textIn(lang), textIn(source)];
    if (language === null || text === null) return [];
    return [{ label: textIn(label) ?? language, language: language.toLowerCase(), text }];
  });
}

/** `description` of an example. */
export function exampleDescription({ value }: Example): string | null {
  return value.at.parent === null ? null : textIn(membersOf(valueAt(value.at.parent))["description"]);
}

/** `x-enum-varnames` and its likes: the name of each value, in their order. */
export function enumNamesOf(extensions: Members, values: readonly Json[]): readonly string[] | null {
  const names = extensions["x-enum-varnames"] ?? extensions["x-enumNames"];
  return Array.isArray(names) && names.length === values.length ? names.map(String) : null;
}
