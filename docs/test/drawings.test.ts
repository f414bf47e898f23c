// Drawings of the guides are inlined in the pages, and described in their Markdown twins.
import path from "node:path";
import { expect, test } from "vitest";
import { withDiagrams } from "../../packages/waybill/docs/src/blocks/diagrams.ts";
import { drawingsInWords, withDrawings } from "../build/drawings.ts";
import { readPages } from "../build/pages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const pages = readPages(root).map((page) => withDrawings(page, root));
const orders = pages.find(({ file }) => file === "docs/guides/orders.md")?.body ?? "";

test("the Mermaid of a guide is drawn as one piece of Markdown, without a host of its own, and its twin has it as text", () => {
  const [svg = ""] = /^<svg [\s\S]*?<\/svg>$/m.exec(withDiagrams(orders)) ?? [];
  for (const text of [">AWAITING_SHIPMENT<", "AWAITING_SHIPMENT → order.shipped → SHIPPED"])
    expect(svg).toContain(text);
  // A blank line would end it.
  expect(svg).not.toMatch(/\n\n|<style|@import|https?:/);
  expect(drawingsInWords(orders)).toContain("```mermaid\n");
});

test("no other image is left in a guide", () => {
  const left = pages.filter(({ section, body }) => section === "guides" && /!\[[^\]]*\]\(/.test(body));
  expect(left.map(({ file }) => file)).toEqual([]);
});

test("the terminal of the start page is part of the page, and its twin has its lines", () => {
  const readme = pages.find(({ file }) => file === "docs/guides/toolkit.md")?.body ?? "";
  expect(readme).toMatch(/^<svg (?:(?!\n\n|style)[\s\S])*>\$ npx waybill generate<\/text>/m);
  expect(drawingsInWords(readme)).toContain("```console\n$ npx waybill generate\ntypes ");
});
