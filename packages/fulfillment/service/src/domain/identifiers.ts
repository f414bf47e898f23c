// Ids of all records: a prefix for the kind, a sortable time, and a random part.
import { randomBytes } from "node:crypto";

export type IdPrefix = "acc" | "key" | "cmp" | "wh" | "ord" | "con" | "inv" | "sub" | "usr" | "imp";

/** Crockford's base 32: no letter that reads like a digit, nothing that needs escaping in a URL. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `ord_01K94X7Q2MTE8V3B5NFZ6D0WRC`: 48 bits of time in milliseconds and 80 random ones, as in a ULID. */
export function newId(prefix: IdPrefix, now: number): string {
  return `${prefix}_${timeOf(now)}${randomPart()}`;
}

function timeOf(now: number): string {
  let text = "";
  for (let rest = now, place = 0; place < 10; place += 1) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomPart(): string {
  let text = "";
  for (const byte of randomBytes(16)) text += digits.charAt(byte % 32);
  return text;
}
