// In the reader's browser: `/` or Control+K opens the search, what is typed finds pages, arrows go through them, Enter opens one.
import { meaningsOf, type Results, search } from "../search/engine.ts";
import { t } from "../words/interface.ts";
import { itemOf, loadIndex, showPassage } from "./search-hits.ts";

const most = 12;
/** Milliseconds. */
const pause = 150;

class SiteSearch extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.part("dialog", HTMLDialogElement);
    const input = this.part("input", HTMLInputElement);
    this.part("[data-open-modal]", HTMLButtonElement).addEventListener("click", () => this.open());
    this.part("[data-close-modal]", HTMLButtonElement).addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog) dialog.close();
    });
    input.addEventListener("input", () => void this.find());
    dialog.addEventListener("keydown", (event) => this.move(event));
    for (const button of this.kindButtons()) {
      button.addEventListener("click", () => {
        for (const other of this.kindButtons()) other.setAttribute("aria-pressed", String(other === button));
        void this.find();
      });
    }
    addEventListener("keydown", (event) => {
      const isShortcut = (event.metaKey || event.ctrlKey) && event.key === "k";
      if (!isShortcut && (event.key !== "/" || isTyping(event.target))) return;
      if (event.key === "/" && (event.metaKey || event.ctrlKey || event.altKey)) return;
      event.preventDefault();
      if (dialog.open && isShortcut) dialog.close();
      else this.open();
    });
  }

  private open(): void {
    const dialog = this.part("dialog", HTMLDialogElement);
    if (!dialog.open) dialog.showModal();
    const input = this.part("input", HTMLInputElement);
    input.focus();
    input.select();
    // Ready when the first letter has been typed.
    loadIndex(this.dataset["index"] ?? "").catch(() => undefined);
  }

  private async find(): Promise<void> {
    const text = this.part("input", HTMLInputElement).value;
    const list = this.part(".search-hits", HTMLUListElement);
    const said = this.part(".said", HTMLElement);
    try {
      const index = await loadIndex(this.dataset["index"] ?? "");
      // Something else may have been typed meanwhile.
      if (text !== this.part("input", HTMLInputElement).value) return;
      const base = this.dataset["base"] ?? "/";
      const results = search(index, text, { kind: this.kind(), most });
      const { hits, searched } = results;
      const items = hits.map((hit) => itemOf(hit, base));
      list.replaceChildren(...items);
      list.dataset["for"] = text;
      said.textContent = reportOf(results, text.trim(), hits.length === most);
      this.part(".starts", HTMLElement).hidden = hits.length > 0 || searched === "";
      // Who goes on typing is not shown what the half of a word finds.
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (text !== this.part("input", HTMLInputElement).value) return;
      const looked = { typed: searched, meanings: meaningsOf(index, searched), base };
      await Promise.all(items.map((item, at) => hits[at] && showPassage(item, hits[at], looked)));
    } catch {
      list.replaceChildren();
      said.textContent = t("The search could not be loaded. Check your connection and type again.");
    }
  }

  /** `null` for all of them: the first button. */
  private kind(): string | null {
    const [all, ...others] = this.kindButtons();
    const pressed = others.find((button) => button.getAttribute("aria-pressed") === "true");
    return all === undefined ? null : (pressed?.dataset["kind"] ?? null);
  }

  private move(event: KeyboardEvent): void {
    const input = this.part("input", HTMLInputElement);
    const links = [...this.querySelectorAll<HTMLAnchorElement>(".search-hits a")];
    const at = links.findIndex((link) => link.matches(":focus"));
    if (event.key === "Escape") {
      // The browser would only empty the input first.
      event.preventDefault();
      this.part("dialog", HTMLDialogElement).close();
    } else if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      links[0]?.click();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const to = at + (event.key === "ArrowDown" ? 1 : -1);
      if (to < 0) input.focus();
      else links[Math.min(to, links.length - 1)]?.focus();
    } else if (at >= 0 && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // Who goes on typing means the text.
      input.focus();
    }
  }

  private kindButtons(): HTMLButtonElement[] {
    return [...this.querySelectorAll<HTMLButtonElement>(".kinds button")];
  }

  private part<T extends Element>(selector: string, type: new () => T): T {
    const found = this.querySelector(selector);
    if (!(found instanceof type)) throw new Error(`the search has no ${selector}`);
    return found;
  }
}

/** What was searched for where that is not what was typed, and which words are on no page. */
function reportOf({ hits, searched, missing }: Results, typed: string, isCut: boolean): string {
  if (searched === "") return "";
  const words = missing.map((word) => `"${word}"`).join(", ");
  if (hits.length === 0) return t("No page has {words}. Try another word.", { words: words || `"${searched}"` });
  const counted = isCut ? 'The best results for "{text}"' : 'Results for "{text}": {count}';
  const count = t(counted, { text: searched, count: hits.length });
  if (missing.length > 0) return t("No page has {words}. {count} (without it)", { words, count });
  return searched === typed ? count : t('{count}; no page has "{typed}"', { count, typed });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
}

customElements.define("site-search", SiteSearch);
