// Security schemes -> `Credentials`, what proves who sends, by scheme, and `authorizeWith`, which makes a hook of them.
import {
  type Code,
  call,
  code,
  type Declaration,
  generatedSymbol,
  generatedType,
  identifier,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, SecurityScheme } from "../../model/http.ts";
import { docOfText, docOfWords } from "../docs.ts";

/** Nothing where nothing has to be proved. */
export function credentialDeclarationsOf({ securitySchemes }: HttpApi): Declaration[] {
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
      name: "Credentials",
      typeParameters: code``,
      doc: docOfText(
        "What proves who sends a request, by security scheme; each may be a function that is asked before every attempt.",
      ),
      members: securitySchemes.map((scheme) => ({
        doc: docOfWords(scheme, scheme.at),
        code: code`readonly ${propertyKey(scheme.name)}?: ${sourceOf(scheme)} | undefined`,
      })),
    },
    {
      kind: StructureKind.Function,
      name: "authorizeWith",
      typeParameters: code``,
      doc: docOfText(
        "For `createSend({ onRequest: authorizeWith(credentials) })`: proves what each operation asks for, with the first alternative that all credentials are there for.",
      ),
      parameters: [code`${identifier("credentials")}: Credentials`],
      returnType: code`${runtimeType("RequestHook")}`,
      body: [code`return ${call(create, [objectOf(parts)])};`],
      exported: true,
    },
  ];
}

function sourceOf({ type, scheme }: SecurityScheme): Code {
  const source = runtimeType("CredentialSource");
  if (type === "mutualTLS") return code`${source}<true>`;
  const isBasic = type === "http" && scheme?.toLowerCase() === "basic";
  return isBasic ? code`${source}<${runtimeType("UserAndPassword")}>` : code`${source}<string>`;
}

function runtimeType(name: string): ReturnType<typeof generatedType> {
  return generatedType(name, "client", "credentials.gen.ts");
}
