// Words of a description to identifiers: `order-status` -> OrderStatus, `list_orders` -> listOrders.

/** The runs of letters and digits in a text; case inside a run is the author's. */
function runsOf(text: string): string[] {
  return text.normalize("NFC").match(/[\p{ID_Continue}]+/gu)?.flatMap((run) => run.split("_").filter((part) => part !== "")) ?? [];
}

/** PascalCase; empty when the text holds nothing an identifier could be made of. */
export function pascalOf(texts: readonly string[]): string {
  return startable(texts.flatMap(runsOf).map(capitalised).join(""));
}

/** camelCase; a leading acronym keeps its case only when nothing follows in lower case (`getURL`, `urlFor` stay). */
export function camelOf(text: string): string {
  const [first = "", ...rest] = runsOf(text);
  const head = /^\p{Lu}+$/u.test(first) ? first.toLowerCase() : `${first.slice(0, 1).toLowerCase()}${first.slice(1)}`;
  return startable([head, ...rest.map(capitalised)].join(""));
}

function capitalised(run: string): string {
  return `${run.slice(0, 1).toUpperCase()}${run.slice(1)}`;
}

function startable(name: string): string {
  return name === "" || /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`;
}
