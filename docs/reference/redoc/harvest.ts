// A page of Redoc -> all it shows once every tab and every choice has been opened, as pieces of HTML.
import type { DomElement } from "jsdom";
import { panel, type RedocApp } from "./app.ts";

export interface Sample {
  /** `curl`; `null` for a payload as such. */
  readonly language: string | null;
  /** What the menu of examples calls it; `null` when there is no choice. */
  readonly example: string | null;
  /** The `pre` with its colours. */
  readonly html: string;
}

export interface OperationView {
  /** Description, security, parameters and body. */
  readonly request: string;
  readonly responses: readonly ResponseView[];
  /** Samples in languages, and the payloads that the description gives. */
  readonly samples: readonly Sample[];
  /** What else Redoc shows, such as callbacks. */
  readonly rest: readonly string[];
}

export interface ResponseView {
  readonly status: string;
  readonly html: string;
  readonly samples: readonly Sample[];
}

export async function harvestOperation(app: RedocApp, route: string): Promise<OperationView> {
  const section = await app.visit(route);
  await openVariants(app, section);
  const [, request, ...others] = section.querySelectorAll(panel);
  const samples = await harvestSamples(app, () => section.querySelector(".panel-request-samples"));
  const responses = await harvestResponses(app, section);
  return {
    request: request?.outerHTML ?? "",
    responses,
    samples: samples.filter(({ html }) => !html.includes("// No request payload")),
    rest: others.filter((other) => other.querySelector(responseTabs) === null).map((other) => other.outerHTML),
  };
}

export interface MessageView {
  /** Its title, as the menu of messages has it. */
  readonly label: string;
  /** What it is for, its headers and its payload. */
  readonly html: string;
}

export interface ChannelView {
  /** What is said of the channel itself. */
  readonly html: string;
  readonly messages: readonly MessageView[];
}

export async function harvestChannel(app: RedocApp, route: string): Promise<ChannelView> {
  const section = await app.visit(route);
  const html = section.querySelector(panel)?.outerHTML ?? "";
  const box = (): DomElement | null => section.querySelector(`[data-section-id="/${route}/messages"]`);
  const choices = await choicesOf(app, () => box()?.querySelector('button[aria-haspopup="menu"]') ?? null);
  const messages: MessageView[] = [];
  for (const choice of choices ?? [null]) {
    if (choice !== null) await choice.choose();
    const shown = box();
    if (shown === null) continue;
    await openVariants(app, shown);
    const label = choice?.label ?? shown.querySelector("button")?.textContent.trim() ?? "";
    messages.push({ label, html: shown.outerHTML });
  }
  return { html, messages };
}

/** A page that has nothing to choose but alternatives: a schema, or an operation of a channel. */
export async function harvestPlain(app: RedocApp, route: string): Promise<string> {
  const section = await app.visit(route);
  await openVariants(app, section);
  return [...section.querySelectorAll(panel)].map((shown) => shown.outerHTML).join("");
}

const responseTabs = "[data-response-codes-tablist]";

async function harvestResponses(app: RedocApp, section: DomElement): Promise<ResponseView[]> {
  const tabs = (): DomElement[] => [...section.querySelectorAll(`${responseTabs} [role="tab"]`)];
  const views: ResponseView[] = [];
  for (const index of tabs().keys()) {
    const tab = tabs()[index];
    if (tab === undefined) continue;
    await app.press(tab);
    await openVariants(app, section);
    const samples = await harvestSamples(app, () => section.querySelector(".panel-response-samples"));
    const html = section.querySelector(responseTabs)?.closest(panel)?.outerHTML ?? "";
    views.push({ status: tab.textContent.trim(), html, samples });
  }
  return views;
}

