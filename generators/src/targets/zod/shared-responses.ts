// What several responses have in common -> constants that say it once: the set of headers most of them have, and entries of
// `components.responses`. They are not exported, so no name outside depends on what happens to be shared.
import { type Code, type ConstDeclaration, code, generatedSymbol, nothing, StructureKind } from "../../emit/index.ts";
import type { Header, Operation, Response } from "../../model/http.ts";
import { camelOf } from "../../model/identifiers.ts";
import { displayOf, identityOf, type Location, tokensTo } from "../../model/place.ts";

export interface SharedResponses {
  readonly declarations: readonly ConstDeclaration[];
  /** The constant that stands for these headers. */
  readonly headersOf: (headers: readonly Header[]) => Code | null;
  /** The constant that stands for this response. */
  readonly responseOf: (response: Response) => Code | null;
}

export interface ResponseWriting {
  readonly headersCode: (headers: readonly Header[]) => Code;
  readonly responseCode: (response: Response, shared: Pick<SharedResponses, "headersOf">) => Code;
}

export function sharedResponsesOf(operations: readonly Operation[], writing: ResponseWriting): SharedResponses {
  const responses = operations.filter(({ method }) => method !== "head").flatMap((operation) => operation.responses);
  const common = commonHeadersOf(operations.flatMap((operation) => operation.responses));
  const headersOf = (headers: readonly Header[]): Code | null =>
    common !== null && keyOf(headers) === keyOf(common) ? local("commonHeaders") : null;
  const components = componentsOf(responses);
  const headerConstant =
    common === null
      ? []
      : [constant("commonHeaders", "Headers that several responses have.", null, writing.headersCode(common))];
  return {
    declarations: [
      ...headerConstant,
      ...[...components.values()].map((each) =>
        constant(each.name, "", each.response.at, writing.responseCode(each.response, { headersOf })),
      ),
    ],
    headersOf,
    responseOf: (response) => {
      const found = components.get(identityOf(response.at));
      return found === undefined ? null : local(found.name);
    },
  };
}

/** The most frequent set of headers, when more than one response has it. */
function commonHeadersOf(responses: readonly Response[]): readonly Header[] | null {
  const sets = Map.groupBy(
    responses.map(({ headers }) => headers).filter((headers) => headers.length > 0),
    keyOf,
  );
  const most = [...sets.values()].reduce<readonly (readonly Header[])[]>(
    (best, set) => (set.length > best.length ? set : best),
    [],
  );
  return most.length > 1 ? (most[0] ?? null) : null;
}

/** Headers with the same names and schemas. */
function keyOf(headers: readonly Header[]): string {
  return JSON.stringify(
    headers.map(({ name, required, at, schema }) => [name, required, identityOf(at), identityOf(schema.at)]),
  );
}

/** Entries of `components.responses` that several operations answer with. */
function componentsOf(
  responses: readonly Response[],
): ReadonlyMap<string, { readonly name: string; readonly response: Response }> {
  const uses = [...Map.groupBy(responses.filter(isComponent), ({ at }) => identityOf(at))].filter(
    ([, same]) => same.length > 1,
  );
  const named = uses.flatMap(([identity, [response]]) =>
    response === undefined ? [] : [{ identity, response, name: nameOf(response) }],
  );
  const counts = Map.groupBy(named, ({ name }) => name);
  return new Map(named.filter(({ name }) => counts.get(name)?.length === 1).map((each) => [each.identity, each]));
}

function isComponent({ at }: Response): boolean {
  const [components, responses] = tokensTo(at).slice(-3);
  return components === "components" && responses === "responses";
}

function nameOf({ at }: Response): string {
  return `${camelOf(at.key.replace(/[-_ ]?response$/i, ""))}Response`;
}

function local(name: string): Code {
  return code`${generatedSymbol(name, "zod", "operations.gen.ts")}`;
}

function constant(name: string, text: string, at: Location | null, value: Code): ConstDeclaration {
  const doc = { text, tags: [], source: at === null ? null : displayOf(at) };
  return { kind: StructureKind.VariableStatement, name, doc, type: nothing, value, exported: false };
}
