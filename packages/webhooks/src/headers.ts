// Headers in whichever form a framework has them to the one value of a header of a delivery.
import { WebhookVerificationError } from "./errors.ts";
import type { DeliveryHeaders } from "./raw-body.gen.ts";
import { contentType, contentTypeHeader } from "./signature.ts";

/** The value of a header that is there once; throws `missing_header` or `invalid_header` otherwise. */
export function headerOf(headers: DeliveryHeaders, name: string): string {
  const value = optionalHeaderOf(headers, name);
  if (value !== null) return value;
  const message = `The header ${name} is missing. Every delivery has it: pass the headers of the request as they came.`;
  throw WebhookVerificationError.of("missing_header", message, { header: name });
}

/** The media type is that of deliveries, or missing. */
export function checkContentType(headers: DeliveryHeaders): void {
  const value = optionalHeaderOf(headers, contentTypeHeader);
  if (value === null || value.split(";", 1)[0]?.trim().toLowerCase() === contentType) return;
  throw invalidHeader(contentTypeHeader, `is not ${contentType}, so this is not a delivery`);
}

/** `problem` continues after the header's name. */
export function invalidHeader(name: string, problem: string): WebhookVerificationError {
  return WebhookVerificationError.of("invalid_header", `The header ${name} ${problem}.`, { header: name });
}

function optionalHeaderOf(headers: DeliveryHeaders, name: string): string | null {
  const values = pairsOf(headers).flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : []));
  if (values.length > 1) throw invalidHeader(name, "was sent more than once");
  return values[0] ?? null;
}

/** JavaScript may pass anything: what is no header is left out. */
function pairsOf(headers: DeliveryHeaders | null | undefined): [name: string, value: string][] {
  if (typeof headers !== "object" || headers === null) return [];
  if (!isIterable(headers)) {
    return Object.entries(headers).flatMap(([name, value]) =>
      listOf(value).map((one): [string, string] => [name, one]),
    );
  }
  return Array.from(headers, ([name, value]): [string, string] => [String(name), String(value)]);
}

function isIterable(headers: DeliveryHeaders): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  return typeof value === "object" ? value : [String(value)];
}