/** Each language of the menu with each example. The menu before it, with the path in it, is that of the servers. */
async function harvestSamples(app: RedocApp, panelOf: () => DomElement | null): Promise<Sample[]> {
  const languages = await choicesOf(app, () => lastMenu(panelOf(), '[data-component-name="Panel/PanelHeader"]'));
  const samples: Sample[] = [];
  for (const language of languages ?? [null]) {
    if (language !== null) await language.choose();
    const name = language === null || /^payload$/i.test(language.label) ? null : language.label;
    const examples = await choicesOf(app, () => panelOf()?.querySelector('button[aria-label="Example"]') ?? null);
    for (const example of examples ?? [null]) {
      if (example !== null) await example.choose();
      const html = panelOf()?.querySelector("pre")?.outerHTML;
      if (html === undefined) continue;
      const isSame = samples.some((sample) => sample.language === name && sample.html === html);
      if (!isSame) samples.push({ language: name, example: example?.label ?? null, html });
    }
  }
  return samples;
}

function lastMenu(panel: DomElement | null, within: string): DomElement | null {
  const header = panel?.querySelector(within) ?? null;
  const menus = [...(header?.querySelectorAll('button[aria-haspopup="menu"]') ?? [])];
  return menus.findLast((menu) => menu.querySelector('[data-component-name="Tag/Tag"]') === null) ?? null;
}

interface Choice {
  readonly label: string;
  choose(): Promise<void>;
}

/** The items of a menu, which Redoc draws outside of its panel; `null` when there is no menu. */
async function choicesOf(app: RedocApp, menuOf: () => DomElement | null): Promise<Choice[] | null> {
  const items = async (): Promise<DomElement[]> => {
    const all = (): DomElement[] => [...app.document.querySelectorAll('[role="menuitem"]')];
    const before = new Set(all());
    const menu = menuOf();
    if (menu === null) return [];
    await app.press(menu);
    const opened = all().filter((item) => !before.has(item));
    const own = [...(menu.parentElement?.querySelectorAll('[role="menuitem"]') ?? [])];
    // The box to search a menu in is an item of it, too.
    return (opened.length > 0 ? opened : own).filter((item) => item.textContent.trim() !== "");
  };
  if (menuOf() === null) return null;
  const labels = (await items()).map((item) => item.textContent.trim());
  const opened = menuOf();
  if (opened?.getAttribute("aria-expanded") === "true") await app.press(opened);
  return labels.map((label, index) => ({
    label,
    choose: async () => {
      const item = (await items())[index];
      if (item === undefined) throw new Error(`Redoc's menu has lost its item "${label}"`);
      await app.press(item);
    },
  }));
}

/**
 * Puts a copy of what each tab of a `oneOf` or `anyOf` shows behind the tabs, as `<section data-variant="Its name">`. The
 * section of the tab that is open is there twice then.
 */
async function openVariants(app: RedocApp, scope: DomElement): Promise<void> {
  for (const switcher of [...scope.querySelectorAll(switchers)]) {
    const box = switcher.parentElement;
    if (box === null || box.querySelector(":scope > [data-variants]") !== null) continue;
    const tabs = (): DomElement[] => [...switcher.querySelectorAll('[role="tab"]')];
    const copies: { readonly label: string; readonly html: string }[] = [];
    for (const [index, { textContent: label }] of tabs().entries()) {
      const tab = tabs()[index];
      if (tab !== undefined) await app.press(tab);
      for (const nested of box.querySelectorAll(`:scope > :not(${switchers})`)) await openVariants(app, nested);
      copies.push({ label, html: htmlWithout(box, switcher) });
      for (const nested of [...box.querySelectorAll("[data-variants]")]) nested.remove();
    }
    const holder = app.create("div");
    holder.setAttribute("data-variants", "");
    for (const { label, html } of copies) {
      const section = app.create("section");
      section.setAttribute("data-variant", label.trim());
      section.innerHTML = html;
      holder.append(section);
    }
    box.append(holder);
  }
}

const switchers = '[data-section-id="switcher"]';

function htmlWithout(box: DomElement, switcher: DomElement): string {
  return [...box.children]
    .filter((child) => child !== switcher)
    .map((child) => child.outerHTML)
    .join("");
}
