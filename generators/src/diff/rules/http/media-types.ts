// The media types of a body: which there are, and how its fields and items are written.
import type { MediaType } from "../../../model/http.ts";
import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule } from "../../rule.ts";
import { canonicalOf } from "../words/same-text.ts";

export const mediaTypeAdded: Kind<string> = {
  ...adds,
  id: "media-type-added",
  event: "major",
  opposite: "media-type-removed",
  uneven:
    "an answer has the media type that its client asks for, so that one more is met by nobody who does not want it",
  message: (type) => `the media type ${type} is new`,
  means: {
    request: "It may be sent, and need not be.",
    response: "Who asks for the other ones goes on getting them.",
    event: "It arrives unasked, and a receiver cannot read it.",
  },
};

export const mediaTypeRemoved: Kind<string> = {
  ...breaks,
  id: "media-type-removed",
  event: "minor",
  opposite: "media-type-added",
  uneven: "an answer has the media type that its client asks for, so that one less leaves some without an answer",
  message: (type) => `the media type ${type} is gone`,
  means: {
    request: "Who sends it is refused.",
    response: "Who asks for it gets none.",
    event: "It is never met again.",
  },
};

export const encodingChanged: Kind<string> = {
  ...breaks,
  id: "encoding-changed",
  opposite: "encoding-changed",
  message: (type) => `fields of ${type} are written in another way`,
};

export const itemsChanged: Kind<string> = {
  ...breaks,
  id: "stream-items-changed",
  opposite: "stream-items-changed",
  message: (type) => `the items of ${type} come in another form`,
};

export interface Content {
  readonly at: Location;
  readonly content: readonly MediaType[];
}

export const mediaTypesRule: Rule<Content> = {
  kinds: [mediaTypeAdded, mediaTypeRemoved, encodingChanged, itemsChanged],
  compare: (base, revision, tell) => {
    const { both, added, removed } = pairedContent(base, revision);
    for (const { type, at } of added) tell(mediaTypeAdded, type, inside(base.at, "content"), at);
    for (const { type, at } of removed) tell(mediaTypeRemoved, type, at, inside(revision.at, "content"));
    for (const { base: before, revision: after } of both) {
      if (encodingsOf(before) !== encodingsOf(after))
        tell(encodingChanged, after.type, inside(before.at, "encoding"), inside(after.at, "encoding"));
      const isOther = before.item?.data !== after.item?.data;
      if (isOther) tell(itemsChanged, after.type, before.at, after.at);
    }
  },
};

export function pairedContent(base: Content, revision: Content): Paired<MediaType> {
  return paired(base.content, revision.content, ({ type }) => type.toLowerCase().replaceAll(" ", ""));
}

function encodingsOf({ encodings }: MediaType): string {
  const said = encodings.map(({ at: _, ...encoding }) => canonicalOf(encoding));
  return said.sort().join();
}
