// Bodies that are files -> what is read of them: the same bytes, their number, their digest and their media type.
import { createHash } from "node:crypto";
import { concreteTypeOf, type MediaType, type Operation } from "waybill/description";
import { statedMemberOf } from "../../description/stated.ts";
import { headerOf, withHeader } from "../../exchange/exchange.ts";
import { asObject, type JsonObject, show } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { provide } from "../creating.ts";
import { inputsFromLink, isReading } from "../inputs.ts";
import { linksOf } from "../links.ts";

export function* files(context: Context): Cases {
  for (const { operation } of context.accepted) {
    if (operation.method !== "post") continue;
    for (const mediaType of (operation.requestBody?.content ?? []).filter(isFile)) {
      const run = (): Promise<void> => send(context, operation, mediaType);
      yield caseOf("links", operation, `links/file/${concreteTypeOf(mediaType)}`, run, { elsewhere: "or last" });
    }
  }
}

function isFile({ body, type }: MediaType): boolean {
  return (body === "binary" || body === "text") && !type.includes("*");
}

/** No text in UTF-8; as a text, characters of one to four bytes. */
function contentOf({ type }: MediaType): Uint8Array {
  return type.startsWith("text/")
    ? new TextEncoder().encode("gr\u00f6\u00dfe \u4f60\u597d \u20ac \u{1f600}\n")
    : Uint8Array.from({ length: 512 }, (_, index) => index % 256);
}

async function send(context: Context, operation: Operation, mediaType: MediaType): Promise<void> {
  const values = await provide(context, operation);
  if (values === null) return;
  const [type, body] = [concreteTypeOf(mediaType), contentOf(mediaType)];
  const typed = withHeader("Content-Type", type);
  const created = await context.callAs(operation, values, (request) => ({ ...typed(request), body }));
  // It may want a real picture.
  if (!isAccepted(created.status)) return;
  const results = [created];
  for (const { followed } of linksOf(context, created)) {
    const next = isReading(followed) ? inputsFromLink(context, followed) : null;
    if (next !== null) results.push(await context.call(followed.operation, next));
  }
  for (const result of results.filter(({ status }) => isAccepted(status))) {
    const record = asObject(result.json);
    if (record !== null) checkRecord(context, result, { record, body, type });
    else if (result.json === undefined && result !== created) checkContent(context, result, { body, type });
  }
}

interface Sent {
  readonly body: Uint8Array;
  readonly type: string;
}

const digests = { md5: 32, sha1: 40, sha256: 64, sha512: 128 } as const;

function checkRecord(
  context: Context,
  result: CallResult,
  { record, body, type }: Sent & { record: JsonObject },
): void {
  const schema = result.verdict?.mediaType?.schema;
  const object = (name: string, wanted: string | number): void =>
    context.fault(
      "lost-write",
      result,
      `returns the ${name} ${show(record[name] ?? null)} of a file; it is ${show(wanted)}`,
    );
  for (const [name, value] of Object.entries(record)) {
    const stated = `${name} ${schema === undefined ? "" : statedMemberOf(schema, name)}`;
    const isSize =
      /(^|_)(size|bytes|length)$/i.test(name.replace(/([a-z])([A-Z])/g, "$1_$2")) && /bytes?\b/i.test(stated);
    if (isSize && typeof value === "number" && value !== body.length) object(name, body.length);
    if (typeof value !== "string") continue;
    for (const [algorithm, length] of Object.entries(digests)) {
      if (value.length !== length || !stated.toLowerCase().replace("-", "").includes(algorithm)) continue;
      const digest = createHash(algorithm).update(body).digest("hex");
      if (/^[0-9a-f]+$/i.test(value) && value.toLowerCase() !== digest) object(name, digest);
    }
    if (/^(content|media|mime)_?type$/i.test(name) && !value.toLowerCase().startsWith(type)) object(name, type);
  }
}

/** Pictures may be compressed again. */
function checkContent(context: Context, result: CallResult, { body, type }: Sent): void {
  const { response } = result.exchange;
  const contentType = headerOf(response.headers, "content-type") ?? "";
  if (!contentType.toLowerCase().startsWith(type)) {
    context.fault("lost-write", result, `returns a file that was sent as ${type} as ${contentType}`);
  } else if (/^(text\/plain|application\/octet-stream)$/.test(type) && Buffer.compare(response.body, body) !== 0) {
    context.fault("lost-write", result, `returns other bytes than those of the file that was sent as ${type}`);
  }
}
