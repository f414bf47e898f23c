// The selectors of a configuration that name what was renamed -> the options for the new description, and the configuration's new text.
import type { ts } from "ts-morph";
import type { Api } from "../model/api.ts";
import type { ApiOptions } from "../model/api-options.ts";
import type { Pattern, Selector, SelectorField } from "../model/finish/selector.ts";
import { everyOperationOf, type Operation } from "../model/http.ts";
import { isList } from "../model/values/equality.ts";
import type { StatedRenames } from "./plan/findings.ts";
import { type Pair, pairedMessages, pairedOperations } from "./plan/paired.ts";

export interface SelectorRename {
  readonly api: string;
  readonly field: SelectorField;
  readonly from: string;
  readonly to: string;
}

/** The options of an API that have selectors. */
const lists = ["include", "exclude", "pagination"] as const;

export function hasSelectors({ include, exclude, pagination }: ApiOptions): boolean {
  return include.length + exclude.length > 0 || (Array.isArray(pagination) && pagination.length > 0);
}

/** Those that select nothing in the new description, and whose successor is known. Patterns with `*` stay as they are. */
export function selectorRenames(
  api: string,
  options: ApiOptions,
  sides: Pair<Api>,
  stated: StatedRenames,
): SelectorRename[] {
  const known = successorsOf(sides.before, sides.after, stated);
  const selectors = lists.flatMap((list): readonly Selector[] =>
    options[list] === false ? [] : (options[list] ?? []),
  );
  const renames = selectors.flatMap((selector) =>
    [...known].flatMap(([field, names]) =>
      textsOf(selector[field]).flatMap((from): SelectorRename[] => {
        const to = names.get(from);
        return to === undefined ? [] : [{ api, field, from, to }];
      }),
    ),
  );
  return [...new Map(renames.map((each) => [`${each.field} ${each.from}`, each])).values()];
}

/** The names that are gone, by field, with those that came instead. */
function successorsOf(before: Api, after: Api, stated: StatedRenames): Map<SelectorField, ReadonlyMap<string, string>> {
  const operations = pairedOperations(everyOperationOf(before.http), everyOperationOf(after.http), stated).pairs;
  const messages = pairedMessages(before.messaging?.messages ?? [], after.messaging?.messages ?? [], stated).pairs;
  const now = everyOperationOf(after.http);
  const only = (of: (operation: Operation) => readonly string[]): ReadonlyMap<string, string> =>
    successors(
      operations.flatMap((pair) => pairsOf(of(pair.before), of(pair.after))),
      new Set(now.flatMap(of)),
    );
  return new Map<SelectorField, ReadonlyMap<string, string>>([
    ["operation", new Map([...only(({ name }) => [name]), ...only(({ id }) => [id])])],
    ["path", only(({ path }) => [path.text])],
    ["tag", only(({ tags }) => tags)],
    [
      "message",
      successors(
        messages.flatMap((pair) => [
          [pair.before.key, pair.after.key] as const,
          [pair.before.eventName, pair.after.eventName] as const,
        ]),
        new Set((after.messaging?.messages ?? []).flatMap(({ key, eventName }) => [key, eventName])),
      ),
    ],
  ]);
}

/** Of two lists, what one has lost and the other has gained, where that is one name each. */
function pairsOf(before: readonly string[], after: readonly string[]): (readonly [string, string | null])[] {
  const [gone, fresh] = [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
  return gone.map((name) => [name, gone.length === 1 && fresh.length === 1 ? (fresh[0] ?? null) : null] as const);
}

/** A name has a successor if it is gone everywhere, and all that had it have the same one. */
function successors(
  pairs: readonly (readonly [string, string | null])[],
  remainingNames: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const renamesByName = Map.groupBy(
    pairs.filter(([from, to]) => from !== to && !remainingNames.has(from)),
    ([from]) => from,
  );
  return new Map(
    [...renamesByName].flatMap(([from, group]) => {
      const [to, ...others] = new Set(group.map(([, name]) => name));
      return to === undefined || to === null || others.length > 0 ? [] : [[from, to] as const];
    }),
  );
}

function textsOf(pattern: Pattern | readonly Pattern[] | undefined): string[] {
  const all = pattern === undefined ? [] : Array.isArray(pattern) ? pattern : [pattern];
  return all.filter((each): each is string => typeof each === "string");
}

export function withRenamedSelectors(options: ApiOptions, renames: readonly SelectorRename[]): ApiOptions {
  const renamed = <S extends Selector>(selector: S): S => {
    const edited = { ...selector };
    for (const { field, from, to } of renames) {
      const value: Pattern | readonly Pattern[] | undefined = edited[field];
      const nowOf = (pattern: Pattern): Pattern => (pattern === from ? to : pattern);
      if (value !== undefined) Object.assign(edited, { [field]: isList(value) ? value.map(nowOf) : nowOf(value) });
    }
    return edited;
  };
  const { include, exclude, pagination } = options;
  return {
    ...options,
    include: include.map(renamed),
    exclude: exclude.map(renamed),
    pagination: Array.isArray(pagination) ? pagination.map(renamed) : pagination,
  };
}

export interface EditedConfig {
  readonly text: string;
  /** Those whose text is nowhere in the configuration as a selector, since it is computed. */
  readonly left: readonly SelectorRename[];
}

/** Only the texts are replaced; everything else stays, byte for byte. */
export function configWith(
  text: string,
  renames: readonly SelectorRename[],
  { isJson, compiler }: { readonly isJson: boolean; readonly compiler: typeof ts },
): EditedConfig {
  const kind = isJson ? compiler.ScriptKind.JSON : compiler.ScriptKind.TS;
  const source = compiler.createSourceFile("config", text, compiler.ScriptTarget.Latest, true, kind);
  const edits: { readonly start: number; readonly end: number; readonly to: string }[] = [];
  const done = new Set<SelectorRename>();
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node)) {
      const keys = keysAround(node, compiler);
      const rename = renames.find(
        ({ api, field, from }) => from === node.text && keys[0] === field && isSelector(keys) && isOf(api, keys),
      );
      if (rename !== undefined) {
        done.add(rename);
        // Inside of the quotes, whichever they are.
        edits.push({ start: node.getStart(source) + 1, end: node.end - 1, to: JSON.stringify(rename.to).slice(1, -1) });
      }
    }
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return {
    text: edits
      .toSorted((a, b) => b.start - a.start)
      .reduce((editedText, { start, end, to }) => editedText.slice(0, start) + to + editedText.slice(end), text),
    left: renames.filter((rename) => !done.has(rename)),
  };
}

/** The names of the members around a text, from the inside. */
function keysAround(node: ts.Node, compiler: typeof ts): string[] {
  const keys: string[] = [];
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent)
    if ((compiler.isPropertyAssignment(at) || compiler.isVariableDeclaration(at)) && "text" in at.name)
      keys.push(String(at.name.text));
  return keys;
}

function isSelector([, list = ""]: readonly string[]): boolean {
  return lists.some((name) => name === list);
}

/** Whether the text is in that API, or in none: a variable that several APIs use. */
function isOf(api: string, keys: readonly string[]): boolean {
  const at = keys.indexOf("apis");
  return at < 1 || keys[at - 1] === api;
}
