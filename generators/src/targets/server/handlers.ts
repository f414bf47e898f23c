// Operations -> `Handlers`, the interface a server implements, and `unimplemented`, which implements it by refusing.
import {
  type Code,
  call,
  code,
  type Declaration,
  type Doc,
  generatedSymbol,
  identifier,
  literal,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { docOfText, docOfWords, routeTextOf } from "../docs.ts";
import { requestTypeOf, responseTypeOf } from "../types/index.ts";

export function handlerDeclarationsOf({ operations }: HttpApi): Declaration[] {
  return [
    {
      kind: StructureKind.Interface,
      name: "Handlers",
      typeParameters: code`<Context = unknown>`,
      doc: docOfText(handlersText),
      members: operations.map(memberOf),
    },
    {
      kind: StructureKind.VariableStatement,
      name: "unimplemented",
      doc: docOfText(unimplementedText),
      type: code`Handlers`,
      value: objectOf(operations.map(refusalOf), true),
      exported: true,
    },
  ];
}

const handlersText = `One method per operation. \`Context\` is what the host hands to each: who asks, a signal, a log.`;

const unimplementedText = `Handlers that all reject with a \`NotImplementedError\`, to start from and replace one by one:

\`\`\`ts
const handlers: Handlers<Context> = { ...unimplemented, …your own };
\`\`\``;

function memberOf(operation: Operation): { readonly doc: Doc; readonly code: Code } {
  const { name, words, at } = operation;
  const doc = docOfWords(words, at);
  const route = routeTextOf(operation);
  return {
    doc: { ...doc, text: doc.text === "" ? route : `${doc.text}\n\n${route}` },
    code: code`${identifier(name)}(request: ${requestTypeOf(operation)}, context: Context): Promise<${responseTypeOf(operation)}>`,
  };
}

function refusalOf({ name, id }: Operation): Code {
  return code`${propertyKey(name)}: () => ${call(generatedSymbol("notImplemented", "server", "runtime.gen.ts"), [literal(id)])}`;
}
