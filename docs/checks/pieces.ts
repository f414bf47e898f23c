// Pages that arrive in pieces, as over a slow connection: what is on the screen while the rest is awaited stays where it is. A page
// arrives up to some place after its title, is looked at, and then the rest of it.
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import { becomes } from "./becomes.ts";
import type { Check, Finding } from "./check.ts";
import { settle } from "./settle.ts";
import { openTab } from "./tab.ts";

/** Samples come after the text that they are beside, and before the responses. */
const places: readonly (readonly [name: string, at: (html: string) => number])[] = [
  ["the title", (html) => html.indexOf("</h1>")],
  ["the parameters", (html) => html.indexOf('<div class="rd-side"')],
  ["the samples", (html) => html.indexOf('<div class="rd-after">')],
  ["half of it", (html) => Math.floor((html.indexOf("</h1>") + html.length) / 2)],
];
/** Less is a rounded line of text. */
const mostPixels = 2;

const rectangles = z.array(z.object({ name: z.string(), left: z.number(), top: z.number(), width: z.number() }));

export const checkPieces: Check = async (site) => {
  const slow = await serveSlowly(site.url);
  const findings: Finding[] = [];
  let looked = 0;
  const { page, close } = await openTab(site.browser, slow.url, { viewport: { width: 1440, height: 900 } });
  for (const [, path] of site.templates) {
    for (const [name, at] of places) {
      const isCut = slow.cut(at);
      await page.goto(slow.url + path, { waitUntil: "commit" });
      if (!(await isCut)) {
        await page.waitForLoadState("load");
        continue;
      }
      // Two frames: what has arrived is on the screen.
      await becomes(page, `document.querySelector("h1") !== null`);
      await page.evaluate("document.fonts.ready.then(() => undefined)");
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
      await page.evaluate(mark);
      const before = rectangles.parse(await page.evaluate(measure));
      slow.release();
      await page.waitForLoadState("load");
      await settle(page);
      const after = rectangles.parse(await page.evaluate(measure));
      looked += 1;
      const moved = before.find((one, index) => isMoved(one, after[index]));
      if (moved !== undefined)
        findings.push({ where: path, what: `${moved.name} moves when more than ${name} arrives` });
    }
  }
  await close();
  await slow.stop();
  return { findings, notes: [`${looked} pages whose rest came later`] };
};

type Rectangle = z.infer<typeof rectangles>[number];

function isMoved(before: Rectangle, after: Rectangle | undefined): boolean {
  if (after === undefined) return true;
  return (["left", "top", "width"] as const).some((side) => Math.abs(before[side] - after[side]) > mostPixels);
}

/** What is on the screen and complete: everything but the elements that the rest is going to be in. */
const mark = `(() => {
  const open = new Set();
  for (let one = document.body; one !== null; one = one.lastElementChild) open.add(one);
  window.arrived = [...document.querySelectorAll("main *")].filter((one) => {
    const { top, width, height } = one.getBoundingClientRect();
    return !open.has(one) && width > 0 && height > 0 && top < innerHeight && !one.closest("[hidden], svg");
  });
})()`;

const measure = `window.arrived.map((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  return { name: one.tagName.toLowerCase() + (one.className === "" ? "" : "." + one.className), left, top, width };
})`;

interface SlowSite {
  readonly url: string;
  /** The next page stops there until it is released. Resolves to whether it has such a place. */
  cut(at: (html: string) => number): Promise<boolean>;
  release(): void;
  stop(): Promise<void>;
}

/** The same site: of pages, the first part comes first. */
async function serveSlowly(origin: string): Promise<SlowSite> {
  let next: { readonly at: (html: string) => number; readonly told: (isCut: boolean) => void } | null = null;
  let rest: { readonly response: ServerResponse; readonly html: string } | null = null;
  const server = createServer(async (request, response) => {
    const given = await fetch(origin + (request.url ?? "/"));
    const type = given.headers.get("content-type") ?? "application/octet-stream";
    response.writeHead(given.status, { "content-type": type });
    if (next === null || !type.startsWith("text/html")) {
      response.end(Buffer.from(await given.arrayBuffer()));
      return;
    }
    const { at, told } = next;
    next = null;
    const html = await given.text();
    const place = at(html);
    if (place === -1) response.end(html);
    else {
      response.write(html.slice(0, place));
      rest = { response, html: html.slice(place) };
    }
    told(place !== -1);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: originOf(server),
    cut: (at) => new Promise((told) => (next = { at, told })),
    release: () => {
      rest?.response.end(rest.html);
      rest = null;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server of the site has no port");
  return `http://127.0.0.1:${address.port}`;
}
