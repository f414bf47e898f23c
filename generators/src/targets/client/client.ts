// Operations -> `Client`, a method for each of them, and `createClient`, which creates one from a send function.
import {
  type Code,
  call,
  code,
  type Declaration,
  generatedSymbol,
  generatedType,
  identifier,
  type MethodSignature,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { docOfText, docOfWords } from "../docs.ts";
import { requestTypeOf, responseTypeOf } from "../types/index.ts";

export function clientDeclarationsOf({ operations }: HttpApi): Declaration[] {
  const locals = localsOf(operations);
  const methods = operations.map((operation) => methodOf(operation, locals));
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "Client",
      typeParameters: [{ name: "Options" }],
      methods: operations.map(signatureOf),
      docs: [docOfText(clientText)],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createClient",
      typeParameters: [{ name: "Options" }],
      parameters: [{ name: locals.send, type: code`${generatedType("Send", "client", "runtime.gen.ts")}<Options>` }],
      returnType: code`Client<Options>`,
      statements: [code`return ${objectOf(methods, true)};`],
      docs: [docOfText(createText)],
    },
  ];
}

const clientText =
  "One method per operation. `Options` is what the function that sends takes beside a request: a signal, a timeout.";

const createText =
  "A client that sends with `send`. To keep operations that are not used out of a bundle, call `send` with one of them instead.";

function signatureOf(operation: Operation): MethodSignature {
  const { name, words, at } = operation;
  const hasQuestionToken = !needsRequest(operation);
  return {
    name,
    parameters: [
      { name: "request", hasQuestionToken, type: code`${requestTypeOf(operation)}` },
      { name: "options", hasQuestionToken: true, type: code`Options` },
    ],
    returnType: code`Promise<${responseTypeOf(operation)}>`,
    docs: [docOfWords(words, at)],
  };
}

/** Without required parts, the argument is optional. */
function needsRequest({ parameters, requestBody }: Operation): boolean {
  return parameters.some((parameter) => parameter.required) || requestBody?.required === true;
}

function methodOf(operation: Operation, locals: Locals): Code {
  const request = identifier(locals.request);
  const options = identifier(locals.options);
  const symbol = generatedSymbol(operation.name, "client", "operations.gen.ts");
  const first = needsRequest(operation) ? request : code`${request} = {}`;
  return code`${propertyKey(operation.name)}: (${first}, ${options}) => ${call(identifier(locals.send), [code`${symbol}`, request, options])}`;
}

/** The names of the parameters of generated functions. */
interface Locals {
  readonly send: string;
  readonly request: string;
  readonly options: string;
}

/** An operation may be named `send`; names from the names pass never end in `_`. */
function localsOf(operations: readonly Operation[]): Locals {
  const taken = new Set(operations.map(({ name }) => name));
  const local = (name: string): string => (taken.has(name) ? `${name}_` : name);
  return { send: local("send"), request: local("request"), options: local("options") };
}
