// Security schemes -> data to send or check credentials.
import {
  code,
  exportedConstant,
  generatedType,
  literal,
  literalMembers,
  objectOf,
  unionTypeOf,
  type VariableStatement,
} from "../../emit/index.ts";
import type { SecurityScheme } from "../../model/http.ts";
import { docOfText } from "../docs.ts";

/** `users`: what refers to the schemes by name. The target's own `runtime.gen.ts` declares their type. */
export function securitySchemesDeclarationOf(
  schemes: readonly SecurityScheme[],
  { target, users }: { readonly target: string; readonly users: string },
): VariableStatement {
  const entries = schemes.map(({ name, type, scheme, in: place, parameterName }) => {
    return [name, { type, scheme, in: place, parameterName }] as const;
  });
  const initializer = objectOf(literalMembers(entries), true);
  // Hosts distinguish credentials by the names of their schemes.
  const isNamed = target === "server" && schemes.length > 0;
  const names = isNamed ? unionTypeOf(schemes.map(({ name }) => literal(name))) : code`string`;
  const type = code`Readonly<Record<${names}, ${generatedType("SecurityScheme", target, "runtime.gen.ts")}>>`;
  const doc = docOfText(`The security schemes, by the names that ${users} use.`);
  return exportedConstant({ name: "securitySchemes", type, initializer }, doc);
}
