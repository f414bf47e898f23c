// A parameter or a property at a place -> every text that has its name, so that all can be changed together.
import type { TextEdit, WorkspaceEdit } from "vscode-languageserver";
import { positionAt, type SourceDocument, spanOf } from "waybill/language";
import { methods } from "../methods.ts";
import { locationOf, rangeOf, uriOfPath } from "../places.ts";
import { writtenName } from "../text/written-name.ts";
import { isObject, valueAt } from "../value-at.ts";
import type { Project } from "../workspace/project.ts";
import type { Texts } from "../workspace/texts.ts";
import { isWithin, type Spot } from "./named-things.ts";
import { followed, mentionsOf, mentionsWithin } from "./references.ts";
import { tokenIn } from "./rename.ts";

export interface Member {
  readonly kind: "parameter" | "property";
  readonly name: string;
  /** Of the name at the cursor. */
  readonly at: NamePlace;
  readonly places: readonly NamePlace[];
  /** Names beside it. */
  readonly taken: readonly string[];
}

/** Where a name is: a key, a whole value, or a part of either, whose offset counts from its start. */
interface NamePlace {
  readonly document: SourceDocument;
  readonly start: number;
  readonly end: number;
  /** Whether it is a key or a text by itself, which may need quotes. */
  readonly isWhole: boolean;
}

/** `null` where neither is at the offset. */
export function memberAt(document: SourceDocument, offset: number, project: Project, texts: Texts): Member | null {
  const { tokens, part } = positionAt(document, offset);
  const spot = { path: document.path, tokens };
  const member =
    part === "key"
      ? (propertyAt(document, tokens, project) ?? inTemplate(document, tokens, offset, { project, texts }))
      : parameterAt(spot, { project, texts });
  const at = member?.places.find(
    (one) => one.document.path === document.path && one.start <= offset && offset <= one.end,
  );
  return member === null || at === undefined ? null : { ...member, at };
}

type Found = Omit<Member, "at">;

export function objectionToMember({ kind, name, taken }: Member, newName: string): string | null {
  if (newName.trim() === "" || /[\p{Cc}\u2028\u2029]/u.test(newName))
    return "a name must be on one line, and not empty";
  if (kind === "parameter" && /[{}/?#]/.test(newName)) return "the name of a parameter must not have braces or slashes";
  return newName !== name && taken.includes(newName) ? `there is already a ${kind} "${newName}" here` : null;
}

export function memberEdits({ places }: Member, newName: string): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const { document, start, end, isWhole } of places) {
    const written = document.text.slice(start, end);
    const newText = isWhole ? writtenName(newName, written, document.format) : newName;
    const uri = uriOfPath(document.path);
    changes[uri] = [...(changes[uri] ?? []), { range: rangeOf(document, start, end), newText }];
  }
  return { changes };
}

function placeOf(document: SourceDocument, tokens: readonly string[], part: "key" | "value"): NamePlace {
  return { document, ...spanOf(locationOf(document, tokens), part), isWhole: true };
}

/** A key of `properties`: with `required`, the discriminator, examples of the schema, and references into it. */
function propertyAt(document: SourceDocument, tokens: readonly string[], project: Project): Found | null {
  const [name = "", parent, above] = tokens.toReversed();
  const holder = tokens.slice(0, -2);
  if (parent !== "properties" || above === "properties" || !isObject(valueAt(document.value, holder))) return null;
  const valueIn = (inside: readonly string[]): unknown => valueAt(document.value, [...holder, ...inside]);
  const places = [placeOf(document, tokens, "key")];
  // The schema that this is a part of may require it.
  const requiring = holder.at(-2) === "allOf" ? [holder, holder.slice(0, -2)] : [holder];
  for (const at of requiring)
    for (const [index, one] of listAt(document.value, [...at, "required"]).entries())
      if (one === name) places.push(placeOf(document, [...at, "required", String(index)], "value"));
  if (valueIn(["discriminator", "propertyName"]) === name)
    places.push(placeOf(document, [...holder, "discriminator", "propertyName"], "value"));
  const examples = listAt(document.value, [...holder, "examples"]).map((_, index) => ["examples", String(index)]);
  for (const inside of [["example"], ["default"], ...examples])
    if (isObject(valueIn(inside)) && Object.hasOwn(Object(valueIn(inside)), name))
      places.push(placeOf(document, [...holder, ...inside, name], "key"));
  const named = { kind: "part", path: document.path, tokens } as const;
  for (const other of project.documents())
    for (const mention of mentionsWithin(other, project)) {
      if (typeof mention.spelling === "string" || !isWithin(mention.named, named)) continue;
      const { start, end } = spanOf(locationOf(other, mention.spot.tokens));
      const inside = tokenIn(other.text.slice(start, end), tokens.length - 1);
      if (inside !== null)
        places.push({ document: other, start: start + inside.start, end: start + inside.end, isWhole: false });
    }
  return { kind: "property", name, places, taken: Object.keys(Object(valueIn(["properties"]))) };
}

