// Operations -> `Handlers`, the interface a server implements, and `unimplemented`, which rejects every call.
import {
  type Code,
  call,
  code,
  constant,
  type Declaration,
  exported,
  generatedSymbol,
  literal,
  type MethodSignature,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { docOfOperation, docOfText } from "../docs.ts";
import { receivedTypeOf, responseTypeOf } from "../types/index.ts";

export function handlerDeclarationsOf({ operations }: HttpApi): Declaration[] {
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Handlers",
      typeParameters: [{ name: "Context", default: code`unknown` }],
      methods: operations.map(methodOf),
      docs: [docOfText(handlersText)],
    },
    exported(
      constant(
        { name: "unimplemented", type: code`Handlers`, initializer: objectOf(operations.map(refusalOf), true) },
        docOfText(unimplementedText),
      ),
    ),
  ];
}

const handlersText = `One method per operation. \`Context\` is what the host hands to each: who asks, a signal, a log.`;

const unimplementedText = `Handlers that all reject with a \`NotImplementedError\`, to start from and replace one by one:

\`\`\`ts
const handlers: Handlers<Context> = { ...unimplemented, …your own };
\`\`\``;

function methodOf(operation: Operation): MethodSignature {
  return {
    name: operation.name,
    parameters: [
      { name: "request", type: code`${receivedTypeOf(operation)}` },
      { name: "context", type: code`Context` },
    ],
    returnType: code`Promise<${responseTypeOf(operation)}>`,
    docs: [docOfOperation(operation)],
  };
}

function refusalOf({ name, id }: Operation): Code {
  return code`${propertyKey(name)}: () => ${call(generatedSymbol("notImplemented", "server", "runtime.gen.ts"), [literal(id)])}`;
}
