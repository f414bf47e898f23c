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

declare global {
  /** The name of the file of the worker, beside this one. */
  var engineFile: string;
}

/** Typing does not start a run for each key. */
const pauseMilliseconds = 150;

const place = document.querySelector<HTMLElement>("[data-playground]");
if (place !== null) await start(place);

async function start(place: HTMLElement): Promise<void> {
  const engine = new EngineClient(new URL(globalThis.engineFile, import.meta.url));
  const status = element("p", { className: "pg-status", role: "status" });
  const editor = new DescriptionEditor(() => later());
  const problems = new ProblemList((problem) => editor.goTo(problem));
  const output = new OutputPane((view) => void show(view));
  const choice = chooser(async (text) => {
    busy(true);
    editor.replace(await text);
    later();
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
    element("div", { className: "pg-bar" }, choice, share, status),
    element(
      "div",
      { className: "pg-panes" },
      element("section", { className: "pg-pane", ariaLabel: "Description" }, editor.place, problems.place),
      element("section", { className: "pg-pane", ariaLabel: "Generated" }, output.place),
    ),
  );

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
    const checked = await engine.check(editor.text());
    // A newer text is being checked.
    if (checked === null) return;
    if (typeof checked === "string") {
      busy(false);
      status.textContent = `The toolkit failed, which is a defect of it: ${checked}`;
      return;
    }
    editor.underline(checked.problems);
    problems.show(checked.problems);
    status.textContent = statusOf(checked);
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
  editor.replace(shared ?? (await examples[0].text()));
  addEventListener("hashchange", async () => {
    const text = await sharedText(location.hash);
    if (text !== null && text !== editor.text()) editor.replace(text);
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
