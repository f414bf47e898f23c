// A place in generated code to the place in the description it comes from: by the `@see file#/pointer` of its declaration
// and the keys between the declaration and the place, or else by the first name nearby that the description gave.
import type { WalkedDocuments } from "../../checks/walked-documents.ts";
import type { Related } from "../../diagnostics/index.ts";
import type { Api } from "../../model/api.ts";
import { everyOperationOf } from "../../model/http.ts";
import { attempt } from "../../source/attempt.ts";
import type { Location, Node } from "../../source/index.ts";

export interface Origin extends Related {
  /** `Order.note`; what the generated code calls it. */
  readonly name: string;
  readonly place: { readonly kind: "key"; readonly location: Location };
}

export class Origins {
  private readonly documents: WalkedDocuments;
  private readonly named: ReadonlyMap<string, Location>;

  constructor(documents: WalkedDocuments, named: ReadonlyMap<string, Location>) {
    this.documents = documents;
    this.named = named;
  }

  /** The source of a zero-based line and column of a generated text; `null` if no comment or name there refers to one. */
  of(text: string, line: number, column: number): Origin | null {
    const lines = text.split("\n");
    const see = seeOf(lines, line);
    const root = see === null ? null : this.documents.named(see.file);
    if (see === null || root === null) return this.byName(lines, line);
    const offset = offsetOf(lines, line) + column;
    const declaration = this.documents.follow(root, tokensOf(see.pointer));
    const { node, keys } = this.descend(declaration, enclosingKeys(text, offsetOf(lines, see.end), offset));
    return originOf([see.name, ...keys].filter((part) => part !== null).join("."), node);
  }

  /** Tables have no comment for each row: the row contains the name. */
  private byName(lines: readonly string[], line: number): Origin | null {
    for (let at = line; at >= Math.max(0, line - nearby); at -= 1) {
      for (const word of lines[at]?.match(/[\w$.-]+/g) ?? []) {
        const place = this.named.get(word);
        if (place !== undefined) return originOf(word, place);
      }
      if (/^[A-Za-z]/.test(lines[at] ?? "")) return null;
    }
    return null;
  }

  /** The first declaration of a text that says where it comes from. */
  ofFirst(text: string): Origin | null {
    const line = text.split("\n").findIndex((one) => seePattern.test(one));
    return line === -1 ? null : this.of(text, line, 0);
  }

  /** From a schema to the property that the keys of the generated object lead to. */
  private descend(from: Node, wanted: readonly string[]): { node: Node; keys: string[] } {
    let node = from;
    const keys: string[] = [];
    for (const key of wanted) {
      const next = this.property(node, key);
      if (next === undefined) continue;
      node = next;
      keys.push(key);
    }
    return { node, keys };
  }

  private property(of: Node, key: string): Node | undefined {
    const schema = this.documents.resolved(of);
    const items = schema.get("items");
    return schema.get("properties")?.get(key) ?? (items === undefined ? undefined : this.property(items, key));
  }
}

/** How many lines a row of a table takes, at most. */
const nearby = 60;

function originOf(name: string, location: Location): Origin {
  const displayName = name === "" ? "this" : name;
  return { name: displayName, message: `${displayName} comes from here`, place: { kind: "key", location } };
}

/** Lines before it are header and imports: they change only because something below does. */
export function bodyStart(text: string): number {
  const line = text
    .split("\n")
    .findIndex((one) => /^(?:\/\*\*|export|(?:declare|type|interface|const|function|class) )/.test(one));
  return line === -1 ? Number.POSITIVE_INFINITY : line;
}

const seePattern = /@see (\S.*?)#(\/.*?)(?:\s*\*\/)?$/;

interface See {
  readonly file: string;
  readonly pointer: string;
  /** The line after the comment, where its declaration begins. */
  readonly end: number;
  readonly name: string | null;
}

/** The tag in the comment around `line`, or else in the nearest comment above, if its declaration reaches that line. */
function seeOf(lines: readonly string[], line: number): See | null {
  let start = Math.min(line, lines.length - 1);
  while (start < lines.length - 1 && lines[start]?.trim() === "") start += 1;
  for (let at = start; isComment(lines[at]); at += 1) {
    const see = seeIn(lines, at);
    if (see !== null) return see;
  }
  for (let at = start; at >= 0; at -= 1) {
    const see = seeIn(lines, at);
    if (see !== null) return reaches(lines, see.end, start) ? see : null;
  }
  return null;
}

