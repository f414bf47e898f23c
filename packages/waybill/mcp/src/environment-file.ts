// Servers and security schemes -> the function that sends with what the environment holds.
import {
  arrayOf,
  type Code,
  call,
  code,
  constant,
  type Declaration,
  docOfText,
  exported,
  generatedSymbol,
  generatedType,
  type HttpApi,
  literal,
  objectOf,
  prefixOf,
  propertyKey,
  type SchemeVariables,
  StructureKind,
  variablesOf,
} from "waybill/plugin";
import type { McpOptions } from "./options.ts";

export function environmentDeclarationsOf(api: HttpApi, { env }: McpOptions): Declaration[] {
  const prefix = prefixOf(api, env);
  const baseUrl = `${prefix}_BASE_URL`;
  const schemes = variablesOf(api, prefix);
  const credentials = schemes.flatMap(({ scheme, names }) =>
    names.map((name) => ({ name, holds: `credentials of the security scheme ${scheme.name}` })),
  );
  const address = addressOf(api);
  const needed = address === null ? [{ name: baseUrl, holds: "the address of the API" }] : [];
  const rows = [...new Map([...needed, ...credentials].map((row) => [row.name, row])).values()];
  const table = {
    name: "variables",
    type: code`readonly { readonly name: string; readonly holds: string }[]`,
    initializer: arrayOf(rows.map(literal), rows.length > 0),
  };
  return [
    exported(
      constant(table, docOfText(`The variables that calls may need. \`${baseUrl}\` is the address of the API.`)),
    ),
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "sendFrom",
      parameters: [{ name: "env", type: code`Readonly<Record<string, string | undefined>>` }],
      returnType: code`${generatedType("FetchSend", "client", "index.gen.ts")}`,
      statements: [
        code`const baseUrl = ${variable(baseUrl)}${address === null ? code`` : code` ?? ${address}`};`,
        ...(address === null
          ? [code`if (baseUrl === undefined) throw new TypeError(${literal(unset(baseUrl))});`]
          : []),
        code`return ${call(generatedSymbol("createSend", "client", "index.gen.ts"), [settingsOf(schemes)])};`,
      ],
      docs: [docOfText(`Sends with the credentials in the environment, to the address in \`${baseUrl}\`.`)],
    },
  ];
}

function unset(name: string): string {
  return `${name} is not set: the description has no server with a complete address`;
}

/** `null` when the description does not say where the API is. */
function addressOf({ servers }: HttpApi): Code | null {
  const [first] = servers;
  if (first === undefined || !/^https?:\/\//.test(first.url)) return null;
  const table = generatedSymbol("servers", "client", "index.gen.ts");
  return call(generatedSymbol("baseUrlsOf", "client", "index.gen.ts"), [code`${table}`]);
}

function settingsOf(schemes: readonly SchemeVariables[]): Code {
  if (schemes.length === 0) return objectOf([code`baseUrl`]);
  const credentials = schemes.map(({ scheme, names }) => code`${propertyKey(scheme.name)}: ${credentialOf(names)}`);
  const authorize = generatedSymbol("authorizeWith", "client", "index.gen.ts");
  return objectOf([code`baseUrl`, code`onRequest: ${call(authorize, [objectOf(credentials, true)])}`], true);
}

function credentialOf([first, second]: readonly string[]): Code {
  if (first === undefined) return literal(true);
  if (second === undefined) return variable(first);
  const [username, password] = [variable(first), variable(second)];
  const isMissing = code`${username} === undefined || ${password} === undefined`;
  return code`${isMissing} ? undefined : { username: ${username}, password: ${password} }`;
}

function variable(name: string): Code {
  return code`env[${literal(name)}]`;
}
