// Security schemes -> `Credentials`, the credentials by scheme, and `authorizeWith`, which turns them into a hook.
import {
  type Code,
  call,
  code,
  type Declaration,
  generatedSymbol,
  generatedType,
  objectOf,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, SecurityScheme } from "../../model/http.ts";
import { docOfText, docOfWords } from "../docs.ts";

/** Empty when no operation requires credentials. */
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
      isExported: true,
      name: "Credentials",
      properties: securitySchemes.map((scheme) => ({
        name: scheme.name,
        isReadonly: true,
        hasQuestionToken: true,
        type: code`${sourceOf(scheme)} | undefined`,
        docs: [docOfWords(scheme, scheme.at)],
      })),
      docs: [
        docOfText(
          "What proves who sends a request, by security scheme; each may be a function that is asked before every attempt.",
        ),
      ],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "authorizeWith",
      parameters: [{ name: "credentials", type: code`Credentials` }],
      returnType: code`${runtimeType("RequestHook")}`,
      statements: [code`return ${call(create, [objectOf(parts)])};`],
      docs: [
        docOfText(
          "For `createSend({ onRequest: authorizeWith(credentials) })`: proves what each operation asks for, with the first alternative that all credentials are there for.",
        ),
      ],
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
