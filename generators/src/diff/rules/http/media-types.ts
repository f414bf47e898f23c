// The media types of a body, and how its fields and items are encoded.
import type { MediaType } from "../../../model/http.ts";
import type { Location } from "../../../model/place.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, insideBoth, mutual, opposites, type Rule } from "../../rule.ts";
import { canonicalOf } from "../annotations/same-text.ts";

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

const encodingChanged = mutual<string>(
  breaks("encoding-changed", (type) => `the fields of ${type} are encoded differently`),
);

const itemsChanged = mutual<string>(
  breaks("stream-items-changed", (type) => `the items of ${type} are encoded differently`),
);

export interface Content {
  readonly at: Location;
  readonly content: readonly MediaType[];
}

export const mediaTypesRule: Rule<Content> = {
  kinds: [mediaTypeAdded, mediaTypeRemoved, encodingChanged, itemsChanged],
  compare: (base, revision, report) => {
    const { both, added, removed } = pairedContent(base, revision);
    for (const { type, at } of added) report(mediaTypeAdded, type, inside(base.at, "content"), at);
    for (const { type, at } of removed) report(mediaTypeRemoved, type, at, inside(revision.at, "content"));
    for (const { base: before, revision: after } of both) {
      if (encodingsOf(before) !== encodingsOf(after))
        report(encodingChanged, after.type, ...insideBoth(before, after, "encoding"));
      if (dataIn(before) !== dataIn(after)) report(itemsChanged, after.type, before.at, after.at);
    }
  },
};

/** How the data of each type of event is written. */
function dataIn({ item }: MediaType): string {
  return item === null ? "" : [item.data, ...(item.others ?? []).toSorted()].join();
}

export function pairedContent(base: Content, revision: Content): Paired<MediaType> {
  return paired(base.content, revision.content, ({ type }) => type.toLowerCase().replaceAll(" ", ""));
}

function encodingsOf({ encodings }: MediaType): string {
  const said = encodings.map(({ at: _, ...encoding }) => canonicalOf(encoding));
  return said.sort().join();
}
