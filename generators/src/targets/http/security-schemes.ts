// Security schemes -> data for whoever has to prove, or to check, who sends a request.
import {
  type ConstDeclaration,
  code,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { SecurityScheme } from "../../model/http.ts";
import { docOfText } from "../docs.ts";

/** `users`: what refers to the schemes by name. The target's own `runtime.gen.ts` declares their type. */
export function securitySchemesDeclarationOf(
  schemes: readonly SecurityScheme[],
  { target, users }: { readonly target: string; readonly users: string },
): ConstDeclaration {
  const entries = schemes.map(({ name, type, scheme, in: place, parameterName }) => {
    return code`${propertyKey(name)}: ${literal({ type, scheme, in: place, parameterName })}`;
  });
  return {
    kind: StructureKind.VariableStatement,
    name: "securitySchemes",
    doc: docOfText(`How requests prove who sends them, by the names that ${users} use.`),
    type: code`Readonly<Record<string, ${generatedType("SecurityScheme", target, "runtime.gen.ts")}>>`,
    value: objectOf(entries, true),
    exported: true,
  };
}
