// The index of the search, loaded once when it is first needed, and what it finds as links.
import { type Hit, type Index, readIndex } from "../search/engine.ts";

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
  group.textContent = kind;
  const words = document.createElement("span");
  words.textContent = description;
  link.append(name, group, words);
  const item = document.createElement("li");
  item.append(link);
  return item;
}
