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
    const match = types.find((type) => test(plainOf(type)));
    if (match !== undefined) return match;
  }
  return undefined;
};

/** The same, where a server may send problem details (RFC 9457) in place of the described JSON, whose members they have. */
export const chooseProblem: ChooseMediaType = (types, sent) =>
  chooseMediaType(types, sent) ??
  chooseMediaType(types, sent.replace(/^application\/problem\+json/i, "application/json"));

function plainOf(type: string): string {
  return type.toLowerCase().replaceAll(" ", "");
}
