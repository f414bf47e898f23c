// The value of a parameter with a single value -> its text: the most common kind of parameter.

import type { Writer } from "./runtime.ts";

/** `blue` */
export const writePathText: Writer = (_, value) => [textOf(value)];

/** `color=blue` */
export const writeQueryText: Writer = (parameter, value) => [`${encodeURIComponent(parameter.name)}=${textOf(value)}`];

/** `blue`, not encoded: `fetch` would trim it. */
export const writeHeaderText: Writer = (_, value) => {
  const text = decodeURIComponent(textOf(value));
  if (/^[ \t]|[ \t]$/.test(text)) throw new TypeError("it takes no space at either end");
  return [text];
};

function textOf(value: unknown): string {
  // Text, booleans and big integers. Nothing else can be read back unchanged.
  if (!Number.isFinite(value) && !/^(st|bo|bi)/.test(typeof value)) throw new TypeError("it must be text");
  return encodeURIComponent(String(value));
}
