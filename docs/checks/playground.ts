// The playground in the browser: each description to start from and each tab, an edit that repairs an error, errors that a click tolerates, a
// file and an address that are opened, a download, a damaged link, a link that holds a description of a megabyte, what all of it weighs, and
// that no other page loads any of it.
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { becomes } from "./becomes.ts";
import type { Check, Finding, Site } from "./check.ts";
import { openTab } from "./tab.ts";

const path = "/playground/";
/** Of everything that the page and its tabs load, compressed as it is sent; each target of `later` is loaded when its tab is opened. */
const mostKilobytes = 500;
const later = ["Channels", "Mocks", "MCP"];
/** Hangs end; nothing is measured with it. */
const longestWaitMs = 60_000;

export const checkPlayground: Check = async (site) => {
  if (!site.paths.includes(path)) return { findings: [], notes: ["not among the pages"] };
  const findings: Finding[] = [];
  const notes: string[] = [];
  const note = (where: string, what: string): number => findings.push({ where: `${path} ${where}`, what });
  const tab = await openTab(site.browser, site.url, { viewport: { width: 1440, height: 900 } });
  const { page } = tab;
  const loaded = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith(path) && pathname !== path) loaded.add(response.url());
  });

  await page.goto(`${site.url}/guides/`, { waitUntil: "networkidle" });
  for (const url of loaded) note("", `${url} is loaded by another page`);

  for (const complaint of await fieldsBeforeResponses(site)) note("before anything is read", complaint);

  await page.goto(site.url + path);
  for (const name of await page.locator(".pg-label option").allTextContents()) {
    await page.locator(".pg-label select").selectOption({ label: name });
    if (name.startsWith("nothing")) continue;
    for (const complaint of await lookAt(page, name)) note(name, complaint);
  }
  const unopened = new Set(loaded);
  for (const [name, label] of [
    ["a shop (OpenAPI)", "Mocks"],
    ["a shop (OpenAPI)", "MCP"],
    ["signed events (AsyncAPI)", "Channels"],
  ] as const) {
    await page.locator(".pg-label select").selectOption({ label: name });
    if (!(await becomes(page, idle, longestWaitMs)) || !(await shows(page, label, /export /)))
      note(name, `${label} shows nothing: ${await statusOf(page)}`);
  }
  if (!(await hasWholeRing(page))) note("the editor", "the ring of its focus is not on all sides");
  if (!(await repaired(page))) note("mistakes", "after the errors were edited away, no type is shown");
  if (!(await tolerated(page))) note("mistakes", "after a click on each Tolerate, no type is shown");
  for (const complaint of await opened(page)) note("opened", complaint);
  for (const complaint of await tab.complaints()) if (!complaint.endsWith(` ${elsewhere}`)) note("", complaint);

  await page.goto("about:blank");
  await page.goto(`${site.url}${path}#text=cut-off`);
  if (!(await becomes(page, async () => /link is damaged/.test(await statusOf(page)), longestWaitMs)))
    note("a damaged link", `says only: ${await statusOf(page)}`);
  const large = largeDescription();
  const started = performance.now();
  await page.goto("about:blank");
  await page.goto(`${site.url}${path}#text=${deflateRawSync(large).toString("base64url")}`);
  if (!(await shows(page, "Types", /type Thing0 = /))) note("a megabyte", "no types are shown");
  notes.push(
    `${(large.length / 1e6).toFixed(2)} MB from a link: types after ${Math.round(performance.now() - started)} ms; ${await statusOf(page)}`,
  );
  for (const complaint of await tab.complaints()) note("a megabyte", complaint);

  const sizes = await Promise.all([...unopened].map(compressedSize));
  const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
  notes.push(`${kilobytes.toFixed(0)} kB compressed in ${sizes.length} files, all tabs but ${later.join(", ")} opened`);
  if (!(kilobytes > 0 && kilobytes <= mostKilobytes))
    note("", `weighs ${kilobytes.toFixed(0)} kB compressed: between 0 and ${mostKilobytes} kB are allowed`);
  await tab.close();
  return { findings, notes };
};

/** A slow machine shows the page long before the engine responds; its editors have names by then. */
async function fieldsBeforeResponses(site: Site): Promise<string[]> {
  const tab = await openTab(site.browser, site.url, { viewport: { width: 1440, height: 900 } });
  await tab.page.addInitScript("globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }");
  await tab.page.goto(site.url + path);
  const fields = tab.page.locator(".cm-content");
  const areThere = await becomes(tab.page, async () => (await fields.count()) === 2, longestWaitMs);
  const names = await fields.evaluateAll((found) => found.map((field) => field.ariaLabel ?? ""));
  await tab.close();
  if (!areThere) return [`${names.length} editors instead of 2`];
  return names.includes("") ? ["an editor has no accessible name"] : [];
}

const idle = "document.querySelector('[data-playground]')?.ariaBusy === 'false'";

/** Each tab of a description that is open has a text, unless errors stop it, which are then listed. */
async function lookAt(page: Page, name: string): Promise<string[]> {
  if (!(await becomes(page, idle, longestWaitMs))) return ["it is never read to the end"];
  if (name.includes("mistakes")) {
    const isListed = await becomes(
      page,
      async () => (await page.locator(".pg-problems li").count()) >= 4,
      longestWaitMs,
    );
    return isListed ? [] : ["its mistakes are not listed"];
  }
  const problems: string[] = [];
  if (!/no problems/.test(await statusOf(page))) problems.push(`it has problems: ${await statusOf(page)}`);
  for (const label of await page.locator(".pg-tabs button:visible").allTextContents()) {
    if (later.includes(label)) continue;
    if (!(await shows(page, label, /\S/))) problems.push(`${label} shows nothing: ${await statusOf(page)}`);
  }
  return problems;
}

