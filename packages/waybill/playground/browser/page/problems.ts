// The problems of a description below it: code, message and hint, each a way to its line.
import { countsOf, type Problem } from "../../src/engine/messages.ts";
import { element } from "./element.ts";

/** More than this and the list is not read but scrolled. Errors come first. */
const shownAtMost = 100;

export class ProblemList {
  readonly place: HTMLElement = element("ul", { className: "pg-problems" });
  private readonly goTo: (problem: Problem) => void;
  private readonly tolerate: (code: string) => void;

  constructor({ goTo, tolerate }: { goTo: (problem: Problem) => void; tolerate: (code: string) => void }) {
    this.goTo = goTo;
    this.tolerate = tolerate;
  }

  show(problems: readonly Problem[]): void {
    const items = problems.slice(0, shownAtMost).map((problem) => this.itemOf(problem));
    const more = problems.slice(shownAtMost);
    if (more.length > 0) items.push(element("li", {}, `and ${more.length} more: ${countsOf(more)}`));
    this.place.replaceChildren(...items);
    this.place.hidden = items.length === 0;
  }

  private itemOf(problem: Problem): HTMLElement {
    const { code, severity, message, hint, line, tolerable } = problem;
    const head = element(
      line === null ? "span" : "button",
      { className: "pg-where" },
      line === null ? "" : `line ${line}`,
    );
    if (head instanceof HTMLButtonElement) {
      head.type = "button";
      head.addEventListener("click", () => this.goTo(problem));
    }
    const word = element("span", { className: `pg-severity pg-${severity}` }, severity);
    const link = element("a", { className: "pg-code", href: `../errors/${code}/` }, code);
    const item = element(
      "li",
      {},
      element("p", {}, word, " ", head, " ", link),
      element("p", { className: "pg-message" }, message),
      element("p", { className: "pg-hint" }, hint),
    );
    if (tolerable === null) return item;
    const button = element("button", { className: "pg-tolerate", type: "button" }, `Tolerate ${code}`);
    button.addEventListener("click", () => this.tolerate(code));
    item.append(element("p", { className: "pg-hint" }, button, ` Then ${tolerable}.`));
    return item;
  }
}
