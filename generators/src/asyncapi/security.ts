// Security Scheme Objects -> their names, and their extensions of the standard.
import type { MessagingSecurityScheme } from "../model/messaging.ts";
import { extensionsOf, followObject, membersOf, type Reading, requiredString, stringField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

export function readSecuritySchemes(reading: Reading, components: Node): MessagingSecurityScheme[] {
  return membersOf(reading, components, "securitySchemes").flatMap((member) => {
    const node = followObject(reading, member, "a security scheme");
    if (node === null) return [];
    return [
      {
        name: member.key,
        type: requiredString(reading, node, { name: "type", object: "a security scheme" }),
        description: stringField(reading, node, "description"),
        extensions: extensionsOf(node),
        at: node,
      },
    ];
  });
}
