// `node:util` in the browser: the comparison of the limits of two reads, which are numbers by name.

export function isDeepStrictEqual(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
