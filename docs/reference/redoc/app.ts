// A description -> Redoc, the very script that `redocly build-docs` puts into its page, running in a window of its own.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { type DomElement, type DomWindow, JSDOM, VirtualConsole } from "jsdom";
import { withNever } from "../description/decorate.ts";
import type { JsonObject } from "../description/json.ts";

export interface RedocApp {
  readonly document: DomElement;
  /** What the description says about itself, with its sections. */
  readonly overview: string;
  /** Goes to a route such as `orders/createorder` and returns what Redoc shows there. */
  visit(route: string): Promise<DomElement>;
  create(tagName: string): DomElement;
  /** Presses a button or a tab and waits until Redoc has drawn what follows from it. */
  press(element: DomElement): Promise<void>;
  close(): void;
}

/** The left half of a row of a page; the right half has the samples. */
export const panel = '[data-testid="middle-panel"]';

const origin = "http://127.0.0.1";

/** The description has to be whole, without references to other files. `languages` are those of its samples. */
export async function openRedoc(description: JsonObject, languages: readonly string[]): Promise<RedocApp> {
  const problems: string[] = [];
  const window = openWindow(problems);
  window.eval(redocScript());
  window["redocDefinition"] = JSON.stringify(withNever(description));
  const options = { ...settings, codeSamples: { languages: [...languages, "payload"].map((lang) => ({ lang })) } };
  window.eval(`Redoc.init(JSON.parse(redocDefinition), ${JSON.stringify(options)}, document.getElementById("redoc"))`);
  const first = await settled(window, problems, () => firstPanel(window), "its first page");
  return {
    overview: first.outerHTML,
    document: window.document,
    visit: async (route) => {
      const to = `/${route}`;
      window.eval(
        `history.pushState({ idx: 1, key: ${JSON.stringify(to)} }, "", ${JSON.stringify(to)});` +
          `dispatchEvent(new PopStateEvent("popstate", { state: history.state }))`,
      );
      return await settled(window, problems, () => sectionOf(window, to), `the page ${to}`);
    },
    create: (tagName) => window.document.createElement(tagName),
    press: async (element) => {
      element.click();
      await settled(window, problems, () => element, "what follows a click");
    },
    close: () => window.close(),
  };
}

const settings = {
  router: "history",
  disableTelemetry: true,
  skipBundle: true,
  schemasExpansionLevel: "all",
  jsonSamplesExpandLevel: "all",
  schemaDefinitionsTagName: "Schemas",
};

function openWindow(problems: string[]): DomWindow {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on("error", (problem) => problems.push(String(problem)));
  virtualConsole.on("jsdomError", (problem) => problems.push(String(problem)));
  const { window } = new JSDOM(
    '<!doctype html><html lang="en"><head></head><body><div id="redoc"></div></body></html>',
    {
      url: `${origin}/`,
      pretendToBeVisual: true,
      runScripts: "outside-only",
      virtualConsole,
    },
  );
  Object.assign(window, { TextEncoder, TextDecoder, structuredClone });
  window.eval(missing);
  return window;
}

/**
 * What a browser has and jsdom has not. Without an IntersectionObserver Redoc draws everything at once, which is wanted;
 * its 270 kB of styles are not, and reading them takes most of the time.
 */
const missing = `
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  window.scrollTo = () => {};
  window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
  window.CSS = { escape: (text) => text, supports: () => false };
  Element.prototype.scrollIntoView = () => {};
  Object.assign(performance, { getEntriesByType: () => [], getEntriesByName: () => [], mark() {}, measure() {} });
  window.SC_DISABLE_SPEEDY = true;
  const createElement = document.createElement.bind(document);
  document.createElement = (name, ...rest) => {
    const element = createElement(name, ...rest);
    if (name === "style") element.setAttribute("type", "text/plain");
    return element;
  };
  window.changes = 0;
  new MutationObserver(() => (window.changes += 1)).observe(document, { subtree: true, childList: true, attributes: true });
`;

/** The module as a script: what it exports goes to a global, and the address it has as a module is not known. */
function redocScript(): string {
  const cli = path.dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json"));
  const file = path.join(cli, "lib", "chunks", "redoc.standalone.js");
  const module = readFileSync(file, "utf8");
  const script = module
    .replace(/export\{[^{}]*\binit\b[^{}]*\};?\s*$/, "globalThis.Redoc={init};")
    .replaceAll(/(?<!["`])import\.meta\.(?:dirname|url)/g, '""');
  if (!script.endsWith("globalThis.Redoc={init};")) {
    throw new Error(`${file} no longer exports init at its end: see how Redoc is started now, and fix redocScript`);
  }
  return script;
}

function firstPanel(window: DomWindow): DomElement | null {
  return window.document.querySelector(`main ${panel}`);
}

function sectionOf(window: DomWindow, route: string): DomElement | null {
  const section = window.document.querySelector(`main [data-section-id="${route}"]`);
  return section?.querySelector(panel) === null ? null : section;
}

/** Waits until the page no longer changes and `found` finds something; it looks in still pages only, since jsdom takes long for it. */
async function settled<T>(
  window: DomWindow,
  problems: readonly string[],
  found: () => T | null,
  what: string,
): Promise<T> {
  let before: unknown = null;
  for (let turn = 0; turn < 2000; turn += 1) {
    await after(quiet);
    const [problem] = problems;
    if (problem !== undefined) throw new Error(`Redoc fails at ${what}: ${problem}`);
    const now = window["changes"];
    const result = now === before ? found() : null;
    if (result !== null) return result;
    before = now;
  }
  throw new Error(
    `Redoc never shows ${what}: does the description have it, and does redoc/app.ts look for the right thing?`,
  );
}

/** Milliseconds without a change after which a page counts as drawn. React waits for a few at most. */
const quiet = 15;
