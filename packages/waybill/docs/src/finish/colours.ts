// A style sheet of Starlight, whose pages are dark until its script runs -> one that follows the system where no script does. The pages
// lose their `data-theme` with it: the script sets it before the first paint, so only readers without scripts see a page that has none.

/** Adds behind each rule of the light theme the same for a page without a theme on a light system. */
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
