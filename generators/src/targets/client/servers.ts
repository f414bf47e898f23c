// Servers and security schemes -> data for the function that sends; `Credentials`, the credentials by scheme, and `authorizeWith`,
// which turns them into a hook.
import {
  arrayOf,
  type Code,
  call,
  code,
  constant,
  type Declaration,
  exported,
  generatedSymbol,
  generatedType,
  literal,
  literalMembers,
  objectOf,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, SecurityRequirement, SecurityScheme, Server } from "../../model/http.ts";
import { docOfText, docOfWords } from "../docs.ts";
import { securitySchemesDeclarationOf } from "../http/security-schemes.ts";

export function serverDeclarationsOf(api: HttpApi): Declaration[] {
  const { servers, securitySchemes, defaultSecurity } = api;
  const serversType = code`readonly ${generatedType("Server", "client", "runtime.gen.ts")}[]`;
  const security = {
    name: "defaultSecurity",
    type: code`readonly (readonly string[])[]`,
    initializer: securityOf(defaultSecurity, securitySchemes),
  };
  const securityText =
    "The requirement of operations without a `security` of their own: any alternative, with all of its schemes.";
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

/** The names of the schemes. Without the undescribed ones, for which there are no credentials to ask for. */
export function securityOf(requirements: readonly SecurityRequirement[], described: readonly SecurityScheme[]): Code {
  const known = new Set(described.map(({ name }) => name));
  return literal(requirements.map(({ schemes }) => schemes.map(({ name }) => name).filter((name) => known.has(name))));
}

export function serversOf(servers: readonly Server[]): Code {
  return arrayOf(servers.map(serverOf));
}

function serverOf({ url, name, description, variables }: Server): Code {
  const values = variables.map((each) => [each.name, { default: each.default, values: each.enum }] as const);
  const members = { url, ...(name === null ? {} : { name }), description };
  const written = literalMembers(Object.entries(members));
  return objectOf([...written, code`variables: ${objectOf(literalMembers(values))}`], true);
}

/** Empty when no operation requires credentials. */
function credentialDeclarationsOf({ securitySchemes }: HttpApi): Declaration[] {
  if (securitySchemes.length === 0) return [];
  const create = generatedSymbol("createAuthorization", "client", "credentials.gen.ts");
  const parts = [
    code`schemes: securitySchemes`,
    code`security: defaultSecurity`,
    code`credentials: { ...credentials }`,
  ];
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Credentials",
      properties: securitySchemes.map((scheme) => ({
        name: scheme.name,
        isReadonly: true,
        hasQuestionToken: true,
        type: code`${sourceOf(scheme)} | undefined`,
        docs: [docOfWords(scheme, scheme.at)],
      })),
      docs: [docOfText(credentialsText)],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "authorizeWith",
      parameters: [{ name: "credentials", type: code`Credentials` }],
      returnType: code`${runtimeType("RequestHook")}`,
      statements: [code`return ${call(create, [objectOf(parts)])};`],
      docs: [docOfText(authorizeText)],
    },
  ];
}

const credentialsText = "Credentials by security scheme. A function is called before every attempt.";

const authorizeText =
  "For `createClient({ onRequest: authorizeWith(credentials) })`: adds to each request the credentials that its operation requires, of the first alternative that is complete.";

function sourceOf({ type, scheme }: SecurityScheme): Code {
  const source = runtimeType("CredentialSource");
  if (type === "mutualTLS") return code`${source}<true>`;
  const isBasic = type === "http" && scheme?.toLowerCase() === "basic";
  return isBasic ? code`${source}<${runtimeType("UserAndPassword")}>` : code`${source}<string>`;
}

function runtimeType(name: string): ReturnType<typeof generatedType> {
  return generatedType(name, "client", "credentials.gen.ts");
}
