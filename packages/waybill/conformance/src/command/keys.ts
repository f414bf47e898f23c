// The values of --key and the security schemes of a description -> the key for all schemes, and those for single ones.
import { hintFor, type UsageProblem } from "waybill/command";
import { nearest } from "waybill/description";
import type { Description } from "../description/description.ts";
import type { Keys } from "../run/credentials.ts";

export interface GivenKeys {
  /** Of --key, in its order. */
  readonly given: readonly string[];
  /** The key in the environment: used where no flag has one for all schemes. */
  readonly fallback: string | null;
}

/** `session=abc` is a key for the scheme `session`, if the description has one; other texts with an equals sign are keys themselves. */
export function keysFor(
  { given, fallback }: GivenKeys,
  { http }: Pick<Description, "http">,
): Keys & { readonly problems: readonly UsageProblem[] } {
  const names = (http?.securitySchemes ?? []).map(({ name }) => name);
  const read = given.map((text) => ({ text, ...keyIn(text, names) }));
  const shared = read.filter(({ scheme }) => scheme === null);
  const own = read.flatMap(({ scheme, value }) => (scheme === null ? [] : [[scheme, value] as const]));
  const problems = [
    ...problemsWithShared(
      shared.map(({ text }) => text),
      names,
    ),
    ...repeatedSchemes(own.map(([name]) => name)),
  ];
  return { shared: shared[0]?.value ?? fallback, own: Object.fromEntries(own), problems };
}

function keyIn(text: string, names: readonly string[]): { readonly scheme: string | null; readonly value: string } {
  const scheme = names.find((name) => text.startsWith(`${name}=`));
  return scheme === undefined ? { scheme: null, value: text } : { scheme, value: text.slice(scheme.length + 1) };
}

/** Keys are not repeated in messages. */
function problemsWithShared(shared: readonly string[], names: readonly string[]): UsageProblem[] {
  const several = "--key has several values for all schemes";
  const hint = names.length === 0 ? "keep one of them" : `name the scheme of a key: --key ${names[0]}=…`;
  const slips = shared.flatMap((text) => {
    const [, name] = /^([\w.-]+)=./.exec(text) ?? [];
    return name !== undefined && nearest(name, names) !== undefined ? [name] : [];
  });
  return [
    ...slips.map((name) => ({
      message: `--key: the spec has no security scheme ${JSON.stringify(name)}`,
      hint: hintFor(name, names),
    })),
    ...(slips.length === 0 && shared.length > 1 ? [{ message: several, hint }] : []),
  ];
}

function repeatedSchemes(schemes: readonly string[]): UsageProblem[] {
  const repeated = new Set(schemes.filter((name, index) => schemes.indexOf(name) !== index));
  return [...repeated].map((name) => ({ message: `--key ${name} is given twice`, hint: "keep one of the two" }));
}
