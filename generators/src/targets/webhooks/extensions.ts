// The `x-waybill-*` members of an AsyncAPI document -> literal data the standard does not cover, such as how a
// delivery is signed and how long a receiver may take.
import {
  asConst,
  type Code,
  code,
  constant,
  exported,
  literal,
  objectOf,
  propertyKey,
  type VariableStatement,
} from "../../emit/index.ts";
import type { Extensions } from "../../model/http.ts";
import type { MessagingApi } from "../../model/messaging.ts";
import { docOfText } from "../docs.ts";

/** Nothing without such members. Those of messages are in the message table. */
export function extensionsDeclarationsOf({
  extensions,
  operations,
  securitySchemes,
}: MessagingApi): VariableStatement[] {
  const entries = [
    ...entryOf("document", ownExtensionsOf(extensions)),
    ...entryOf("operations", extensionsByKey(operations.map((operation) => [operation.key, operation.extensions]))),
    ...entryOf("securitySchemes", extensionsByKey(securitySchemes.map((scheme) => [scheme.name, scheme.extensions]))),
  ];
  if (entries.length === 0) return [];
  const doc = docOfText("What the description says in extensions of its own, by the place that says it.");
  return [exported(constant({ name: "extensions", initializer: asConst(objectOf(entries, true)) }, doc))];
}

/** The members whose names start with `x-waybill-`. */
export function ownExtensionsOf(extensions: Extensions): Extensions {
  return Object.fromEntries(Object.entries(extensions).filter(([name]) => name.startsWith("x-waybill-")));
}

function extensionsByKey(owners: readonly (readonly [string, Extensions])[]): Extensions {
  const own = owners.map(([key, extensions]) => [key, ownExtensionsOf(extensions)] as const);
  return Object.fromEntries(own.filter(([, extensions]) => Object.keys(extensions).length > 0));
}

function entryOf(place: string, members: Extensions): Code[] {
  return Object.keys(members).length === 0 ? [] : [code`${propertyKey(place)}: ${literal(members)}`];
}
