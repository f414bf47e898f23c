// Words of a description -> identifiers: `order-status` -> OrderStatus, `list_orders` -> listOrders.
import type { PathTemplate, Trigger } from "../../http.ts";

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

// Words of a description -> identifiers that preserve every character, for names that would clash otherwise.

/**
 * `order-line` -> `order_dash_line`, `order_line` is unchanged: letters, digits and underscores stay, any other character becomes
 * its name or number. A first character that is not allowed, and the empty text, become an identifier too.
 */
export function spelledOf(text: string): string {
  if (text === "") return "empty";
  // Texts that look the same but encode accents differently must not become names that look the same.
  const isPlain = text === text.normalize("NFC");
  const tokens = [...text].map((character) => {
    if (/[A-Za-z0-9_]/.test(character)) return character;
    return isPlain && isLetter(character)
      ? character
      : `\u0000${characterNames.get(character) ?? codeOf(character)}\u0000`;
  });
  const spelled = tokens
    .join("")
    .replace(/^\0|\0$/g, "")
    .replaceAll("\u0000", "_");
  return /^[\p{ID_Start}_]/u.test(spelled) ? spelled : `_${spelled}_`;
}

function isLetter(character: string): boolean {
  return /^[\p{ID_Continue}--\p{Default_Ignorable_Code_Point}]$/v.test(character);
}

function codeOf(character: string): string {
  return `u${(character.codePointAt(0) ?? 0).toString(16)}`;
}

const characterNames: ReadonlyMap<string, string> = new Map([
  ["-", "dash"],
  [".", "dot"],
  ["/", "slash"],
  [" ", "space"],
  [":", "colon"],
  [",", "comma"],
  ["+", "plus"],
  ["=", "equals"],
  ["~", "tilde"],
  ["@", "at"],
  ["#", "hash"],
  ["$", "dollar"],
  ["%", "percent"],
  ["&", "and"],
  ["*", "star"],
  ["!", "bang"],
  ["?", "question"],
]);

// The method and the path of an operation -> an id for it, if the description has none.

/** The method and path of an operation. */
export interface Endpoint {
  readonly method: string;
  readonly path: PathTemplate;
  readonly trigger: Trigger | null;
}

/**
 * `get /v1/orders/{orderId}` -> `get_v1_orders_by_orderId`: the location in the description, as words. A request that the API
 * sends is named after its webhook or callback, with the method unless it is POST.
 */
export function idFrom({ method, path, trigger }: Endpoint): string {
  if (trigger !== null) return method === "post" ? trigger.key : `${trigger.key}_${method}`;
  const text = path.text.replace(/\{([^{}]*)\}/g, "/by/$1");
  return `${method}${text}`.replace(/[^\p{ID_Continue}]+/gu, "_").replace(/_$/, "");
}

/** `get /jobs/` -> `get_jobs_slash`: as `idFrom`, with a word for each character that `idFrom` drops. */
export function spelledIdFrom({ method, path, trigger }: Endpoint): string {
  const sent = spelledOf(method);
  if (trigger === null) return [sent, ...wordsOf(path.text)].join("_");
  const parts = [trigger.key, ...(trigger.kind === "callback" ? [path.text] : [])].map(spelledWord);
  return [...parts, ...(method === "post" ? [] : [sent])].join("_");
}

/** Whether `idFrom` drops nothing, so that no other operation has a better claim to the id. */
export function isPlain({ method, path, trigger }: Endpoint): boolean {
  if (trigger === null) return /^(?:\/[A-Za-z0-9]+)+$/.test(path.text);
  return trigger.kind === "webhook" && method === "post" && /^[a-z][A-Za-z0-9]*$/.test(trigger.key);
}

function wordsOf(path: string): string[] {
  return path
    .slice(1)
    .split("/")
    .flatMap((segment) => (segment === "" ? ["slash"] : segment.split(/(\{[^{}]*\})/).flatMap(wordsOfPart)));
}

/** Words are joined by underscores, so an underscore inside a word is spelled out. */
function wordsOfPart(part: string): string[] {
  if (part === "") return [];
  const [, name] = /^\{(.*)\}$/.exec(part) ?? [];
  return [...(name === undefined ? [] : ["parameter"]), spelledWord(name ?? part)];
}

function spelledWord(text: string): string {
  const spelledWords = text.split("_").map((word) => (word === "" ? "" : spelledOf(word)));
  return spelledWords.join("_underscore_");
}
