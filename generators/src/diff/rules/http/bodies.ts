// The bodies of requests and responses: whether there is one, whether it is required, and its media types.

import type { Encoding, MediaType, Operation } from "../../../model/http.ts";
import type { Location } from "../../../model/place.ts";
import type { Schema } from "../../../model/schema.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import {
  adds,
  breaks,
  inside,
  insideBoth,
  loosens,
  mutual,
  opposites,
  type Rule,
  removalBreaksCode,
  rewords,
  tightens,
} from "../../rule.ts";
import { type MemberView, objectViewOf } from "../../schema/object-view.ts";
import { viewOf } from "../../schema/view.ts";
import { canonicalOf } from "../annotations.ts";
import { formatValue } from "../schema/shown.ts";

// The request body: whether an operation has one, and whether it is required.
const [bodyAdded, bodyRemoved] = opposites<void>(
  adds("body-added", () => "requests may have a body"),
  breaks("body-removed", () => "requests no longer have a body", {
    means: {
      request: "Requests with one are rejected, or it is ignored.",
      response: "Code that reads it finds no value.",
    },
  }),
  removalBreaksCode,
);

const requiredBodyAdded: Kind<void> = {
  ...tightens("required-body-added", () => "requests have a required body, and had none", {
    uneven: "a removal breaks code that uses it, in either direction",
    means: {
      request: "Requests without one are rejected, and no existing client sends one.",
      response: "Reading it is optional.",
    },
  }),
  opposite: "body-removed",
};

const [bodyRequired, bodyOptional] = opposites<void>(
  tightens("body-required", () => "the body is required", {
    means: { request: "Requests without one are rejected.", response: "It is always present." },
  }),
  loosens("body-optional", () => "the body is optional", {
    means: { request: "Requests may omit it.", response: "Code that relies on it finds no value." },
  }),
);

export const bodyRule: Rule<Operation> = {
  kinds: [bodyAdded, requiredBodyAdded, bodyRemoved, bodyRequired, bodyOptional],
  compare: ({ at, requestBody: base }, { at: newAt, requestBody: revision }, report) => {
    if (base === null && revision !== null)
      report(revision.required ? requiredBodyAdded : bodyAdded, undefined, at, revision.at);
    else if (base !== null && revision === null) report(bodyRemoved, undefined, base.at, newAt);
    else if (base !== null && revision !== null && base.required !== revision.required)
      report(revision.required ? bodyRequired : bodyOptional, undefined, ...insideBoth(base, revision, "required"));
  },
};

// The media types of a body, and how its fields and items are encoded.
const [mediaTypeAdded, mediaTypeRemoved] = opposites<string>(
  adds("media-type-added", (type) => `the media type ${type} is new`, {
    event: "major",
    uneven: "clients request the media type of a response, so they never receive a new one by surprise",
    means: {
      request: "Sending it is optional.",
      response: "Clients that request the others still get them.",
      event: "It arrives unrequested, and receivers cannot read it.",
    },
  }),
  breaks("media-type-removed", (type) => `the media type ${type} is removed`, {
    event: "minor",
    uneven: "clients request the media type of a response, so removing one leaves some without a response",
    means: {
      request: "Requests with it are rejected.",
      response: "Clients that request it get no response.",
      event: "It no longer arrives.",
    },
  }),
);

export const charsetNoted: Kind<{ from: string; to: string }> = mutual(
  rewords("charset-noted", ({ from, to }) => `its media type is written ${to} instead of ${from}`, {
    means: "UTF-8 is the default, so the bytes are the same.",
  }),
);

const encodingChanged = mutual<{ field: string; type: string }>(
  breaks("encoding-changed", ({ field, type }) => `the field ${formatValue(field)} of ${type} is encoded differently`),
);

const itemsChanged = mutual<string>(
  breaks("stream-items-changed", (type) => `the items of ${type} are encoded differently`),
);

export interface Content {
  readonly at: Location;
  readonly content: readonly MediaType[];
}

