// Operations -> `Client`, a method for each of them, and `createClient`, which creates one from a function that sends.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  call,
  code,
  type Declaration,
  exportedConstant,
  exportedInterface,
  generatedSymbol,
  generatedType,
  type InterfaceDeclaration,
  type InterfaceMember,
  identifier,
  literal,
  type MethodSignature,
  objectOf,
  type PropertySignature,
  propertyKey,
  pureCall,
  StructureKind,
} from "../../emit/index.ts";
import { pascalOf } from "../../model/finish/naming/identifiers.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { docOfOperation, docOfText } from "../docs.ts";
import { needsRequest } from "../http/request-parts.ts";
import { requestTypeOf, responseTypeOf } from "../types/index.ts";
import type { MethodPlaces } from "./method-places.ts";
import { pagedMethodTypeOf, pagesTextOf } from "./pages.ts";

/** `loadSchemas`: loads the schemas with which calls can validate; `null` where they cannot. */
export function clientDeclarationsOf(api: HttpApi, places: MethodPlaces, loadSchemas: Code | null): Declaration[] {
  const groups = groupsOf(api, places);
  const named = groups.flatMap((group) => (group.name === null ? [] : [{ ...group, name: group.name }]));
  const ungroupedOperations = groups.find(({ name }) => name === null)?.operations ?? [];
  const members = [
    ...named.map(({ name, description }): InterfaceMember => {
      const type = code`${identifier(groupTypeOf(name))}<Options, In>`;
      const docs = [docOfText(description ?? "")];
      return { kind: StructureKind.PropertySignature, name, isReadonly: true, type, docs };
    }),
    ...ungroupedOperations.map((operation) => memberOf(operation, places)),
  ];
  return [
    interfaceOf("Client", members, clientText),
    ...named.map(({ name, operations, description }) =>
      interfaceOf(
        groupTypeOf(name),
        operations.map((operation) => memberOf(operation, places)),
        description ?? "",
      ),
    ),
    ...createClientOf(api.operations, { named, own: ungroupedOperations, places, loadSchemas }),
  ];
}

interface Group<Name extends string | null = string | null> {
  readonly name: Name;
  readonly operations: readonly Operation[];
  /** Of the tag. */
  readonly description: string | null;
}

/** In the order of the operations. */
function groupsOf({ operations, tags }: HttpApi, places: MethodPlaces): Group[] {
  const grouped = Map.groupBy(operations, (operation) => places.of(operation).group);
  return [...grouped].map(([name, members]) => {
    const tag = name === null ? undefined : tags.find((one) => one.name === members[0]?.tags[0]);
    return { name, operations: members, description: tag?.description ?? null };
  });
}

function groupTypeOf(group: string): string {
  return `${pascalOf([group])}Operations`;
}

function interfaceOf(name: string, members: readonly InterfaceMember[], text: string): InterfaceDeclaration {
  const typeParameters = [
    { name: "Options", default: code`${runtimeType("CallOptions", "send")}` },
    { name: "In", constraint: code`${runtimeType("Mode", "outcomes")}`, default: literal("responses") },
  ];
  return exportedInterface(name, docOfText(text), { typeParameters, members });
}

function memberOf(operation: Operation, places: MethodPlaces): InterfaceMember {
  const { name } = places.of(operation);
  return operation.pagination === null
    ? { kind: StructureKind.MethodSignature, ...signatureOf(operation, name) }
    : { kind: StructureKind.PropertySignature, ...pagedSignatureOf(operation, name) };
}

const clientText =
  "One method per operation. `Options` are those of a call, such as `signal` and `timeout`. `In` is the mode: what calls resolve to.";

interface Methods {
  readonly named: readonly Group<string>[];
  /** Outside of groups. */
  readonly own: readonly Operation[];
  readonly places: MethodPlaces;
  readonly loadSchemas: Code | null;
}

const createClientText = "A client that sends by `fetch`, with these options, or over a function that sends.";

function createClientOf(operations: readonly Operation[], { named, own, places, loadSchemas }: Methods): Declaration[] {
  const locals = localsOf(operations);
  const methodsOf = (some: readonly Operation[]): Code[] =>
    some.map((operation) => methodOf(operation, places.of(operation).name, locals));
  const methods = [
    ...named.map((group) => code`${propertyKey(group.name)}: ${objectOf(methodsOf(group.operations), true)}`),
    ...methodsOf(own),
  ];
  const methodsOver = code`(${locals.send}) => (${objectOf(methods, true)})`;
  const [type, initializer] =
    loadSchemas === null
      ? [runtimeType("CreateClient", "mode"), pureCall(maker("clientMaker", "mode"), [methodsOver])]
      : [
          runtimeType("CreateValidatedClient", "validation"),
          pureCall(maker("validatingClientMaker", "validation"), [methodsOver, loadSchemas]),
        ];
  return [
    {
      kind: StructureKind.Interface,
      name: "Clients",
      extends: [code`${runtimeType("AnyClients", "mode")}`],
      properties: [{ name: "client", isReadonly: true, type: code`Client<this["options"], this["mode"]>` }],
    },
    exportedConstant({ name: "createClient", type: code`${type}<Clients>`, initializer }, docOfText(createClientText)),
  ];
}

function signatureOf(operation: Operation, name: string): MethodSignature {
  const hasQuestionToken = !needsRequest(operation);
  return {
    name,
    parameters: [
      { name: "request", hasQuestionToken, type: code`${requestTypeOf(operation)}` },
      { name: "options", hasQuestionToken: true, type: code`Options` },
    ],
    returnType: code`Promise<${runtimeType("Outcomes", "outcomes")}<${responseTypeOf(operation)}>[In]>`,
    docs: [docOfOperation(operation)],
  };
}

/** A call with iterators over the pages. */
function pagedSignatureOf(operation: Operation, name: string): PropertySignature {
  const doc = docOfOperation(operation);
  const optional = needsRequest(operation) ? code`` : code`?`;
  const parameterTuple = arrayOf([code`request${optional}: ${requestTypeOf(operation)}`, code`options?: Options`]);
  return {
    name,
    isReadonly: true,
    type: pagedMethodTypeOf(operation, parameterTuple),
    docs: [{ ...doc, description: `${doc.description}\n\n${pagesTextOf(operation)}` }],
  };
}

function methodOf(operation: Operation, name: string, locals: Locals): Code {
  const { send, request, options } = locals;
  const symbol = generatedSymbol(operation.name, "client", "operations.gen.ts");
  if (operation.pagination !== null) {
    const paged = generatedSymbol("pagedMethod", "client", "pages.gen.ts");
    return code`${propertyKey(name)}: ${call(paged, [send, code`${symbol}`])}`;
  }
  const first = needsRequest(operation) ? request : code`${request} = {}`;
  return code`${propertyKey(name)}: (${first}, ${options}) => ${call(send, [code`${symbol}`, request, options])}`;
}

/** The names of the parameters of generated functions. */
type Locals = Readonly<Record<"send" | "request" | "options", Code>>;

/** An operation may be named `send`; names from the names pass never end in `_`. */
function localsOf(operations: readonly Operation[]): Locals {
  const operationNames = new Set(operations.map(({ name }) => name));
  const local = (name: string): Code => identifier(operationNames.has(name) ? `${name}_` : name);
  return { send: local("send"), request: local("request"), options: local("options") };
}

function maker(name: string, module: string): CodeSymbol {
  return generatedSymbol(name, "client", `${module}.gen.ts`);
}

function runtimeType(name: string, module: string): CodeSymbol {
  return generatedType(name, "client", `${module}.gen.ts`);
}
