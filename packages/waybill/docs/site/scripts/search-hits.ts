// The index of the search, loaded once when it is first needed, and what it finds as links, with the sentences that match.

import { type Hit, type Index, readIndex } from "../search/engine.ts";
import { passageIn } from "../search/sections.ts";
import { twinPath } from "../search/twin-path.ts";
import { t } from "../words/interface.ts";

const loaded = new Map<string, Promise<Index>>();

/** Rejects when the index cannot be loaded; the next call tries again. */
export function loadIndex(address: string): Promise<Index> {
  const known = loaded.get(address);
  if (known !== undefined) return known;
  const index = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return readIndex(await response.text());
  });
  loaded.set(address, index);
  index.catch(() => loaded.delete(address));
  return index;
}

/** `base` is the folder of the site: `/` or `/1.0.0/` */
export function itemOf({ path, title, description, kind, names }: Hit, base: string): HTMLLIElement {
  const link = document.createElement("a");
  link.href = `${base}${path.slice(1)}`;
  const name = document.createElement("strong");
  name.textContent = title;
  // Operations and events have a name that programs use.
  const [code] = names.split(" ");
  if (code !== undefined && code !== "") {
    const named = document.createElement("code");
    named.textContent = code;
    name.append(" ", named);
  }
  const group = document.createElement("small");
  group.textContent = t(kind);
  const words = document.createElement("span");
  words.textContent = description;
  link.append(name, group, words);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

const pages = new Map<string, Promise<string>>();

/** The description of a hit becomes the sentence that has what was typed, and its link leads to the section. */
export async function showPassage(item: Element, hit: Hit, looked: Looked): Promise<void> {
  const address = `${looked.base}${twinPath(hit.path).slice(1)}`;
  const page = pages.get(address) ?? fetch(address).then((response) => (response.ok ? response.text() : ""));
  pages.set(address, page);
  const passage = passageIn(await page.catch(() => ""), looked.typed, looked.meanings);
  const link = item.querySelector("a");
  if (passage === null || link === null) return;
  const { heading, sentence } = passage;
  const anchor = hit.headings
    .split("\n")
    .find((one) => one.startsWith(`${heading}\t`))
    ?.split("\t")[1];
  if (anchor !== undefined) link.hash = anchor;
  const section = document.createElement("em");
  section.textContent = heading;
  const parts = sentence.map((part, at) => {
    if (at % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
  link.querySelector("span")?.replaceChildren(...(anchor === undefined ? [] : [section]), ...parts);
}

export interface Looked {
  readonly typed: string;
  readonly meanings: readonly string[];
  /** The folder of the site. */
  readonly base: string;
}
