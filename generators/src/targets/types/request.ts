// An operation's parameters and body -> the type of its request.
import { exported, type TypeAliasDeclaration, typeAlias } from "../../emit/index.ts";
import { isRange } from "../../model/analysis/media-types.ts";
import type { Operation, RequestBody } from "../../model/http.ts";
import { docOfOperation, docOfText, parameterDocOf } from "../docs.ts";
import { type ParameterPart, parameterPartsOf } from "../http/request-parts.ts";
import { bodyNodeOf, contentTypeNodeOf } from "./body-type.ts";
import { nodeOf } from "./schema-type.ts";
import { declaredCodeOf } from "./type-code.ts";
import { intersectionOf, keywordNode, type Member, memberOf, objectNode, type TypeNode, unionOf } from "./type-node.ts";

export function requestDeclarationOf(operation: Operation): TypeAliasDeclaration {
  const doc = docOfOperation(operation);
  const type = declaredCodeOf(requestNodeOf(operation));
  return exported(typeAlias(`${operation.typeName}Request`, type, doc));
}

/** The request as a handler gets it, where defaults or streams make it another type. */
export function receivedDeclarationsOf(operation: Operation): TypeAliasDeclaration[] {
  if (operation.received === undefined) return [];
  const type = declaredCodeOf(requestNodeOf({ ...operation, ...operation.received }));
  const isStreamed = operation.received.requestBody?.content.some((media) => media.isStreamed === true) === true;
  const words = isStreamed ? "as its handler gets it: bytes are a stream" : "with the defaults of what is absent";
  const doc = docOfText(`${operation.typeName}Request ${words}.`, operation.at);
  return [exported(typeAlias(`${operation.typeName}Received`, type, doc))];
}

/** `{ path; query?; headers?; cookies?; body }`: only the parts the operation has. */
function requestNodeOf(operation: Operation): TypeNode {
  const parts = parameterPartsOf(operation).map(partMemberOf);
  const bodies = operation.requestBody === null ? [] : bodyAlternativesOf(operation.requestBody);
  const [only = []] = bodies;
  if (bodies.length > 1) {
    const union = unionOf(bodies.map((members) => objectNode(members)));
    return parts.length === 0 ? union : intersectionOf([objectNode(parts), union]);
  }
  const members = [...parts, ...only];
  return members.length === 0 ? nothingNode : objectNode(members);
}

/** An operation without parameters and body: `{}` would accept anything. */
const nothingNode = objectNode([], { type: keywordNode("never"), doc: docOfText("") });

function partMemberOf({ part, parameters }: ParameterPart): Member {
  const members = parameters.map((parameter) =>
    memberOf(parameter.name, nodeOf(parameter.schema), {
      optional: !parameter.required,
      doc: parameterDocOf(parameter),
    }),
  );
  return memberOf(part, objectNode(members), { optional: parameters.every((parameter) => !parameter.required) });
}

/** One list of members for each media type; the sender names the type only where there is a choice. */
function bodyAlternativesOf({ content, required, description }: RequestBody): Member[][] {
  const doc = docOfText(description ?? "");
  const named = content.length > 1 || content.some((media) => isRange(media.type));
  if (!named) return content.map((media) => [memberOf("body", bodyNodeOf(media), { optional: !required, doc })]);
  const alternatives = content.map((media) => [
    memberOf("contentType", contentTypeNodeOf(media)),
    memberOf("body", bodyNodeOf(media), { doc }),
  ]);
  const absent = keywordNode("undefined");
  return required
    ? alternatives
    : [
        ...alternatives,
        [memberOf("contentType", absent, { optional: true }), memberOf("body", absent, { optional: true })],
      ];
}
