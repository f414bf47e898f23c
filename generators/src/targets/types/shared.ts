// What several responses have in common -> declarations that say it once: `components.responses`, and the set of headers
// most responses have. None of them is exported, so no name outside depends on what happens to be shared.
import { generatedType, StructureKind, type TypeAliasDeclaration } from "../../emit/index.ts";
import type { HttpMethod, Operation, Response } from "../../model/http.ts";
import { pascalOf } from "../../model/identifiers.ts";
import { displayOf, identityOf, tokensTo } from "../../model/place.ts";
import { docOfText } from "../docs.ts";
import { headersNodeOf, responseNodeOf, type SharedTypes } from "./response.ts";
import { declaredCodeOf } from "./type-code.ts";
import { keyOf, type ObjectNode, type TypeNode } from "./type-node.ts";

export interface Shared extends SharedTypes {
  readonly declarations: readonly TypeAliasDeclaration[];
}

export function sharedOf(operations: readonly Operation[]): Shared {
  const headers = commonHeadersOf(operations);
  const headersOf = (node: ObjectNode): TypeNode | null =>
    headers !== null && keyOf(node) === keyOf(headers) ? named(commonHeaders) : null;
  const responses = new Map(sharedResponsesOf(operations).map((shared) => [identityOf(shared.response.at), shared]));
  const headersDeclaration =
    headers === null ? [] : [declaration(commonHeaders, "Headers that several responses have in common.", headers)];
  const declarations = [...responses.values()].map(({ name, response }) => {
    const type = responseNodeOf(response, { method: "get", responses: [response] }, { headersOf });
    return { ...declaration(name, "", type), doc: { ...docOfText(""), source: displayOf(response.at) } };
  });
  return {
    declarations: [...headersDeclaration, ...declarations],
    headersOf,
    responseOf: (response, method) => {
      const shared = method === "head" ? undefined : responses.get(identityOf(response.at));
      return shared === undefined ? null : named(shared.name);
    },
  };
}

const commonHeaders = "CommonHeaders";

/** The most frequent set of headers, when more than one response has it. */
function commonHeadersOf(operations: readonly Operation[]): ObjectNode | null {
  const sets = new Map<string, { node: ObjectNode; count: number }>();
  for (const response of operations.flatMap((operation) => operation.responses)) {
    const node = headersNodeOf(response.headers);
    const known = sets.get(keyOf(node)) ?? { node, count: 0 };
    if (node.members.length > 0) sets.set(keyOf(node), { node: known.node, count: known.count + 1 });
  }
  const most = Math.max(1, ...[...sets.values()].map(({ count }) => count));
  return most === 1 ? null : ([...sets.values()].find(({ count }) => count === most)?.node ?? null);
}

interface SharedResponse {
  readonly name: string;
  readonly response: Response;
}

/** Entries of `components.responses` that several operations answer with, always under the same status. */
function sharedResponsesOf(operations: readonly Operation[]): SharedResponse[] {
  const uses = new Map<string, Response[]>();
  for (const { method, responses } of operations) {
    for (const response of responses)
      if (isShareable(response, method))
        uses.set(identityOf(response.at), [...(uses.get(identityOf(response.at)) ?? []), response]);
  }
  const taken = new Set([
    commonHeaders,
    ...operations.flatMap(({ typeName }) => [`${typeName}Request`, `${typeName}Response`]),
  ]);
  const shared: SharedResponse[] = [];
  for (const [response, ...others] of uses.values()) {
    const name = response === undefined ? "" : nameOf(response);
    const isAlike = others.every((other) => statusText(other) === (response && statusText(response)));
    if (response === undefined || others.length === 0 || !isAlike || taken.has(name)) continue;
    taken.add(name);
    shared.push({ name, response });
  }
  return shared;
}

/** What a range or `default` stands for depends on the other responses of the operation. */
function isShareable({ status, at }: Response, method: HttpMethod): boolean {
  const [components, responses] = tokensTo(at).slice(-3);
  return status.kind === "code" && method !== "head" && components === "components" && responses === "responses";
}

function nameOf({ at }: Response): string {
  return pascalOf([at.key.replace(/[-_ ]?response$/i, ""), "response"]);
}

function statusText({ status }: Response): string {
  return JSON.stringify(status);
}

function named(name: string): TypeNode {
  return { kind: "symbol", symbol: generatedType(name, "types", "operations.gen.ts") };
}

function declaration(name: string, text: string, node: TypeNode): TypeAliasDeclaration {
  return { kind: StructureKind.TypeAlias, name, doc: docOfText(text), type: declaredCodeOf(node), exported: false };
}
