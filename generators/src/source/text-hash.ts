// Texts and bytes -> hashes that do not depend on line ends.
import { createHash } from "node:crypto";
import { hashOf } from "./document.ts";

/** The hash of a text, independent of line ends: a checkout on Windows is no edit. */
export function textHash(text: string): string {
  return hashOf(unixText(text));
}

/** The same for UTF-8 bytes, most of which need no decoding for that. */
export function bytesHash(bytes: Buffer): string {
  return bytes.includes(0x0d) ? textHash(bytes.toString("utf8")) : createHash("sha256").update(bytes).digest("hex");
}

export function unixText(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}
