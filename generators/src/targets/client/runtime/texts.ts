// The value of a parameter with a single value -> its text: the most common kind of parameter.

import type { Parameter, Writer } from "./runtime.ts";

/** `blue` */
export const writePathText: Writer = (parameter, value) => [textOf(parameter, value)];

/** `color=blue` */
export const writeQueryText: Writer = (parameter, value) => [
  `${encodeURIComponent(parameter.name)}=${textOf(parameter, value)}`,
];

function textOf({ name }: Parameter, value: unknown): string {
  // Text, booleans and big integers. Nothing else can be read back unchanged.
  if (!Number.isFinite(value) && !/^(st|bo|bi)/.test(typeof value)) throw new TypeError(`cannot send ${name}`);
  return encodeURIComponent(String(value));
}
