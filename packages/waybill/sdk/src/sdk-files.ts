// Servers, security schemes and names -> the files of the target: the client of the package, and its index.
import {
  type Api,
  type Code,
  call,
  code,
  constant,
  type Declaration,
  docOfText,
  type ExportDeclaration,
  exported,
  exportFrom,
  type GeneratedFile,
  generatedSymbol,
  generatedType,
  type HttpApi,
  literal,
  objectOf,
  type PropertySignature,
  printFile,
  propertyKey,
  type RenderContext,
  runtimeFileOf,
  type SchemeVariables,
  StructureKind,
} from "waybill/plugin";
import { namesOf, type SdkNames } from "./names.ts";
import type { SdkOptions } from "./options.ts";
import { surfaceFile } from "./surface/surface-file.ts";

const target = "sdk";
const client = { target: "client", path: "index.gen.ts" };

export function renderSdk(api: Api, context: RenderContext<SdkOptions>): GeneratedFile[] {
  const { http } = api;
  if (http === null) return [];
  const names = namesOf(http, context.options);
  const file = (path: string, summary: string, declarations: readonly Declaration[]): GeneratedFile =>
    printFile({ target, path, summary, declarations }, context);
  const { surface } = context.options;
  const surfaceFiles =
    surface === null
      ? []
      : [
          surfaceFile(http, { surface, names }, context),
          runtimeFileOf(target, new URL("./runtime/surface.ts", import.meta.url), context),
        ];
  return [
    file("client.gen.ts", "The client of the package, and its options.", clientDeclarationsOf(http, names, context)),
    runtimeFileOf(target, new URL("./runtime/sdk.ts", import.meta.url), context),
    ...surfaceFiles,
    file("index.gen.ts", "All exports of the package.", indexOf(api, names)),
  ];
}

/** Errors that a schema may be called like. */
const errorNames = ["ApiError", "NetworkError", "ResponseError", "TimeoutError", "UnexpectedResponseError"];

/** A name of a type of the description comes before one of the client: that of an error has the name of the API before it. */
function indexOf({ schemas }: Api, { name }: SdkNames): ExportDeclaration[] {
  const types = { target: "types", path: "index.gen.ts" };
  const described = [...new Set(schemas.map((schema) => schema.name))];
  const clashing = errorNames.filter((error) => described.includes(error));
  const renamed = clashing.map((error) => `${error} as ${name}${error}`);
  return [
    exportFrom({ target, path: "client.gen.ts" }),
    exportFrom(client),
    exportFrom(types, { isTypeOnly: true }),
    ...(described.length === 0 ? [] : [exportFrom(types, { isTypeOnly: true, namedExports: described })]),
    ...(renamed.length === 0 ? [] : [exportFrom(client, { namedExports: renamed })]),
  ];
}

function clientDeclarationsOf(
  api: HttpApi,
  names: SdkNames,
  { options }: Pick<RenderContext<SdkOptions>, "options">,
): Declaration[] {
  const { userAgent, requestIds } = options;
  const agent = { name: "userAgent", type: code`string | null`, initializer: literal(userAgent) };
  const ids = { name: "requestIdHeaders", type: code`readonly string[]`, initializer: literal(requestIds) };
  const optionsType = code`${generatedType(names.options, target, "client.gen.ts")}`;
  const parameter = { name: "options", hasQuestionToken: true, type: optionsType };
  const mode = literal("throws");
  return [
    exported(constant(agent, docOfText("The header `User-Agent` of every request; `null` for that of the platform."))),
    exported(constant(ids, docOfText("The headers of responses that have the id of a request, the first one first."))),
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: names.options,
      extends: [
        code`Omit<${clientType("SendOptions")}, "baseUrl">`,
        clientCode("Patience"),
        code`${generatedType("LogSettings", target, "sdk.gen.ts")}`,
      ],
      properties: optionsOf(names),
      docs: [docOfText("How the API is called; everything has a default.")],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: names.create,
      parameters: [parameter],
      returnType: code`${clientType("Client")}<${clientType("PatientCallOptions")}, ${mode}>`,
      statements: [code`return ${call(clientValue("createClient"), [code`${own(names.send)}(options)`, throwing])};`],
      docs: [docOfText(createText)],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: names.send,
      parameters: [parameter],
      returnType: code`${clientType("FetchSend")}<${clientType("PatientCallOptions")}>`,
      statements: statementsOf(api, names, options),
      docs: [docOfText(sendText(names))],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "requestIdOf",
      parameters: [{ name: "from", type: code`unknown` }],
      returnType: code`string | null`,
      statements: [code`return ${call(runtime("requestIdIn"), [code`from`, code`requestIdHeaders`])};`],
      docs: [docOfText("The id that the server gave a request: of an error, or of a response. `null` without one.")],
    },
  ];
}

const throwing = objectOf([code`throws: ${literal(true)}`]);

const createText =
  "The client: calls resolve to the body of a success, and throw a `ResponseError` for every other response that is described.";

function sendText({ create }: SdkNames): string {
  return `Sends one operation, \`send(operation, request)\`: a bundle has only the operations that it is called with. \`${create}\` has all.`;
}

