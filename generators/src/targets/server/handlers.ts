// Operations -> `Handlers`, the interface a server implements; `unimplemented`, which rejects every call; and `unhandled`, the same
// with types by which the compiler reports each operation that has no handler.
import {
  type Code,
  call,
  code,
  type Declaration,
  type Doc,
  exportedConstant,
  exportedInterface,
  generatedSymbol,
  generatedType,
  literal,
  type MethodSignature,
  objectOf,
  propertyKey,
  type TypeParameterDeclaration,
} from "../../emit/index.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { displayOf } from "../../model/place.ts";
import { docOfText, operationDocIn } from "../docs.ts";
import type { ApiContext } from "../target.ts";
import { receivedTypeOf, returnedTypeOf } from "../types/index.ts";

export function handlerDeclarationsOf({ operations }: HttpApi, context: ApiContext): Declaration[] {
  return [
    exportedInterface("Handlers", docOfText(handlersText), {
      typeParameters: [{ name: "Context", default: code`unknown` }],
      methods: operations.map((operation) => methodOf(operation, operationDocIn("server", operation, context))),
    }),
    exportedConstant(
      { name: "unimplemented", type: code`Handlers`, initializer: objectOf(operations.map(refusalOf), true) },
      docOfText(unimplementedText),
    ),
    exportedConstant(
      // The types are no functions on purpose: they are what the compiler prints.
      {
        name: "unhandled",
        type: code`${generatedType("MissingHandlers", "server", "missing-handlers.gen.ts")}`,
        initializer: code`${generatedSymbol("asMissing", "server", "runtime.gen.ts")}(unimplemented)`,
      },
      docOfText(unhandledText),
    ),
  ];
}

/** What the compiler prints of an operation without a handler. */
export function missingDeclarationsOf({ operations }: HttpApi): Declaration[] {
  const parameter = (name: string): TypeParameterDeclaration => ({ name, constraint: code`string` });
  return [
    exportedInterface("MissingHandler", docOfText(missingText), {
      typeParameters: [parameter("Operation"), parameter("Place")],
      properties: [
        { name: "operation", isReadonly: true, type: code`Operation` },
        { name: "place", isReadonly: true, type: code`Place` },
      ],
    }),
    exportedInterface("MissingHandlers", docOfText("Every operation, with the place that describes it."), {
      properties: operations.map(({ name, at }) => ({
        name,
        isReadonly: true,
        type: code`MissingHandler<${literal(name)}, ${literal(displayOf(at))}>`,
      })),
    }),
  ];
}

const handlersText = `One method per operation. \`Context\` is passed to each: the caller, a signal, a logger.`;

const unimplementedText = `Handlers that all reject with a \`NotImplementedError\`, to start from and replace one by one:

\`\`\`ts
const handlers: Handlers<Context> = { ...unimplemented, …your own };
\`\`\``;

const missingText = "An operation that has no handler. No handler is of this type: it is what the compiler prints.";

const unhandledText = `The same at run time. For the compiler each is a \`MissingHandler\`, so an operation without a handler of yours is an
error with its name and its place in the description:

\`\`\`ts
const handlers: Handlers<Context> = { ...unhandled, …your own };
\`\`\``;

const handlerResponse = generatedType("HandlerResponse", "server", "responses.gen.ts");

function methodOf(operation: Operation, doc: Doc): MethodSignature {
  return {
    name: operation.name,
    parameters: [
      { name: "request", type: code`${receivedTypeOf(operation)}` },
      { name: "context", type: code`Context` },
    ],
    returnType: code`Promise<${handlerResponse}<${returnedTypeOf(operation)}>>`,
    docs: [doc],
  };
}

function refusalOf({ name, id }: Operation): Code {
  return code`${propertyKey(name)}: () => ${call(generatedSymbol("notImplemented", "server", "runtime.gen.ts"), [literal(id)])}`;
}