/** The example with mistakes, selected and repaired by typing. */
async function repaired(page: Page): Promise<boolean> {
  await page.locator(".pg-label select").selectOption({ label: "a description with mistakes" });
  const editor = page.locator(".pg-editor .cm-content");
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(
    "openapi: 3.1.0\ninfo: { title: t, version: '1' }\ncomponents: { schemas: { Repaired: { type: string } } }\n",
  );
  return await shows(page, "Types", /type Repaired = string/);
}

/** The example with mistakes, each of which is tolerated. */
async function tolerated(page: Page): Promise<boolean> {
  await page.locator(".pg-label select").selectOption({ label: "a description with mistakes" });
  const buttons = page.locator(".pg-tolerate");
  await buttons.first().waitFor();
  while ((await buttons.count()) > 0) {
    await buttons.first().click();
    if (!(await becomes(page, idle, longestWaitMs))) return false;
  }
  return await shows(page, "Types", /type /);
}

/** On another host than the page. */
const elsewhere = "https://descriptions.example/fetched.yaml";

/** A file, and an address; the files of a target are downloaded. */
async function opened(page: Page): Promise<string[]> {
  const textOf = (name: string): string =>
    `openapi: 3.1.0\ninfo: { title: t, version: "1" }\ncomponents: { schemas: { ${name}: { type: string } } }\n`;
  const problems: string[] = [];
  await page.locator(".pg-file").setInputFiles({
    ...{ name: "mine.yaml", mimeType: "application/yaml" },
    buffer: Buffer.from(textOf("Filed")),
  });
  if (!(await shows(page, "Types", /type Filed = string/))) problems.push("a file of the reader is not shown");
  const headers = { "access-control-allow-origin": "*" };
  await page.route(elsewhere, (route) => route.fulfill({ headers, body: textOf("Fetched") }));
  await page.locator(".pg-address").fill(elsewhere);
  await page.locator(".pg-open button").click();
  if (!(await shows(page, "Types", /type Fetched = string/))) problems.push("the text at an address is not shown");
  const waiting = page.waitForEvent("download", { timeout: longestWaitMs });
  await page.locator(".pg-files .pg-button").click();
  const name = (await waiting).suggestedFilename();
  if (name !== "types.zip") problems.push(`the types are downloaded as ${name}`);
  return problems;
}

/** At the top and halfway down each side, the focus changes the outermost line to one colour. */
async function hasWholeRing(page: Page): Promise<boolean> {
  const editor = page.locator(".pg-editor");
  await page.evaluate(`document.querySelector(".pg-editor").scrollIntoView({ block: "center" })`);
  const box = await editor.boundingBox();
  if (box === null) return false;
  const [left, right, top] = [Math.round(box.x), Math.round(box.x + box.width), Math.round(box.y)];
  const y = top + 200;
  const coloursOf = async (): Promise<string[]> => {
    const places: readonly (readonly [x: number, y: number])[] = [
      [left, y],
      [right - 1, y],
      [left + 200, top],
    ];
    const seen = new Set<string>();
    for (const [x, line] of places)
      seen.add((await page.screenshot({ clip: { x, y: line, width: 1, height: 1 } })).toString("base64"));
    return [...seen];
  };
  const before = await coloursOf();
  await editor.locator(".cm-content").focus();
  const after = await coloursOf();
  return after.length === 1 && !before.includes(after[0] ?? "");
}

async function shows(page: Page, label: string, text: RegExp): Promise<boolean> {
  await page.getByRole("tab", { name: label, exact: true }).click();
  const code: Locator = page.locator(".pg-code-view .cm-content");
  return await becomes(
    page,
    async () => text.test((await code.textContent({ timeout: 500 }).catch(() => "")) ?? ""),
    longestWaitMs,
  );
}

async function statusOf(page: Page): Promise<string> {
  return (await page.locator(".pg-status").textContent()) ?? "";
}

/** As browsers are sent it. The browser does not tell it of what a worker loads. */
async function compressedSize(url: string): Promise<number> {
  const [response] = (await once(get(url, { headers: { "accept-encoding": "br" } }), "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  // A few lines gain nothing.
  if (response.headers["content-encoding"] !== "br" && bytes > 1_000)
    throw new Error(`${url} is sent without compression`);
  return bytes;
}

/** Operations and schemas that refer to each other, until it has a megabyte. */
function largeDescription(): string {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let index = 0, size = 0; size < 1_000_000; index += 1) {
    const schema = { $ref: `#/components/schemas/Thing${index}` };
    const content = { "application/json": { schema } };
    paths[`/things${index}/{id}`] = {
      get: {
        operationId: `getThing${index}`,
        summary: `Reads thing ${index}`,
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "The thing.", content } },
      },
    };
    schemas[`Thing${index}`] = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, next: { $ref: `#/components/schemas/Thing${Math.max(0, index - 1)}` } },
    };
    size += JSON.stringify(paths[`/things${index}/{id}`]).length + JSON.stringify(schemas[`Thing${index}`]).length;
  }
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Large", version: "1" }, paths, components: { schemas } });
}