export const mediaTypesRule: Rule<Content> = {
  kinds: [mediaTypeAdded, mediaTypeRemoved, charsetNoted, encodingChanged, itemsChanged],
  compare: (base, revision, report) => {
    const { both, added, removed } = pairedContent(base, revision);
    for (const { type, at } of added) report(mediaTypeAdded, type, inside(base.at, "content"), at);
    for (const { type, at } of removed) report(mediaTypeRemoved, type, at, inside(revision.at, "content"));
    for (const { base: before, revision: after } of both) {
      if (keyOf(before) !== keyOf(after))
        report(charsetNoted, { from: before.type, to: after.type }, before.at, after.at);
      for (const field of fieldsEncodedOtherwise(before, after)) {
        const at = insideBoth(before, after, "encoding");
        report(encodingChanged, { field, type: after.type }, at[0], at[1]);
      }
      if (dataIn(before) !== dataIn(after)) report(itemsChanged, after.type, before.at, after.at);
    }
  },
};

/** How the data of each type of event is written. */
function dataIn({ item }: MediaType): string {
  return item === null ? "" : [item.data, ...(item.others ?? []).toSorted()].join();
}

/** Of two media types that differ by `charset=utf-8` alone, each is the other where it is not listed too. */
export function pairedContent(base: Content, revision: Content): Paired<MediaType> {
  return paired(base.content, revision.content, keyOf, (media) => withoutDefaultCharset(keyOf(media)));
}

function keyOf({ type }: Pick<MediaType, "type">): string {
  return writtenAlike(type);
}

export function writtenAlike(type: string): string {
  return type.toLowerCase().replaceAll(" ", "");
}

/** UTF-8 is what JSON and forms always are, and what text and XML are where they do not say otherwise. */
export function withoutDefaultCharset(type: string): string {
  return type.replace(/;charset="?utf-?8"?(?=;|$)/, "");
}

/** A field that only one side has is a new or a removed member. */
function fieldsEncodedOtherwise(base: MediaType, revision: MediaType): string[] {
  const [was, is] = [encodingsOf(base), encodingsOf(revision)];
  const [before, after] = [base, revision].map(({ schema }) => fieldsOf(schema));
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => was.get(field) !== is.get(field) && before?.has(field) === after?.has(field),
  );
}

/** Of alternatives, those of all of them. */
function fieldsOf(schema: Schema): Map<string, MemberView> {
  const view = viewOf([schema], schema.at);
  const alternatives = view.choices.flatMap(({ members }) => members.map((each) => viewOf([each], each.at)));
  return new Map([...alternatives, view].flatMap((each) => [...objectViewOf(each).members]));
}

/** By the names of fields; what a part has itself is compared with it. */
export function encodingsOf({
  encodings,
  body,
  schema,
}: Pick<MediaType, "encodings" | "body" | "schema">): Map<string, string> {
  const members = fieldsOf(schema);
  return new Map(
    encodings
      .filter((encoding) => !isDefault(encoding, body, members.get(encoding.name)))
      .map(({ at: _, media, ...encoding }) => {
        const inner = media === undefined ? {} : { media: [...encodingsOf(media)] };
        return [encoding.name, canonicalOf({ ...encoding, ...inner })];
      }),
  );
}

/** Whether it says what applies without it: fields of a form are repeated by default, and texts and numbers are plain text. */
function isDefault(
  { contentType, style, explode, allowReserved, isWhole, headers, media }: Encoding,
  body: MediaType["body"],
  member: MemberView | undefined,
): boolean {
  if (member === undefined || isWhole === true || allowReserved || headers !== undefined || media !== undefined)
    return false;
  const { types, strings } = viewOf(member.schemas, member.at);
  const [type, ...more] = [...types].filter((each) => each !== "null");
  const isBytes = strings.some(({ format, contentMediaType }) => format === "binary" || contentMediaType !== null);
  if (type === undefined || more.length > 0 || isBytes) return false;
  if (style !== null) return body === "form" && type !== "object" && style === "form" && explode;
  if (type === "array") return contentType === null;
  return contentType === null || contentType === (type === "object" ? "application/json" : "text/plain");
}
