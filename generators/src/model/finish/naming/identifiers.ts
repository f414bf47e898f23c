// Words of a description -> identifiers: `order-status` -> OrderStatus, `list_orders` -> listOrders.

/** The runs of letters and digits in a text, without invisible characters; case inside a run is the author's. */
function runsOf(text: string): string[] {
  // Fast path for nearly every word of a description; Unicode properties take many times as long.
  if (/^[ -~]*$/.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  const runs = text.normalize("NFC").match(/[\p{ID_Continue}--\p{Default_Ignorable_Code_Point}]+/gv) ?? [];
  return runs.flatMap((run) => run.split("_").filter((part) => part !== ""));
}

/** PascalCase; empty when the text has no character that an identifier can contain. */
export function pascalOf(texts: readonly string[]): string {
  return startable(texts.flatMap(runsOf).map(capitalised).join(""));
}

/** camelCase; a leading acronym is lowered as a whole: `URLFor` -> urlFor, `ID` -> id, `GetOrder` -> getOrder. */
export function camelOf(text: string): string {
  const [first = "", ...rest] = runsOf(text);
  const head = first.replace(/^(?:\p{Lu}+(?![\p{Ll}\p{Lu}])|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu})/u, (start) =>
    start.toLowerCase(),
  );
  return startable([head, ...rest.map(capitalised)].join(""));
}

function capitalised(run: string): string {
  const [first = ""] = run;
  return first.toUpperCase() + run.slice(first.length);
}

function startable(name: string): string {
  return name === "" || /^[\p{ID_Start}_$]/u.test(name) ? name : `_${name}`;
}
