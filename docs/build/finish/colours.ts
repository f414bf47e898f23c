// Starlight's pages are dark until its script runs -> pages that follow the system where no script does.
import { type Document, elementNamed, removeAttribute } from "./document.ts";

/** The script sets the theme before the page is painted: only readers without it see a page that has none. */
export function leaveThemeOpen(document: Document): void {
  removeAttribute(elementNamed(document, "html"), "data-theme");
}

/** Adds to a style sheet, behind each rule of the light theme, the same for a page without a theme on a light system. */
export function followingSystem(css: string): string {
  return css.replaceAll(
    /([^{}]*\[data-theme=['"]?light['"]?\][^{}]*)\{([^{}]*)\}/g,
    (rule, selector: string, body: string) => {
      // Expressive Code has such rules itself.
      if (selector.includes(".expressive-code")) return rule;
      const open = selector.replaceAll(
        /(?::root|html)?\[data-theme=['"]?light['"]?\](?::root)?/g,
        ":root:not([data-theme])",
      );
      return `${rule}@media (prefers-color-scheme:light){${open}{${body}}}`;
    },
  );
}
