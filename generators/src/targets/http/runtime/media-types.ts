// The media types of a response, and the one that was sent -> the described one that matches best.

/** The described media type that matches best. */
export type ChooseMediaType = (types: readonly string[], sent: string) => string | undefined;

/** With its parameters, without them, `image/*`, `*`/`*`. */
export const chooseMediaType: ChooseMediaType = (types, sent) => {
  const full = plainOf(sent);
  const [essence = ""] = full.split(";");
  const range = `${essence.split("/")[0]}/*`;
  const tests: ((type: string) => boolean)[] = [
    (type) => type === full,
    (type) => type.split(";")[0] === essence,
    (type) => type === range,
    (type) => type === "*/*",
  ];
  for (const test of tests) {
    const found = types.find((type) => test(plainOf(type)));
    if (found !== undefined) return found;
  }
  return undefined;
};

function plainOf(type: string): string {
  return type.toLowerCase().replaceAll(" ", "");
}
