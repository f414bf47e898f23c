// The page of the playground: an editor, what its text becomes, and the links that carry a text from one reader to another.
import "./playground.css";
import { type Checked, countsOf, type View } from "../../src/engine/messages.ts";
import { DescriptionEditor } from "./editor.ts";
import { element } from "./element.ts";
import { EngineClient } from "./engine-client.ts";
import { examples } from "./examples.ts";
import { OutputPane } from "./output.ts";
import { ProblemList } from "./problems.ts";
import { linkOf, sharedText } from "./sharing.ts";
import { sources } from "./sources.ts";

declare global {
  /** The name of the file of the worker, beside this one. */
  var engineFile: string;
}

const damaged = "The link is damaged, and its text cannot be read: ask for it again. ";

/** Typing does not start a run for each key. */
const pauseMilliseconds = 150;

const place = document.querySelector<HTMLElement>("[data-playground]");
if (place !== null) await start(place);

async function start(place: HTMLElement): Promise<void> {
  /** Comes before what the next check says. */
  let note = "";
  const engine = new EngineClient(new URL(globalThis.engineFile, import.meta.url));
  const status = element("p", { className: "pg-status", role: "status" });
  const editor = new DescriptionEditor(() => later());
  /** The codes that the reader tolerates in this text. */
  let tolerate: readonly string[] = [];
  const problems = new ProblemList({
    goTo: (problem) => editor.goTo(problem),
    tolerate: (code) => {
      tolerate = [...tolerate, code];
      later();
    },
  });
  const output = new OutputPane((view) => void show(view));
  const choice = chooser(async (text) => {
    busy(true);
    open(await text);
  });
  const fields = sources(open, (reason) => {
    status.textContent = reason;
  });
  const share = element("button", { className: "pg-button", type: "button" }, "Copy a link to this");
  share.addEventListener("click", async () => {
    const link = await linkOf(editor.text());
    history.replaceState(null, "", link);
    const size = `${(link.length / 1000).toFixed(1)} kB`;
    status.textContent = await navigator.clipboard.writeText(link).then(
      () => `The link is in the clipboard: ${size}. It holds the text, which is sent nowhere.`,
      () => `The address of this page now holds the text: ${size}.`,
    );
  });
  place.replaceChildren(
    element("div", { className: "pg-bar" }, choice, ...fields, share),
    status,
    element(
      "div",
      { className: "pg-panes" },
      element("section", { className: "pg-pane", ariaLabel: "Description" }, editor.place, problems.place),
      element("section", { className: "pg-pane", ariaLabel: "Generated" }, output.place),
    ),
  );

  /** Another text, of which nothing is tolerated yet. */
  function open(text: string): void {
    tolerate = [];
    editor.replace(text);
    later();
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  function busy(isBusy: boolean): void {
    place.ariaBusy = String(isBusy);
  }

  function later(): void {
    busy(true);
    clearTimeout(timer);
    timer = setTimeout(() => void check(), pauseMilliseconds);
  }

  async function check(): Promise<void> {
    clearTimeout(timer);
    const checked = await engine.check(editor.text(), tolerate);
    // A newer text is being checked.
    if (checked === null) return;
    if (typeof checked === "string") {
      busy(false);
      status.textContent = `The toolkit failed, which is a defect of it: ${checked}`;
      return;
    }
    editor.underline(checked.problems);
    problems.show(checked.problems);
    status.textContent = `${note}${statusOf(checked)}`;
    note = "";
    output.offer(checked.views);
    await show(output.view);
    busy(false);
  }

  async function show(view: View): Promise<void> {
    const shown = await engine.show(view);
    if (shown === null) return;
    if (typeof shown === "string") status.textContent = `The toolkit failed, which is a defect of it: ${shown}`;
    else output.show(view, shown);
  }

  const shared = await sharedText(location.hash);
  if (shared === "damaged") note = damaged;
  editor.replace(shared === null || shared === "damaged" ? await examples[0].text() : shared.text);
  addEventListener("hashchange", async () => {
    const next = await sharedText(location.hash);
    if (next === "damaged") status.textContent = damaged;
    else if (next !== null && next.text !== editor.text()) open(next.text);
  });
}

function chooser(choose: (text: Promise<string>) => Promise<void>): HTMLElement {
  const select = element("select", { className: "pg-select" });
  select.append(...examples.map(({ name }, index) => element("option", { value: String(index) }, name)));
  select.addEventListener("change", () => {
    const example = examples[Number(select.value)];
    if (example !== undefined) void choose(example.text());
  });
  return element("label", { className: "pg-label" }, "Start from ", select);
}

function statusOf({ standard, problems, milliseconds }: Checked): string {
  if (standard === null) return "Neither openapi, swagger nor asyncapi is a key of this text.";
  return `${standard}, read and checked in ${Math.max(1, Math.round(milliseconds))} ms: ${countsOf(problems) || "no problems"}.`;
}
