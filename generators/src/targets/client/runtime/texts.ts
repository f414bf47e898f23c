// The value of a parameter whose values, items or members are single values -> its text: the most common kinds of parameters.

import type { Writer } from "./runtime.ts";

/** `blue` */
export const writePathText: Writer = (_, value) => [textOf(value)];

/** `color=blue`, in the query or in cookies. */
export const writeQueryText: Writer = ({ name }, value) => [pairOf(name, value)];

/** `color=blue&color=black` */
export const writeQueryList: Writer = ({ name }, value) => [value].flat().map((item) => pairOf(name, item));

/** `color[R]=100&color[G]=200`, with the brackets encoded. */
export const writeQueryMembers: Writer = ({ name }, value) => {
  if (typeof value !== "object" || Array.isArray(value)) throw new TypeError("it must be an object");
  return Object.entries(value ?? {}).flatMap(([key, member]) => {
    // It would be a member of a member.
    if (key.includes("][")) throw new TypeError('no name may contain "]["');
    return member === undefined ? [] : [pairOf(`${name}[${key}]`, member)];
  });
};

/** `blue`, not encoded: `fetch` would trim it. */
export const writeHeaderText: Writer = (_, value) => {
  const text = decodeURIComponent(textOf(value));
  if (/^[ \t]|[ \t]$/.test(text)) throw new TypeError("it takes no space at either end");
  return [text];
};

function pairOf(name: string, value: unknown): string {
  return `${encodeURIComponent(name)}=${textOf(value)}`;
}

function textOf(value: unknown): string {
  // Text, booleans and big integers. Nothing else can be read back unchanged.
  if (!Number.isFinite(value) && !/^(st|bo|bi)/.test(typeof value)) throw new TypeError("it must be text");
  return encodeURIComponent(String(value));
}
