// A status of HTTP -> its phrase.
import { STATUS_CODES } from "node:http";

export function statusPhrase(status: string): string {
  if (status === "default") return "every other status";
  if (/^\dXX$/.test(status)) return "";
  return STATUS_CODES[status] ?? "";
}
