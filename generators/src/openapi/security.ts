// Security schemes and requirements.
import { keyOf } from "../diagnostics/index.ts";
import { nearest } from "../diagnostics/index.ts";
import type { SecurityRequirement, SecurityScheme } from "../model/http.ts";
import { checkFields, entriesOf, followObject, itemsOf, type Reading, requiredString, stringField, stringsOf } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";

export function readSecuritySchemes(reading: Reading, components: Node | undefined): SecurityScheme[] {
  if (components === undefined) return [];
  return entriesOf(reading, components, "securitySchemes").flatMap((member) => {
    const node = followObject(reading, member, "a security scheme");
    if (node === null) return [];
    checkFields(reading, node, "a security scheme", fields.securityScheme);
    return [
      {
        name: member.key,
        type: requiredString(reading, node, "type", "a security scheme"),
        scheme: stringField(reading, node, "scheme"),
        in: stringField(reading, node, "in"),
        parameterName: stringField(reading, node, "name"),
        description: stringField(reading, node, "description"),
        at: node,
      },
    ];
  });
}

/** `null` when the owner has no `security`, which means it inherits; an empty list means none is needed. */
export function readSecurityRequirements(
  reading: Reading,
  owner: Node,
  schemes: readonly SecurityScheme[],
): SecurityRequirement[] | null {
  if (!owner.has("security")) return null;
  const known = schemes.map((scheme) => scheme.name);
  return itemsOf(reading, owner, "security").map((requirement) => ({
    schemes: requirement.members().map((member) => {
      if (!known.includes(member.key)) {
        const near = nearest(member.key, known);
        reading.report.add("unknown-field", keyOf(member), { object: "components.securitySchemes", field: member.key, near });
      }
      return { name: member.key, scopes: stringsOf(reading, requirement, member.key) };
    }),
  }));
}
