// What several responses have in common -> declarations that define it once: `components.responses`, and the set of headers
// most responses have. None of them is exported, so no name outside depends on what happens to be shared.
import { generatedType, type TypeAliasDeclaration, typeAlias } from "../../emit/index.ts";
import { pascalOf } from "../../model/finish/naming/identifiers.ts";
import type { Operation, Response } from "../../model/http.ts";
import { docOfText } from "../docs.ts";
import { mostFrequentOf, nameWordsOf, repeatedOf, sharingKeyOf } from "../http/repeated.ts";
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
  const responses = new Map(sharedResponsesOf(operations).map((shared) => [sharingKeyOf(shared.response), shared]));
  const headersDoc = docOfText("Headers that several responses have in common.");
  const headersDeclaration = headers === null ? [] : [typeAlias(commonHeaders, declaredCodeOf(headers), headersDoc)];
  const declarations = [...responses.values()].map(({ name, response }) => {
    const type = responseNodeOf(response, [response], { headersOf });
    return typeAlias(name, declaredCodeOf(type), docOfText("", response.at));
  });
  return {
    declarations: [...headersDeclaration, ...declarations],
    headersOf,
    responseOf: (response) => {
      const shared = responses.get(sharingKeyOf(response));
      return shared === undefined ? null : named(shared.name);
    },
  };
}

const commonHeaders = "CommonHeaders";

/** The most frequent set of headers, when more than one response has it. */
function commonHeadersOf(operations: readonly Operation[]): ObjectNode | null {
  const sets = operations.flatMap(({ responses }) => responses.map(({ headers }) => headersNodeOf(headers)));
  return mostFrequentOf(
    sets.filter(({ members }) => members.length > 0),
    keyOf,
  );
}

/** Entries of `components.responses` that several operations return, always under the same status. */
function sharedResponsesOf(operations: readonly Operation[]): { readonly name: string; readonly response: Response }[] {
  const usedNames = new Set([
    commonHeaders,
    ...operations.flatMap(({ typeName }) => [`${typeName}Request`, `${typeName}Response`]),
  ]);
  // The codes of a range or `default` depend on the other responses of the operation.
  const codes = operations.flatMap(({ responses }) => responses.filter(({ status }) => status.kind === "code"));
  return repeatedOf(codes).flatMap((response) => {
    const name = pascalOf(nameWordsOf(response));
    if (usedNames.has(name)) return [];
    usedNames.add(name);
    return [{ name, response }];
  });
}

function named(name: string): TypeNode {
  return { kind: "symbol", symbol: generatedType(name, "types", "operations.gen.ts") };
}
