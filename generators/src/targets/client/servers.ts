// Servers and security schemes -> data for the function that sends.
import {
  arrayOf,
  type Code,
  code,
  constant,
  type Declaration,
  exported,
  generatedType,
  literal,
  objectOf,
  propertyKey,
} from "../../emit/index.ts";
import type { HttpApi, SecurityRequirement, Server } from "../../model/http.ts";
import { docOfText } from "../docs.ts";
import { securitySchemesDeclarationOf } from "../http/security-schemes.ts";
import { credentialDeclarationsOf } from "./credentials.ts";

export function serverDeclarationsOf(api: HttpApi): Declaration[] {
  const { servers, securitySchemes, defaultSecurity } = api;
  const serversType = code`readonly ${generatedType("Server", "client", "runtime.gen.ts")}[]`;
  const security = {
    name: "defaultSecurity",
    type: code`readonly (readonly string[])[]`,
    initializer: securityOf(defaultSecurity),
  };
  const securityText =
    "What operations require that have no `security` of their own: any of the alternatives, with all schemes of it.";
  return [
    exported(
      constant(
        { name: "servers", type: serversType, initializer: serversOf(servers) },
        docOfText("Where the API is served, as the description lists it."),
      ),
    ),
    securitySchemesDeclarationOf(securitySchemes, { target: "client", users: "operations" }),
    exported(constant(security, docOfText(securityText))),
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
