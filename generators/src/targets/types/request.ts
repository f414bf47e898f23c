// An operation's parameters and body -> the type of its request.
import { type Doc, exported, type TypeAliasDeclaration, typeAlias } from "../../emit/index.ts";
import { isJsonRange, isRange } from "../../model/analysis/media-types.ts";
import type { MediaType, Operation, Received, RequestBody } from "../../model/http.ts";
import { docOfText, parameterDocOf } from "../docs.ts";
import { defaultMediaTypeOf, type ParameterPart, parameterPartsOf } from "../http/request-parts.ts";
import { bodyNodeOf, contentTypeNodeOf } from "./body-type.ts";
import { nodeOf } from "./schema-type.ts";
import { declaredCodeOf } from "./type-code.ts";
import {
  intersectionOf,
  keyOf,
  keywordNode,
  type Member,
  memberOf,
  objectNode,
  type TypeNode,
  unionOf,
} from "./type-node.ts";

export function requestDeclarationOf(operation: Operation, doc: Doc): TypeAliasDeclaration {
  const type = declaredCodeOf(requestNodeOf(operation, false));
  return exported(typeAlias(`${operation.typeName}Request`, type, doc));
}

/** The request as a handler gets it, where defaults or streams make it another type. */
export function receivedDeclarationsOf(operation: Operation): TypeAliasDeclaration[] {
  if (operation.received === undefined) return [];
  const type = declaredCodeOf(requestNodeOf({ ...operation, ...operation.received }, true));
  const doc = docOfText(`${operation.typeName}Request ${wordsOf(operation, operation.received)}.`, operation.at);
  return [exported(typeAlias(`${operation.typeName}Received`, type, doc))];
}

function wordsOf({ requestBody }: Operation, { requestBody: body }: Received): string {
  if (body?.content.some((media) => media.isStreamed === true) === true)
    return "as its handler gets it: bytes are a stream";
  if (body === null || body !== requestBody) return "with the defaults of what is absent";
  const isNamed = body.content.length > 1;
  const bytes = body.content.some((media) => media.body === "multipart") ? "a file is a File" : "bytes are a Blob";
  return `as its handler gets it: ${isNamed ? "with its media type" : bytes}`;
}

/** `{ path; query?; headers?; cookies?; body }`: only the parts the operation has. `isReceived`: as a handler gets it, with its media type. */
function requestNodeOf(operation: Operation, isReceived: boolean): TypeNode {
  const parts = parameterPartsOf(operation).map(partMemberOf);
  const bodies = operation.requestBody === null ? [] : bodyAlternativesOf(operation.requestBody, isReceived);
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
function bodyAlternativesOf({ content, required, description }: RequestBody, isReceived: boolean): Member[][] {
  const doc = docOfText(description ?? "");
  const direction = isReceived ? "received" : "sent";
  const named = content.length > 1 || content.some((media) => isRange(media.type));
  if (!named)
    return content.map((media) => [memberOf("body", bodyNodeOf(media, direction), { optional: !required, doc })]);
  const unnamed = isReceived ? null : unnamedMediaTypeOf(content);
  const membersOf = (media: MediaType): Member[] => [
    memberOf("contentType", contentTypeNodeOf(media), { optional: media === unnamed }),
    memberOf("body", bodyNodeOf(media, direction), { doc }),
  ];
  const others = content.filter((media) => media !== unnamed).map(membersOf);
  // Of alternatives that match equally well, compilers report the last: it is the one that most calls mean.
  return [...others, ...(required ? [] : [noBody]), ...(unnamed === null ? [] : [membersOf(unnamed)])];
}

const absent = keywordNode("undefined");
const noBody = [memberOf("contentType", absent, { optional: true }), memberOf("body", absent, { optional: true })];

/**
 * The media type that a call need not name: the default if it is JSON. But if its type accepts any value, one that is meant for
 * another format would be sent as JSON.
 */
function unnamedMediaTypeOf(content: readonly MediaType[]): MediaType | null {
  const media = defaultMediaTypeOf(content);
  if (media === undefined || media.body !== "json" || (isRange(media.type) && !isJsonRange(media.type))) return null;
  const acceptsAny = keyOf(bodyNodeOf(media, "sent")) === keyOf(keywordNode("unknown"));
  return acceptsAny && content.some(({ body }) => body !== "json") ? null : media;
}