interface Around {
  readonly project: Project;
  readonly texts: Texts;
}

/** The value of `name` in a parameter. */
function parameterAt({ path, tokens }: Spot, around: Around): Found | null {
  const document = around.texts.lastParsed(path)?.document;
  const parameter = { path, tokens: tokens.slice(0, -1) };
  const value = valueAt(document?.value, parameter.tokens);
  const name = valueAt(value, ["name"]);
  if (
    document === undefined ||
    tokens.at(-1) !== "name" ||
    typeof name !== "string" ||
    typeof valueAt(value, ["in"]) !== "string"
  )
    return null;
  if (valueAt(value, ["in"]) === "path") return pathParameter(name, { parameters: [parameter], routes: [] }, around);
  const beside = listAt(document.value, parameter.tokens.slice(0, -1)).map((one) => valueAt(one, ["name"]));
  return { kind: "parameter", name, places: [placeOf(document, tokens, "value")], taken: beside.map(String) };
}

/** `{id}` in a key of `paths`. */
function inTemplate(document: SourceDocument, tokens: readonly string[], offset: number, around: Around): Found | null {
  if (tokens.length !== 2 || tokens[0] !== "paths") return null;
  const { start, end } = spanOf(locationOf(document, tokens), "key");
  const templates = [...document.text.slice(start, end).matchAll(/\{([^{}]+)\}/g)];
  const template = templates.find(
    ({ 0: { length }, index }) => start + index <= offset && offset <= start + index + length,
  );
  const routes = [{ path: document.path, tokens }];
  return template?.[1] === undefined ? null : pathParameter(template[1], { parameters: [], routes }, around);
}

/** All parameters and paths that have the name together: a component may be a parameter of several paths, and a path has several of them. */
function pathParameter(
  name: string,
  start: { readonly parameters: readonly Spot[]; readonly routes: readonly Spot[] },
  { project, texts }: Around,
): Found {
  const [parameters, routes] = [new Map<string, Spot>(), new Map<string, Spot>()];
  const taken: string[] = [];
  const valueIn = ({ path, tokens }: Spot): unknown => valueAt(texts.lastParsed(path)?.document.value, tokens);
  const addRoute = (route: Spot): void => {
    if (routes.has(keyOf(route))) return;
    routes.set(keyOf(route), route);
    taken.push(...[...(route.tokens.at(-1) ?? "").matchAll(/\{([^{}]+)\}/g)].map(([, other = ""]) => other));
    const item = followed(route, texts);
    for (const holder of [item, ...methods.map((method) => ({ ...item, tokens: [...item.tokens, method] }))])
      listAt(valueIn(holder), ["parameters"]).forEach((_, index) => {
        const parameter = followed({ ...holder, tokens: [...holder.tokens, "parameters", String(index)] }, texts);
        const value = valueIn(parameter);
        if (valueAt(value, ["in"]) === "path" && valueAt(value, ["name"]) === name) addParameter(parameter);
      });
  };
  const addParameter = (parameter: Spot): void => {
    if (parameters.has(keyOf(parameter))) return;
    parameters.set(keyOf(parameter), parameter);
    for (const route of routesOf(parameter, project)) addRoute(route);
  };
  start.routes.forEach(addRoute);
  start.parameters.forEach(addParameter);
  const places = [...parameters.values()].flatMap(({ path, tokens }) => {
    const document = texts.lastParsed(path)?.document;
    return document === undefined ? [] : [placeOf(document, [...tokens, "name"], "value")];
  });
  for (const { path, tokens } of routes.values()) {
    const document = texts.lastParsed(path)?.document;
    if (document === undefined) continue;
    const key = spanOf(locationOf(document, tokens), "key");
    const at = document.text.slice(key.start, key.end).indexOf(`{${name}}`);
    if (at === -1) continue;
    const from = key.start + at + 1;
    places.push({ document, start: from, end: from + name.length, isWhole: false });
  }
  return { kind: "parameter", name, places, taken };
}

/** The paths whose parameter this is: the one it is in, or those that refer to it or to what it is in. */
function routesOf(spot: Spot, project: Project, seen: Set<string> = new Set()): Spot[] {
  const { path, tokens } = spot;
  if (tokens[0] === "paths") return [{ path, tokens: tokens.slice(0, 2) }];
  if (seen.has(keyOf(spot))) return [];
  seen.add(keyOf(spot));
  return tokens.flatMap((_, index) =>
    mentionsOf({ kind: "part", path, tokens: tokens.slice(0, index + 1) }, project)
      .filter(({ mention }) => typeof mention.spelling !== "string")
      .flatMap(({ mention }) => routesOf(mention.spot, project, seen)),
  );
}

function keyOf({ path, tokens }: Spot): string {
  return JSON.stringify([path, ...tokens]);
}

function listAt(value: unknown, tokens: readonly string[]): readonly unknown[] {
  const list = valueAt(value, tokens);
  return Array.isArray(list) ? list : [];
}
