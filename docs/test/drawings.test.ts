// Drawings of the guides are inlined in the pages, and described in their Markdown twins.
import path from "node:path";
import { expect, test } from "vitest";
import { drawingsInWords, withDrawings } from "../build/drawings.ts";
import { readPages } from "../build/pages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const pages = readPages(root).map((page) => withDrawings(page, root));
const orders = pages.find(({ file }) => file === "docs/guides/orders.md")?.body ?? "";

test("a drawing is inlined in its page, as one piece of Markdown", () => {
  const [svg = ""] = /^<svg [\s\S]*?<\/svg>$/m.exec(orders) ?? [];
  expect(svg).toContain(">AWAITING_SHIPMENT<");
  // A blank line would end it.
  expect(svg).not.toMatch(/\n\n/);
});

test("its twin says it in words", () => {
  const twin = drawingsInWords(orders);
  expect(twin).not.toContain("<svg");
  expect(twin).toContain("AWAITING_SHIPMENT → order.shipped → SHIPPED");
});

test("no other image is left in a guide", () => {
  const left = pages.filter(({ section, body }) => section === "guides" && /!\[[^\]]*\]\(/.test(body));
  expect(left.map(({ file }) => file)).toEqual([]);
});

test("the terminal of the start page stands still on the site, and its twin has its lines", () => {
  const readme = pages.find(({ file }) => file === "docs/guides/toolkit.md")?.body ?? "";
  const [svg = ""] = /^<svg [\s\S]*?<\/svg>$/m.exec(readme) ?? [];
  expect(svg).toContain(">$ npx waybill init</text>");
  expect(svg).not.toMatch(/\n\n|style/);
  expect(drawingsInWords(readme)).toContain("```console\n$ npx waybill init\nfound    openapi.yaml\n");
});
