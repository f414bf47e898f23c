// Servers and security schemes -> data for the function that sends.
import {
  arrayOf,
  type Code,
  code,
  type Declaration,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  StructureKind,
  VariableDeclarationKind,
} from "../../emit/index.ts";
import type { HttpApi, SecurityRequirement, Server } from "../../model/http.ts";
import { docOfText } from "../docs.ts";
import { securitySchemesDeclarationOf } from "../http/security-schemes.ts";
import { credentialDeclarationsOf } from "./credentials.ts";

export function serverDeclarationsOf(api: HttpApi): Declaration[] {
  const { servers, securitySchemes, defaultSecurity } = api;
  return [
    {
      kind: StructureKind.VariableStatement,
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      declarations: [
        {
          name: "servers",
          type: code`readonly ${generatedType("Server", "client", "runtime.gen.ts")}[]`,
          initializer: serversOf(servers),
        },
      ],
      docs: [docOfText("Where the API is served, as the description lists it.")],
    },
    securitySchemesDeclarationOf(securitySchemes, { target: "client", users: "operations" }),
    {
      kind: StructureKind.VariableStatement,
      isExported: true,
      declarationKind: VariableDeclarationKind.Const,
      declarations: [
        {
          name: "defaultSecurity",
          type: code`readonly (readonly string[])[]`,
          initializer: securityOf(defaultSecurity),
        },
      ],
      docs: [
        docOfText(
          "What operations require that have no `security` of their own: any of the alternatives, with all schemes of it.",
        ),
      ],
    },
    ...credentialDeclarationsOf(api),
  ];
}

/** The names of the schemes. */
export function securityOf(requirements: readonly SecurityRequirement[]): Code {
  return literal(requirements.map(({ schemes }) => schemes.map(({ name }) => name)));
}

export function serversOf(servers: readonly Server[]): Code {
  return arrayOf(servers.map(serverOf));
}

function serverOf({ url, name, description, variables }: Server): Code {
  const values = variables.map(
    (variable) => code`${propertyKey(variable.name)}: ${literal({ default: variable.default, values: variable.enum })}`,
  );
  return objectOf(
    [
      code`url: ${literal(url)}`,
      ...(name === null ? [] : [code`name: ${literal(name)}`]),
      code`description: ${literal(description)}`,
      code`variables: ${objectOf(values)}`,
    ],
    true,
  );
}
