// The method and the path of an operation -> an id for it, if the description has none.
import type { PathTemplate, Trigger } from "../../http.ts";
import { spelledOf } from "./spelling.ts";

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
  const words = [trigger.key, ...(trigger.kind === "callback" ? [path.text] : [])].map(spelledWord);
  return [...words, ...(method === "post" ? [] : [sent])].join("_");
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
  const words = text.split("_").map((word) => (word === "" ? "" : spelledOf(word)));
  return words.join("_underscore_");
}