/** Nothing else begins, at the same depth, between the start of a declaration or member and a line. */
function reaches(lines: readonly string[], start: number, line: number): boolean {
  const depth = lines[start]?.search(/\S/) ?? 0;
  return lines.slice(start + 1, line + 1).every((text) => text.search(/\S/) > depth || !/^\s*["\w/]/.test(text));
}

function seeIn(lines: readonly string[], at: number): See | null {
  const [, file, pointer] = seePattern.exec(lines[at] ?? "") ?? [];
  if (file === undefined || pointer === undefined) return null;
  let end = at + 1;
  while (isComment(lines[end])) end += 1;
  const name = /^\s*(?:export )?(?:declare )?(?:(?:type|interface|const|function|class|readonly) )?"?([\w$]+)/.exec(
    lines[end] ?? "",
  );
  return { file, pointer, end, name: name?.[1] ?? null };
}

function isComment(line: string | undefined): boolean {
  return line !== undefined && /^\s*(?:\/\*\*|\*)/.test(line);
}

function offsetOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
}

function tokensOf(pointer: string): string[] {
  if (pointer === "/") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The names in generated code, each with its place in the description: `listOrders`, `ListOrdersRequest`, `listOrdersSchemas`, `RateLimit-Limit`, `Order`, `OrderSchema`, `OrderCreated` ... */
export function namedPlacesOf(apis: readonly Api[]): ReadonlyMap<string, Location> {
  const places = new Map<string, Location>();
  const add = (at: Location, names: readonly string[]): void => {
    for (const name of names) if (!places.has(name)) places.set(name, at);
  };
  for (const { http, messaging, schemas } of apis) {
    for (const { at, id, name, typeName, responses } of everyOperationOf(http)) {
      add(at, [id, name, typeName, `${typeName}Request`, `${typeName}Response`, `${name}Schemas`, `${name}Route`]);
      for (const header of responses.flatMap(({ headers }) => headers)) add(header.at, [header.name]);
    }
    for (const { at, key, eventName, typeName } of messaging?.messages ?? []) {
      add(at, [key, eventName, typeName, `${typeName}Schema`]);
    }
    for (const { at, name } of schemas) add(at, [name, `${name}Schema`]);
  }
  return places;
}

// A place in generated code to the keys of the object types or literals around it, outermost first:
// in `{ id: string; to: { city: st` they are `to`, `city`.

/** Reads `text` from a declaration's start up to `offset`. */
export function enclosingKeys(text: string, start: number, offset: number): string[] {
  const keys: (string | null)[] = [];
  let at = start;
  let end = offset;
  while (at < text.length) {
    const token = tokenAt(text, at);
    const next = at + token.length;
    // The comment of a member is above it: continue with that member.
    if (token.startsWith("/*") && at < end && end <= next) end = endOfKey(text, next);
    if (at >= endOfKey(text, end)) break;
    if ("{([".includes(token)) keys.push(null);
    else if ("})]".includes(token)) keys.pop();
    else if ((token === "," || token === ";") && keys.length > 0) keys[keys.length - 1] = null;
    else if (keys.length > 0 && keys.at(-1) === null && /^\??:/.test(text.slice(next, next + 2)))
      keys[keys.length - 1] = nameOf(token);
    at = next;
  }
  return keys.filter((key) => key !== null);
}

/** A comment, a string, a name, or a single character. */
const tokenPattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|[\w$]+|[\s\S]/y;

function tokenAt(text: string, at: number): string {
  tokenPattern.lastIndex = at;
  return tokenPattern.exec(text)?.[0] ?? " ";
}

/** The place after the next key, if a key is next; otherwise the same place. */
function endOfKey(text: string, from: number): number {
  const ahead = /^\s*(?:readonly )?(?:[\w$]*|"(?:[^"\\\n]|\\.)*")\??:/.exec(text.slice(from, from + 200));
  return ahead === null ? from : from + ahead[0].length;
}

function nameOf(token: string): string {
  return (token.startsWith('"') ? attempt(() => String(JSON.parse(token))) : null) ?? token;
}
