// The pages and the size of every file -> the heaviest page, with all it loads at once, and whether that is too much.
import { attributeOf, type Document, elementsOf } from "./document.ts";

/** Bytes, uncompressed. */
const weightLimit = 1_500_000;

export interface Weight {
  readonly file: string;
  readonly bytes: number;
}

/** `sizeOf` knows files by their path from the folder of the site; `loadedBy` returns what style sheets load. */
export function weigh(
  documents: readonly Document[],
  {
    base,
    sizeOf,
    loadedBy,
  }: {
    base: string;
    sizeOf: (file: string) => number;
    loadedBy: (file: string) => readonly string[];
  },
): Weight[] {
  return documents
    .map((document) => {
      const direct = elementsOf(document.tree).flatMap((element) => {
        const source = ["script", "img"].includes(element.tagName) ? attributeOf(element, "src") : undefined;
        const sheet = /stylesheet|icon/.test(attributeOf(element, "rel") ?? "")
          ? attributeOf(element, "href")
          : undefined;
        return [source, sheet].flatMap((url) => (url?.startsWith(base) ? [url.slice(base.length)] : []));
      });
      const all = new Set([document.file]);
      const queue = [...direct];
      for (const file of queue) {
        if (all.has(file)) continue;
        all.add(file);
        queue.push(...loadedBy(file));
      }
      return { file: document.file, bytes: [...all].reduce((sum, file) => sum + sizeOf(file), 0) };
    })
    .sort((a, b) => b.bytes - a.bytes || (a.file < b.file ? -1 : 1));
}

export function checkWeight(weights: readonly Weight[]): string[] {
  return weights
    .filter(({ bytes }) => bytes > weightLimit)
    .map(({ file, bytes }) => `${file}: ${bytes} bytes with all it loads, over ${weightLimit}: split the page`);
}
