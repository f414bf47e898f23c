// Messages whose payload is of a media type that deliveries cannot be read from or written in, although its schema describes JSON.
import { keyOf, quote, type Report } from "../diagnostics/index.ts";
import { hasOnlyType } from "../model/analysis/json-types.ts";
import { isJson } from "../model/analysis/media-types.ts";
import type { Api } from "../model/api.ts";
import type { Message, MessagingApi } from "../model/messaging.ts";
import { Node } from "../source/index.ts";

/** Only the target webhooks: channels reads them by a codec of the program, and types are those of the decoded value. */
export function checkPayloads({ messaging }: Api, report: Report): void {
  if (messaging === null) return;
  for (const message of messaging.messages) {
    if (isReadable(message)) continue;
    const feature = `a payload of the type ${quote(message.contentType)}`;
    const reason = "its schema describes JSON, and only JSON, forms and text are read and written";
    const place = contentTypeOf(message, messaging) ?? keyOf(message.at);
    report.add("unsupported-feature", place, { feature, reason }, { tolerated: null, stops: ["webhooks"] });
  }
}

function isReadable({ contentType, payload, at }: Message): boolean {
  if (at instanceof Node && !at.has("payload")) return true;
  if (isJson(contentType) || /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return true;
  return /^text\//i.test(contentType) && (payload.kind === "any" || hasOnlyType(payload, "string"));
}

/** Of the message, of one of its traits, or of the document. */
function contentTypeOf({ at }: Message, { at: root }: MessagingApi): Node | null {
  const own = at instanceof Node ? [at, ...(at.get("traits")?.items() ?? [])] : [];
  const stated = own.flatMap((owner) => owner.get("contentType") ?? []);
  const fallback = root instanceof Node ? root.get("defaultContentType") : undefined;
  return stated[0] ?? fallback ?? null;
}
