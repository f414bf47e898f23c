// Sentences that speak of one operation and of statuses -> the statuses that the description does not declare for it.
import type { Claim } from "./claim.ts";
import { type DescribedOperation, type Facts, nameOf } from "./facts.ts";
import type { Passage } from "./passages.ts";

export function statusClaims({ kind, text }: Passage, { operations }: Facts): Claim[] {
  if (kind !== "prose") return [];
  const [operation, another] = operations.filter((one) => isNamed(one, text));
  if (operation === undefined || another !== undefined) return [];
  return [
    ...text.matchAll(/(?<![\d.,:/-])[1-5]\d\d(?![\d,:/-]|\.\d|\s*(?:ms|s|KiB|MB|characters|seconds|requests)\b)/g),
  ].map(({ 0: said, index }) => ({
    offset: index,
    said: `${nameOf(operation)} answers ${said}`,
    problem: operation.statuses.includes(said)
      ? null
      : `${nameOf(operation)} has no ${said}: it has ${operation.statuses.join(", ")}`,
  }));
}

function isNamed({ id, method, path }: DescribedOperation, text: string): boolean {
  if (text.includes(`\`${id}\``)) return true;
  const [, ...after] = text.replaceAll(/\s+/g, " ").split(`${method} ${path}`);
  return after.some((rest) => !/^[\w/{]/.test(rest));
}
