// What is used of jsdom. Its own types bring those of a browser into every module of the workspace.
declare module "jsdom" {
  export interface DomElement {
    readonly tagName: string;
    readonly outerHTML: string;
    innerHTML: string;
    textContent: string;
    readonly parentElement: DomElement | null;
    readonly previousElementSibling: DomElement | null;
    getAttribute(name: string): string | null;
    setAttribute(name: string, value: string): void;
    querySelector(selectors: string): DomElement | null;
    querySelectorAll(selectors: string): Iterable<DomElement>;
    closest(selectors: string): DomElement | null;
    readonly children: Iterable<DomElement>;
    append(child: DomElement): void;
    click(): void;
    remove(): void;
  }

  export interface DomWindow {
    readonly document: DomElement & { createElement(tagName: string): DomElement };
    eval(code: string): unknown;
    close(): void;
    [name: string]: unknown;
  }

  export class VirtualConsole {
    on(event: "error" | "warn" | "jsdomError", listener: (problem: unknown) => void): this;
  }

  export class JSDOM {
    constructor(html: string, options: Readonly<Record<string, unknown>>);
    readonly window: DomWindow;
  }
}
