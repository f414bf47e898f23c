// What a description becomes: a tab for each target, a list of its files, and the text of one.
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { foldGutter } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { type Shown, type ShownFile, type View, views } from "../../src/engine/messages.ts";
import { colours, rooted } from "./code-view.ts";
import { element } from "./element.ts";
import { save } from "./save.ts";

const labels: Readonly<Record<View, string>> = {
  types: "Types",
  zod: "Zod",
  client: "Client",
  server: "Server",
  webhooks: "Webhooks",
  channels: "Channels",
  mocks: "Mocks",
  mcp: "MCP",
  samples: "Calls",
};

/** What people want to see first of each. */
const first: Readonly<Partial<Record<View, RegExp>>> = {
  types: /^schemas/,
  zod: /^schemas/,
  client: /^(?:methods|operations|client)\b/,
  server: /^(?:handlers|routes)\b/,
  channels: /^(?:channels|application)\b/,
  mocks: /^(?:handlers|mocks)\b/,
  mcp: /^tools\b/,
};

export class OutputPane {
  readonly place: HTMLElement;
  private readonly tabs = new Map<View, HTMLButtonElement>();
  private readonly select = element("select", { className: "pg-select", ariaLabel: "File" });
  private readonly download = element("button", { className: "pg-button", type: "button" }, "Download");
  private readonly note = element("p", { className: "pg-note", hidden: true });
  private readonly code = element("div", { className: "pg-code-view" });
  private readonly editor: EditorView;
  private readonly open: (view: View) => void;
  private readonly chosen = new Map<View, string>();
  private files: readonly ShownFile[] = [];
  private current: View = "types";

  constructor(open: (view: View) => void) {
    this.open = open;
    this.editor = rooted(this.code, { extensions: readOnly("") });
    const list = element("div", { className: "pg-tabs", role: "tablist", ariaLabel: "What is generated" });
    for (const view of views) list.append(this.tabOf(view));
    list.addEventListener("keydown", (event) => this.move(event));
    this.select.addEventListener("change", () => {
      this.chosen.set(this.current, this.select.value);
      this.print();
    });
    this.download.addEventListener("click", () => void save(`${this.current}.zip`, this.files));
    const panel = element(
      "div",
      { className: "pg-panel", role: "tabpanel", id: "pg-panel" },
      element("div", { className: "pg-files" }, this.select, this.download),
      this.note,
      this.code,
    );
    this.place = element("div", { className: "pg-output" }, list, panel);
    this.mark();
  }

  get view(): View {
    return this.current;
  }

  /** Hides the tabs that have nothing to show. */
  offer(offered: readonly View[]): void {
    for (const [view, tab] of this.tabs) tab.hidden = !offered.includes(view);
    if (!offered.includes(this.current)) this.current = offered[0] ?? "types";
    this.mark();
  }

  show(view: View, shown: Shown): void {
    if (view !== this.current) return;
    const isStopped = shown.kind === "stopped";
    this.files = isStopped ? [] : shown.files;
    this.note.hidden = !isStopped && this.files.length > 0;
    this.note.textContent = isStopped
      ? "Nothing is generated while the description has errors."
      : "This target has nothing to write for this description.";
    this.select.replaceChildren(...this.files.map(({ name }) => element("option", { value: name }, name)));
    this.select.hidden = this.files.length < 2;
    this.download.hidden = this.files.length === 0;
    this.code.hidden = this.files.length === 0;
    this.print();
  }

  private print(): void {
    const wanted = this.chosen.get(this.current);
    const pattern = first[this.current];
    const file =
      this.files.find(({ name }) => name === wanted) ??
      this.files.find(({ name }) => pattern?.test(name) === true) ??
      this.files[0];
    if (file === undefined) return;
    this.select.value = file.name;
    const { scrollTop } = this.editor.scrollDOM;
    const isSame = this.code.dataset["file"] === `${this.current} ${file.name}`;
    this.code.dataset["file"] = `${this.current} ${file.name}`;
    this.editor.setState(EditorState.create({ doc: file.text, extensions: readOnly(file.language) }));
    this.editor.scrollDOM.scrollTo({ top: isSame ? scrollTop : 0 });
  }

  private tabOf(view: View): HTMLButtonElement {
    const tab = element("button", { type: "button", role: "tab", id: `pg-tab-${view}` }, labels[view]);
    tab.setAttribute("aria-controls", "pg-panel");
    tab.addEventListener("click", () => this.choose(view));
    this.tabs.set(view, tab);
    return tab;
  }

  private choose(view: View): void {
    this.current = view;
    this.mark();
    this.open(view);
  }

  private mark(): void {
    for (const [view, tab] of this.tabs) {
      const isCurrent = view === this.current;
      tab.ariaSelected = String(isCurrent);
      tab.tabIndex = isCurrent ? 0 : -1;
    }
    this.place.querySelector("#pg-panel")?.setAttribute("aria-labelledby", `pg-tab-${this.current}`);
  }

  private move(event: KeyboardEvent): void {
    const offered = views.filter((view) => this.tabs.get(view)?.hidden === false);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = offered.at((offered.indexOf(this.current) + step) % offered.length);
    if (next === undefined) return;
    this.choose(next);
    this.tabs.get(next)?.focus();
  }
}

function readOnly(language: string): NonNullable<Parameters<typeof EditorState.create>[0]>["extensions"] & object {
  return [
    lineNumbers(),
    foldGutter(),
    colours,
    language === "typescript" ? typescriptLanguage : [],
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ "aria-label": "Generated code", tabindex: "0" }),
  ];
}
