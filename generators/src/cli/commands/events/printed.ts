// Events -> what `waybill events list` and `show` print about them, as text or JSON.
import type { SignatureScheme } from "../../../model/signature.ts";
import type { EventMessage } from "../../../targets/webhooks/event-messages.ts";
import { sampleDelivery } from "./sample-delivery.ts";

export function listed(messages: readonly EventMessage[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify(messages.map(rowOf), null, 2)}\n`;
  if (messages.length === 0) return "the description has no messages and no webhooks\n";
  const width = Math.max(...messages.map(({ eventName }) => eventName.length));
  const lines = messages.map((message) => {
    const { eventName, title, summary } = message;
    const words = (summary ?? title ?? "").split("\n", 1)[0] ?? "";
    return `${eventName.padEnd(width)}  ${signingOf(message)}${words === "" ? "" : `; ${words}`}`;
  });
  return `${lines.join("\n")}\n`;
}

function rowOf({ eventName, key, summary, contentType, signature, examples, operation }: EventMessage): object {
  return {
    event: eventName,
    key,
    operation: operation?.id ?? null,
    summary,
    contentType,
    examples: examples.flatMap(({ name }) => name ?? []),
    signature: signature?.scheme ?? null,
  };
}

function signingOf({ signature }: EventMessage): string {
  return signature === null ? "unsigned" : `${signature.scheme.algorithm} in ${signature.scheme.header}`;
}

/** The sample that `send` sends first, with what would sign it. */
export function shown(message: EventMessage, asJson: boolean): string {
  const sample = sampleDelivery(message, {});
  if (asJson) {
    const { headers = null, payload = null } = sample.ok ? sample : {};
    return `${JSON.stringify({ ...rowOf(message), method: message.method, headers, payload }, null, 2)}\n`;
  }
  const { eventName, title, summary, description, examples } = message;
  const about = [title, summary, description].filter((text) => text !== null && text !== "");
  const names = examples.flatMap(({ name }) => name ?? []);
  const request = sample.ok
    ? [
        `${message.method} <url>`,
        ...Object.entries(sample.headers).map(([name, value]) => `${name}: ${value}`),
        ...headersOfSignature(message.signature?.scheme ?? null),
        "",
        JSON.stringify(sample.payload, null, 2),
      ]
    : [`no sample: ${sample.reason}`];
  return `${[
    eventName,
    ...new Set(about),
    `signature: ${signingOf(message)}`,
    ...(names.length === 0 ? [] : [`examples: ${names.join(", ")}`]),
    "",
    ...request,
  ].join("\n")}\n`;
}

function headersOfSignature(scheme: SignatureScheme | null): string[] {
  if (scheme === null) return [];
  const { header, timestamp } = scheme;
  const own = timestamp?.header == null ? [] : [`${timestamp.header}: <time>`];
  return [...own, `${header}: <signature>`];
}
