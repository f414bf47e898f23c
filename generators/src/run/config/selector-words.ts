// `tag=orders,method=get` <-> a selector: what `--include` and `--exclude` take.
import { type Selector, type SelectorField, selectorFields } from "../../model/finish/selector.ts";
import { hintFor, type Usable, unusable, usable } from "./usage.ts";

/** Of the same field several times, one has to hold. */
export function selectorOf(word: string): Usable<Selector> {
  const selector: { [Field in SelectorField]?: string[] } = {};
  for (const part of word.split(",")) {
    const at = part.indexOf("=");
    const [name, pattern] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    const field = selectorFields.find((known) => known === name);
    if (at === -1 || pattern === "")
      return unusable(`${JSON.stringify(part)} is not a field and a pattern`, "for example tag=orders, or path=/v1/**");
    if (field === undefined) return unusable(`${JSON.stringify(name)} is not a field`, hintFor(name, selectorFields));
    selector[field] = [...(selector[field] ?? []), pattern];
  }
  return usable(selector);
}

export function selectorWord(selector: Selector): string {
  return selectorFields
    .flatMap((field) => [selector[field] ?? []].flat().map((pattern) => `${field}=${String(pattern)}`))
    .join(",");
}
