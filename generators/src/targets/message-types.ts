// A message -> the types of its payload and its headers.
import { type Code, type Doc, exported, type TypeAliasDeclaration, typeAlias } from "../emit/index.ts";
import type { Message } from "../model/messaging.ts";
import { docOfText, docOfWords } from "./docs.ts";
import { declaredTypeOf } from "./types/index.ts";

/** `OrderCreatedPayload`, and `OrderCreatedHeaders` where the description defines headers. `label`: what the text about them calls it. */
export function messageTypesOf(message: Message, label: string): TypeAliasDeclaration[] {
  const { typeName, title, summary, description, payload, headers, at } = message;
  const documentation = {
    summary: title === null || summary === null ? (title ?? summary) : `${title}: ${summary}`,
    description,
  };
  const payloads = exportedType(`${typeName}Payload`, declaredTypeOf(payload), docOfWords(documentation, at));
  if (headers === null) return [payloads];
  const doc = docOfText(`The headers of ${label}.`, headers.at);
  return [payloads, exportedType(`${typeName}Headers`, declaredTypeOf(headers), doc)];
}

/** `export type name = type;` */
export function exportedType(name: string, type: Code, doc: Doc): TypeAliasDeclaration {
  return exported(typeAlias(name, type, doc));
}
