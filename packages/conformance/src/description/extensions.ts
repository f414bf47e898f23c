// Values of extensions, which may be anything -> those that are objects.
import type { Extensions, HttpApi } from "waybill/description";

/** An extension that is an object, such as `x-waybill-rate-limit`. */
export function extensionOf(extensions: Extensions, name: string): Readonly<Record<string, unknown>> | null {
  const value = extensions[name];
  return isRecord(value) ? value : null;
}

/** An extension of `info` that is an object. */
export function infoExtensionOf(http: HttpApi | null, name: string): Readonly<Record<string, unknown>> | null {
  const root = http?.at.document.value;
  return isRecord(root) && isRecord(root["info"]) ? extensionOf(root["info"], name) : null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
