// Servers and security schemes -> data for the function that sends; `Credentials`, the credentials by scheme, and `authorizeWith`,
// which turns them into a hook.
import {
  arrayOf,
  type Code,
  call,
  code,
  type Declaration,
  exportedConstant,
  exportedInterface,
  generatedSymbol,
  generatedType,
  literal,
  literalMembers,
  objectOf,
  objectTypeOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import type { HttpApi, OAuthFlow, SecurityRequirement, SecurityScheme, Server } from "../../model/http.ts";
import type { Json } from "../../model/schema.ts";
import { docOfText, docOfWords } from "../docs.ts";
import { securitySchemesDeclarationOf } from "../http/security-schemes.ts";

export function serverDeclarationsOf(api: HttpApi, extras: ApiOptions["extras"]): Declaration[] {
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
    exportedConstant(
      { name: "servers", type: serversType, initializer: serversOf(servers) },
      docOfText("Where the API is served, as the description lists it."),
    ),
    securitySchemesDeclarationOf(securitySchemes, { target: "client", users: "operations" }),
    exportedConstant(security, docOfText(securityText)),
    ...credentialDeclarationsOf(api),
    ...(extras === "more" && hasFlows(api) ? [flowsDeclarationOf(api)] : []),
  ];
}

/** The flows for which the runtime requests tokens. */
const flowKinds: readonly string[] = ["clientCredentials", "authorizationCode"];

export function hasFlows({ securitySchemes }: Pick<HttpApi, "securitySchemes">): boolean {
  return securitySchemes.some(({ flows }) => flows.some(isSupported));
}

function isSupported({ kind, tokenUrl }: OAuthFlow): boolean {
  return flowKinds.includes(kind) && tokenUrl !== null;
}

function flowsDeclarationOf({ securitySchemes }: HttpApi): Declaration {
  const schemes = securitySchemes.flatMap(({ name, flows }) => {
    const supported = flows.filter(isSupported);
    return supported.length === 0 ? [] : [{ name, flows: supported }];
  });
  const types = schemes.map(({ name, flows }) => {
    const members = flows.map(({ kind }) => {
      const type = kind === "authorizationCode" ? "AuthorizationCodeFlow" : "OAuthFlow";
      return code`readonly ${propertyKey(kind)}: ${generatedType(type, "client", "oauth.gen.ts")}`;
    });
    return code`readonly ${propertyKey(name)}: ${objectTypeOf(members)}`;
  });
  const values = schemes.map(
    ({ name, flows }) =>
      code`${propertyKey(name)}: ${objectOf(flows.map((flow) => code`${propertyKey(flow.kind)}: ${flowOf(flow)}`))}`,
  );
  const doc = docOfText(
    "The OAuth flows of each security scheme, for `clientCredentials`, `beginLogin` and `userTokens`.",
  );
  return exportedConstant({ name: "oauthFlows", type: objectTypeOf(types), initializer: objectOf(values, true) }, doc);
}

function flowOf({ authorizationUrl, tokenUrl, refreshUrl, scopes }: OAuthFlow): Code {
  const urls = { authorizationUrl, tokenUrl, refreshUrl };
  const urlEntries = Object.entries(urls).flatMap(([name, url]): [string, Json][] =>
    url === null ? [] : [[name, url]],
  );
  return objectOf(literalMembers([...urlEntries, ["scopes", scopes.map(({ name }) => name)]]));
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
  return objectOf([...written, code`variables: ${objectOf(literalMembers(values))}`], variables.length > 0);
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
    exportedInterface("Credentials", docOfText(credentialsText), {
      properties: securitySchemes.map((scheme) => ({
        name: scheme.name,
        isReadonly: true,
        hasQuestionToken: true,
        type: code`${sourceOf(scheme)} | undefined`,
        docs: [docOfWords(scheme, scheme.at)],
      })),
    }),
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
