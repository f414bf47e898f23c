// A description with slots -> JSON text with a text in every slot, and the places where each slot stands.
// A slot is written `⟦name⟧`, `⟦name|pointer⟧` where it stands inside a reference; members keep the order they are written in.

export type Template = null | boolean | number | string | readonly Template[] | { readonly [key: string]: Template };

export interface Filled {
  readonly text: string;
  readonly places: readonly { readonly slot: string; readonly pointer: string }[];
}

export type TextOf = (slot: string) => string;

export function slotsOf(template: Template): string[] {
  const slots = new Set<string>();
  fill(template, (slot) => {
    slots.add(slot);
    return slot;
  });
  return [...slots];
}

export function fill(template: Template, textOf: TextOf): Filled {
  const places: { slot: string; pointer: string }[] = [];
  const fillText = (text: string, pointer: string | null): string =>
    text.replace(slotPattern, (_, slot: string, way: string | undefined) => {
      if (pointer !== null) places.push({ slot, pointer });
      return way === undefined ? textOf(slot) : encoded(textOf(slot));
    });
  const textAt = (value: Template, pointer: string): string => {
    if (typeof value === "string") return JSON.stringify(fillText(value, pointer));
    if (isList(value)) return `[${value.map((element, at) => textAt(element, `${pointer}/${at}`)).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(([name, member]) => {
      const key = fillText(name, null);
      const at = `${pointer}/${escaped(key)}`;
      fillText(name, at);
      return `${JSON.stringify(key)}:${textAt(member, at)}`;
    });
    return `{${members.join(",")}}`;
  };
  return { text: textAt(template, ""), places };
}

const slotPattern = /⟦([^⟧|]+)(?:\|(pointer))?⟧/g;

function isList(value: Template): value is readonly Template[] {
  return Array.isArray(value);
}

function escaped(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A token of a pointer inside a URI fragment; a lone surrogate has no encoding and stays as it is. */
function encoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(escaped(text)) : escaped(text);
}