function optionsOf({ baseUrl, hasAddress, schemes, log }: SdkNames): PropertySignature[] {
  const property = (name: string, type: Code, text: string): PropertySignature => {
    return { name, isReadonly: true, hasQuestionToken: true, type, docs: [docOfText(text)] };
  };
  const address = hasAddress ? "else the first server of the description" : "without either, the client is not created";
  const variables = schemes.flatMap(({ names }) => names.map((name) => `\`${name}\``)).join(", ");
  return [
    property(
      "baseUrl",
      code`${clientType("SendOptions")}["baseUrl"] | undefined`,
      `The address of the API. Default: the variable \`${baseUrl}\`, ${address}.`,
    ),
    ...(schemes.length === 0
      ? []
      : [
          property(
            "credentials",
            code`${clientType("Credentials")} | undefined`,
            `By security scheme, a value or a function. Default: the variables ${variables}.`,
          ),
        ]),
    property(
      "userAgent",
      code`string | null | undefined`,
      "The header `User-Agent`; `null` for that of the platform. Default: name and version of the package.",
    ),
    property(
      "log",
      code`"debug" | "off" | undefined`,
      `\`"debug"\`: a line for each request and response, without secrets and bodies. Default: the variable \`${log}\`, else \`"off"\`.`,
    ),
  ];
}

function statementsOf(api: HttpApi, names: SdkNames, { idempotency }: SdkOptions): Code[] {
  const { baseUrl, hasAddress, schemes, log } = names;
  const address = hasAddress
    ? call(clientValue("baseUrlsOf"), [clientCode("servers", "value")])
    : call(runtime("missingAddress"), [literal(baseUrl)]);
  const hasSchemes = schemes.length > 0;
  const authorizing = code`others.authorize === undefined ? [${call(clientValue("authorizeWith"), [
    objectOf([
      ...schemes.map(({ scheme, names: variables }) => code`${propertyKey(scheme.name)}: ${credentialOf(variables)}`),
      code`...${call(runtime("definedIn"), [code`credentials`])}`,
    ]),
  ])}] : []`;
  const logging = objectOf([code`log: log ?? env[${literal(log)}]`, code`logger`, code`requestIdHeaders`]);
  const send = call(clientValue("createSend"), [
    objectOf(
      [
        code`...others`,
        code`baseUrl: baseUrl ?? env[${literal(baseUrl)}] ?? ${address}`,
        code`headers: { ...${call(runtime("userAgentHeaders"), [code`agent`])}, ...headers }`,
        code`onRequest: [${hasSchemes ? code`...(${authorizing}), ` : code``}onRequest ?? []].flat()`,
        code`fetch: ${call(runtime("loggedFetch"), [code`fetch`, logging])}`,
      ],
      true,
    ),
  ]);
  const retrying = call(clientValue("withRetries"), [send, code`others`]);
  return [
    code`const { baseUrl, ${hasSchemes ? code`credentials, ` : code``}userAgent: agent = userAgent, ${otherOptions} } = options ?? {};`,
    code`const env = ${call(runtime("environment"), [])};`,
    code`return ${idempotent(api, retrying, idempotency)};`,
  ];
}

const otherOptions = code`headers, onRequest, fetch, log, logger, ...others`;

/** The ids of the operations with an `Idempotency-Key`. */
export function idempotentIn({ operations }: HttpApi): string[] {
  return operations
    .filter(({ parameters }) =>
      parameters.some(({ in: place, name }) => place === "header" && name.toLowerCase() === "idempotency-key"),
    )
    .map(({ id }) => id);
}

function idempotent(api: HttpApi, send: Code, idempotency: SdkOptions["idempotency"]): Code {
  const wrap = clientValue("withIdempotencyKeys");
  if (idempotency === "all") return call(wrap, [send]);
  const ids = idempotency === "none" ? [] : idempotentIn(api);
  if (ids.length === 0) return send;
  return call(wrap, [send, objectOf([code`selects: ({ id }) => ${literal(ids)}.includes(id)`])]);
}

function credentialOf([first, second]: SchemeVariables["names"]): Code {
  if (first === undefined) return code`undefined`;
  if (second === undefined) return code`env[${literal(first)}]`;
  const [username, password] = [code`env[${literal(first)}]`, code`env[${literal(second)}]`];
  return code`${username} === undefined || ${password} === undefined ? undefined : { username: ${username}, password: ${password} }`;
}

function own(name: string): Code {
  return code`${generatedSymbol(name, target, "client.gen.ts")}`;
}

function runtime(name: string): ReturnType<typeof generatedSymbol> {
  return generatedSymbol(name, target, "sdk.gen.ts");
}

function clientValue(name: string): ReturnType<typeof generatedSymbol> {
  return generatedSymbol(name, "client", "index.gen.ts");
}

function clientType(name: string): ReturnType<typeof generatedType> {
  return generatedType(name, "client", "index.gen.ts");
}

function clientCode(name: string, kind: "type" | "value" = "type"): Code {
  return code`${kind === "type" ? clientType(name) : clientValue(name)}`;
}
