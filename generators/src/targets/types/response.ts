// An operation's responses -> a union on `status`, and on `contentType` where one status has several.
import { exported, type TypeAliasDeclaration, typeAlias } from "../../emit/index.ts";
import {
  expectedOf,
  type Header,
  hasAlternatives,
  type MediaType,
  type Operation,
  type Response,
} from "../../model/http.ts";
import { docOfText, docOfWords, headerDocOf } from "../docs.ts";
import { bodyNodeOf, contentTypeNodeOf } from "./body-type.ts";
import { responseTypeOf } from "./index.ts";
import { nodeOf } from "./schema-type.ts";
import { statusNodeOf } from "./statuses.ts";
import { declaredCodeOf } from "./type-code.ts";
import {
  keywordNode,
  type Member,
  memberOf,
  type ObjectNode,
  objectNode,
  type TypeNode,
  unionOf,
} from "./type-node.ts";

/** Types written once and used by several responses: by the response's place, and by what the headers are. */
export interface SharedTypes {
  readonly responseOf: (response: Response) => TypeNode | null;
  readonly headersOf: (headers: ObjectNode) => TypeNode | null;
}

export function responseDeclarationOf(operation: Operation, shared: SharedTypes): TypeAliasDeclaration {
  const alternatives = operation.responses.map(
    (response) => shared.responseOf(response) ?? responseNodeOf(response, operation.responses, shared),
  );
  const type = alternatives.length === 0 ? keywordNode("never") : unionOf(alternatives);
  return exported(typeAlias(`${operation.typeName}Response`, declaredCodeOf(type), docOfText("", operation.at)));
}

/** The responses, and those in media types that clients do not request: what a handler may return. */
export function returnedDeclarationsOf(
  operation: Operation,
  shared: Pick<SharedTypes, "headersOf">,
): TypeAliasDeclaration[] {
  if (!hasAlternatives(operation)) return [];
  const { typeName, responses, at } = operation;
  const others = responses.flatMap((response) => {
    const content = response.content.filter(({ isAlternative }) => isAlternative === true);
    return content.length === 0 ? [] : [responseNodeOf(response, responses, shared, content)];
  });
  const type = unionOf([{ kind: "symbol", symbol: responseTypeOf(operation) }, ...others]);
  const doc = docOfText(`${typeName}Response as a handler may return it: in any media type.`, at);
  return [exported(typeAlias(`${typeName}Returned`, declaredCodeOf(type), doc))];
}

/** One status: an object, or a union of one for each media type. */
export function responseNodeOf(
  response: Response,
  responses: readonly Response[],
  shared: Pick<SharedTypes, "headersOf">,
  content: readonly MediaType[] = expectedOf(response),
): TypeNode {
  const status = memberOf("status", statusNodeOf(response.status, responses), { doc: docOfWords(response, null) });
  const headers = headersMemberOf(response.headers, shared);
  // `const { status, body } = response` compiles only if each has the member.
  const absentBody = memberOf("body", keywordNode("never"), { optional: true, isExact: true });
  if (content.length === 0) return objectNode([status, ...headers, absentBody]);
  return unionOf(
    content.map((media) => {
      const contentType = memberOf("contentType", contentTypeNodeOf(media));
      return objectNode([status, contentType, ...headers, memberOf("body", bodyNodeOf(media, "read"))]);
    }),
  );
}

/** An object of the headers, by the names the description gives them. */
export function headersNodeOf(headers: readonly Header[]): ObjectNode {
  return objectNode(
    headers.map((header) =>
      memberOf(header.name, nodeOf(header.schema), { optional: !header.required, doc: headerDocOf(header) }),
    ),
  );
}

function headersMemberOf(headers: Response["headers"], shared: Pick<SharedTypes, "headersOf">): Member[] {
  if (headers.length === 0) return [];
  const node = headersNodeOf(headers);
  return [
    memberOf("headers", shared.headersOf(node) ?? node, { optional: headers.every((header) => !header.required) }),
  ];
}
