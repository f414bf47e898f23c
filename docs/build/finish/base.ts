// Paths of the site in a page -> paths under the base the site is built for; links to another version are left as they are.
import { attributeOf, type Document, elementsOf, removeAttribute } from "./document.ts";

/** On a link that leads out of its version. */
const outsideMark = "data-outside-base";

export function addBase({ tree }: Document, base: string): void {
  for (const element of elementsOf(tree)) {
    const outside = attributeOf(element, outsideMark) !== undefined;
    removeAttribute(element, outsideMark);
    if (outside || base === "/") continue;
    for (const attribute of element.attrs) {
      const isPath = ["href", "src", "data-copy-page"].includes(attribute.name) && /^\/(?!\/)/.test(attribute.value);
      if (isPath && !attribute.value.startsWith(base)) attribute.value = `${base}${attribute.value.slice(1)}`;
    }
  }
}
