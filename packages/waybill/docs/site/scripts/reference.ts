// In the reader's browser: the buttons above samples become tabs, and each sample can be copied; the chosen language is remembered.
import { t } from "../words/interface.ts";
import { anchorFor } from "./anchors.ts";
import "./try-it.ts";

const remembered = "waybill-sample-language";

for (const [index, group] of document.querySelectorAll<HTMLElement>(".rd [data-tabs]").entries())
  makeTabs(group, index);
for (const block of document.querySelectorAll<HTMLElement>(".rd .rd-code")) addCopyButton(block);
for (const button of document.querySelectorAll<HTMLButtonElement>(".rd [data-copy]")) {
  button.addEventListener("click", () => void copy(button, button.dataset["copy"] ?? ""));
}
for (const button of document.querySelectorAll<HTMLButtonElement>(".rd .rd-expand > button"))
  button.addEventListener("click", () => expand(button));
openTarget();
addEventListener("hashchange", openTarget);

function makeTabs(group: HTMLElement, place: number): void {
  const panels = [...group.querySelectorAll<HTMLElement>(":scope > [data-tab]")];
  const list = group.querySelector<HTMLElement>(":scope > .rd-tabs");
  if (list === null) return;
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", group.dataset["title"] ?? t("Samples"));
  const tabs = [...list.querySelectorAll("button")];
  for (const [index, tab] of tabs.entries()) {
    const panel = panels[index];
    if (panel === undefined) continue;
    tab.setAttribute("role", "tab");
    panel.id ||= `samples-${place + 1}-${index + 1}`;
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-label", tab.textContent ?? "");
    tab.addEventListener("click", () => choose(group, tab.textContent ?? "", true));
    panel.addEventListener("beforematch", () => choose(group, tab.textContent ?? "", false));
  }
  list.addEventListener("keydown", (event) => move(event, tabs));
  const wanted = group.dataset["tabs"] === "language" ? recall() : null;
  const known = tabs.some((tab) => tab.textContent === wanted);
  show(group, known && wanted !== null ? wanted : (tabs[0]?.textContent ?? ""));
  group.classList.add("rd-tabbed");
}

/** A browser may refuse to keep anything, and then throws. */
function recall(): string | null {
  try {
    return localStorage.getItem(remembered);
  } catch {
    return null;
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(remembered, name);
  } catch {
    // The next page begins with the first language again.
  }
}

/** Languages change together, in every group of the page. */
function choose(group: HTMLElement, name: string, remember: boolean): void {
  const isLanguage = group.dataset["tabs"] === "language";
  if (isLanguage && remember) keep(name);
  const groups = isLanguage ? document.querySelectorAll<HTMLElement>('.rd [data-tabs="language"].rd-tabbed') : [group];
  for (const one of groups) show(one, name);
}

function show(group: HTMLElement, name: string): void {
  for (const panel of group.querySelectorAll<HTMLElement>(":scope > [data-tab]")) {
    if (panel.dataset["tab"] === name) panel.removeAttribute("hidden");
    else panel.setAttribute("hidden", "until-found");
  }
  for (const tab of group.querySelectorAll<HTMLElement>(":scope > .rd-tabs > [role=tab]")) {
    const isChosen = tab.textContent === name;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
}

function move(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const at = tabs.findIndex((tab) => tab.matches(":focus"));
  const last = tabs.length - 1;
  const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  tabs[to]?.focus();
  tabs[to]?.click();
}

/** Opens everything that is folded on the page, and closes it again. */
function expand(button: HTMLButtonElement): void {
  const isOpening = button.textContent === t("Expand all");
  for (const details of document.querySelectorAll<HTMLDetailsElement>(".rd details")) details.open = isOpening;
  button.textContent = t(isOpening ? "Collapse all" : "Expand all");
}

function addCopyButton(block: HTMLElement): void {
  // Browsers have it for HTTPS and for the machine itself only.
  if (!("clipboard" in navigator)) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "rd-copy";
  button.textContent = t("Copy");
  button.addEventListener("click", () => void copy(button, block.textContent ?? ""));
  block.before(button);
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => "clipboard" in navigator,
    () => false,
  );
  button.textContent = t(isCopied ? "Copied" : "Not copied");
  setTimeout(() => (button.textContent = t("Copy")), 1500);
}

/** A link to something inside of a tab that is not open opens it; one to an anchor of an older page leads to the field it means. */
function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === "") return;
  const target = document.getElementById(id);
  const panel = target?.closest<HTMLElement>("[data-tab]");
  const group = panel?.parentElement;
  if (panel && group) choose(group, panel.dataset["tab"] ?? "", false);
  if (target !== null) return;
  const ids = [...document.querySelectorAll(".rd [id]")].map((one) => one.id);
  const meant = anchorFor(id, ids);
  if (meant !== null) location.replace(`#${encodeURIComponent(meant)}`);
}
