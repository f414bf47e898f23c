// Operations -> `Client`, a method for each of them, and `createClient`, which makes one from a function that sends.
import {
  type Code,
  call,
  code,
  type Declaration,
  type Doc,
  generatedSymbol,
  generatedType,
  identifier,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { docOfText, docOfWords } from "../docs.ts";
import { requestTypeOf, responseTypeOf } from "../types/index.ts";

export function clientDeclarationsOf({ operations }: HttpApi): Declaration[] {
  const locals = localsOf(operations);
  return [
    {
      kind: StructureKind.Interface,
      name: "Client",
      typeParameters: code`<Options>`,
      doc: docOfText(
        "One method per operation. `Options` is what the function that sends takes beside a request: a signal, a timeout.",
      ),
      members: operations.map(signatureOf),
    },
    {
      kind: StructureKind.Function,
      name: "createClient",
      typeParameters: code`<Options>`,
      doc: docOfText(
        "A client that sends with `send`. To keep operations that are not used out of a bundle, call `send` with one of them instead.",
      ),
      parameters: [code`${locals.send}: ${generatedType("Send", "client", "runtime.gen.ts")}<Options>`],
      returnType: code`Client<Options>`,
      body: [
        code`return ${objectOf(
          operations.map((operation) => methodOf(operation, locals)),
          true,
        )};`,
      ],
      exported: true,
    },
  ];
}

function signatureOf(operation: Operation): { readonly doc: Doc; readonly code: Code } {
  const { name, words, at } = operation;
  const optional = needsRequest(operation) ? code`` : code`?`;
  return {
    doc: docOfWords(words, at),
    code: code`${identifier(name)}(request${optional}: ${requestTypeOf(operation)}, options?: Options): Promise<${responseTypeOf(operation)}>`,
  };
}

/** Without required parts, nothing has to be passed. */
function needsRequest({ parameters, requestBody }: Operation): boolean {
  return parameters.some((parameter) => parameter.required) || requestBody?.required === true;
}

function methodOf(operation: Operation, { send, request, options }: Locals): Code {
  const symbol = generatedSymbol(operation.name, "client", "operations.gen.ts");
  const first = needsRequest(operation) ? request : code`${request} = {}`;
  return code`${propertyKey(operation.name)}: (${first}, ${options}) => ${call(send, [code`${symbol}`, request, options])}`;
}

/** The names of the parameters of generated functions. */
interface Locals {
  readonly send: Code;
  readonly request: Code;
  readonly options: Code;
}

/** An operation may be called `send`; what the names pass makes never ends in `_`. */
function localsOf(operations: readonly Operation[]): Locals {
  const taken = new Set(operations.map(({ name }) => name));
  const local = (name: string): Code => identifier(taken.has(name) ? `${name}_` : name);
  return { send: local("send"), request: local("request"), options: local("options") };
}
