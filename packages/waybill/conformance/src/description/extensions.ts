// Values of extensions, which may be anything -> those that have the expected type.
import type { Extensions, HttpApi, Location } from "waybill/description";
import { isObject } from "../values/json.ts";

type Members = Readonly<Record<string, unknown>>;

/** An extension that is an object, such as `x-waybill-rate-limit`; or a member of one. */
export function extensionOf(extensions: Extensions | Members, name: string): Members | null {
  const value = extensions[name];
  return isRecord(value) ? value : null;
}

/** An extension of `info` that is an object. */
export function infoExtensionOf(http: HttpApi | null, name: string): Members | null {
  const root = http?.at.document.value;
  const info = isRecord(root) ? extensionOf(root, "info") : null;
  return info === null ? null : extensionOf(info, name);
}

export function isRecord(value: unknown): value is Members {
  return isObject(value);
}

export function numberIn(value: Members | null, name: string): number | null {
  const member = value?.[name];
  return typeof member === "number" ? member : null;
}

export function textIn(value: Members | null, name: string): string | null {
  const member = value?.[name];
  return typeof member === "string" ? member : null;
}

/** The texts of a list, or a single one. */
export function textsIn(value: Members | null, name: string): string[] {
  return [value?.[name]].flat().filter((one) => typeof one === "string");
}

export function below(parent: Location, key: string): Location {
  return { document: parent.document, parent, key };
}
