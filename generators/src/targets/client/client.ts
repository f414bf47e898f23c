// Operations -> `Client`, a method for each of them, and `createClient`, which creates one from a function that sends.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  call,
  code,
  type Declaration,
  type FunctionDeclaration,
  type FunctionOverload,
  generatedSymbol,
  generatedType,
  type InterfaceDeclaration,
  type InterfaceMember,
  identifier,
  literal,
  type MethodSignature,
  objectOf,
  objectTypeOf,
  type PropertySignature,
  propertyKey,
  StructureKind,
  unionTypeOf,
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
  const own = groups.find(({ name }) => name === null)?.operations ?? [];
  const members = [
    ...named.map(({ name, description }): InterfaceMember => {
      const type = code`${identifier(groupTypeOf(name))}<Options, In>`;
      const docs = [docOfText(description ?? "")];
      return { kind: StructureKind.PropertySignature, name, isReadonly: true, type, docs };
    }),
    ...own.map((operation) => memberOf(operation, places)),
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
    createClientOf(api.operations, { named, own, places, loadSchemas }),
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
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name,
    typeParameters: [
      { name: "Options", default: code`${runtimeType("CallOptions", "send")}` },
      { name: "In", constraint: code`${runtimeType("Mode", "outcomes")}`, default: literal("responses") },
    ],
    members,
    docs: [docOfText(text)],
  };
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

function createClientOf(
  operations: readonly Operation[],
  { named, own, places, loadSchemas }: Methods,
): FunctionDeclaration {
  const locals = localsOf(operations);
  const methodsOf = (some: readonly Operation[]): Code[] =>
    some.map((operation) => methodOf(operation, places.of(operation).name, locals));
  const methods = [
    ...named.map((group) => code`${propertyKey(group.name)}: ${objectOf(methodsOf(group.operations), true)}`),
    ...methodsOf(own),
  ];
  const args = [identifier(locals.given), identifier(locals.settings)];
  const sendIn =
    loadSchemas === null
      ? call(generatedSymbol("sendIn", "client", "mode.gen.ts"), args)
      : call(generatedSymbol("validatingSendIn", "client", "validation.gen.ts"), [...args, loadSchemas]);
  const types = optionTypesOf(loadSchemas !== null);
  const validated = loadSchemas === null ? [] : [code`${types.options}`, code`${types.lenient}`];
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "createClient",
    overloads: overloads(types),
    typeParameters: [{ name: "Options" }],
    parameters: [
      { name: locals.given, type: unionTypeOf([code`${runtimeType("Given", "mode")}<Options>`, ...validated]) },
      { name: locals.settings, hasQuestionToken: true, type: code`${runtimeType("ClientSettings", "mode")}` },
    ],
    returnType: code`Client<Options, ${runtimeType("Mode", "outcomes")}>`,
    statements: [code`const ${identifier(locals.send)} = ${sendIn};`, code`return ${objectOf(methods, true)};`],
  };
}

/** A function that sends says itself what it resolves to; only one that resolves to any response can be made to throw. */
function overloads(types: OptionTypes): FunctionOverload[] {
  const overload = (text: string, send: CodeSymbol, { mode, throws }: { mode: string; throws?: boolean }) => ({
    typeParameters: [{ name: "Options" }],
    parameters: [
      { name: "send", type: code`${send}<Options>` },
      ...(throws === undefined
        ? []
        : [
            {
              name: "settings",
              hasQuestionToken: !throws,
              type: objectTypeOf([code`readonly throws${throws ? code`` : code`?`}: ${literal(throws)}`]),
            },
          ]),
    ],
    returnType: code`Client<Options, ${literal(mode)}>`,
    docs: [docOfText(text)],
  });
  const [fetching, throwing] = [runtimeType("FetchSend", "send"), runtimeType("ThrowingSend", "throwing")];
  return [
    overload(throwsText, fetching, { mode: "throws", throws: true }),
    overload(responsesText, fetching, { mode: "responses", throws: false }),
    overload(throwingText, throwing, { mode: "throws" }),
    overload(lenientText, runtimeType("LenientSend", "lenient"), { mode: "lenient" }),
    overload(describedText, runtimeType("Send", "runtime"), { mode: "described" }),
    ...optionsOverloads(types),
  ];
}

/** The types of the options of a client, and of a call. */
type OptionTypes = Readonly<Record<"options" | "lenient" | "call", CodeSymbol>>;

function optionTypesOf(canValidate: boolean): OptionTypes {
  if (!canValidate)
    return {
      options: runtimeType("ClientOptions", "create-send"),
      lenient: runtimeType("LenientSendOptions", "create-send"),
      call: runtimeType("CallOptions", "send"),
    };
  return {
    options: runtimeType("ValidatedClientOptions", "validation"),
    lenient: runtimeType("ValidatedLenientOptions", "validation"),
    call: runtimeType("ValidatedCallOptions", "validation"),
  };
}

/** Compilers print the last overload's error: the one with what nearly everyone passes. */
function optionsOverloads(types: OptionTypes): FunctionOverload[] {
  const returning = (mode: Code): Code => code`Client<${types.call}, ${mode}>`;
  return [
    {
      parameters: [{ name: "options", type: code`${types.lenient}` }],
      returnType: returning(literal("lenient")),
      docs: [docOfText(lenientText)],
    },
    {
      typeParameters: [{ name: "Throws", constraint: code`boolean`, default: code`false` }],
      parameters: [{ name: "options", type: code`${types.options}<Throws>` }],
      returnType: returning(code`Throws extends true ? "throws" : "responses"`),
      docs: [docOfText(optionsText)],
    },
  ];
}

const throwsText =
  "A client whose calls resolve to the body of a success, and throw a `ResponseError` for any other response.";

const responsesText =
  "A client whose calls resolve to any described response, with its status, headers and body. For a bundle without the operations that you do not use, call `send` with an operation instead.";

const throwingText = "The same as with `{ throws: true }`, for a function that throws already.";

const lenientText =
  "A client whose calls resolve to any response; one that the description does not define is an `UnexpectedResponse`.";

const optionsText =
  "A client that sends by `fetch`: the same as `createClient(createSend(options))`. With `throws: true`, calls resolve to the body of a success, and throw a `ResponseError` for any other response; otherwise to any described response.";

const describedText = "A client that calls a function of your own.";

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
  const given = arrayOf([code`request${optional}: ${requestTypeOf(operation)}`, code`options?: Options`]);
  return {
    name,
    isReadonly: true,
    type: pagedMethodTypeOf(operation, given),
    docs: [{ ...doc, description: `${doc.description}\n\n${pagesTextOf(operation)}` }],
  };
}

function methodOf(operation: Operation, name: string, locals: Locals): Code {
  const request = identifier(locals.request);
  const options = identifier(locals.options);
  const symbol = generatedSymbol(operation.name, "client", "operations.gen.ts");
  if (operation.pagination !== null) {
    const paged = generatedSymbol("pagedMethod", "client", "pages.gen.ts");
    return code`${propertyKey(name)}: ${call(paged, [identifier(locals.send), code`${symbol}`])}`;
  }
  const first = needsRequest(operation) ? request : code`${request} = {}`;
  return code`${propertyKey(name)}: (${first}, ${options}) => ${call(identifier(locals.send), [code`${symbol}`, request, options])}`;
}

/** The names of the parameters of generated functions. */
interface Locals {
  readonly given: string;
  readonly settings: string;
  readonly send: string;
  readonly request: string;
  readonly options: string;
}

/** An operation may be named `send`; names from the names pass never end in `_`. */
function localsOf(operations: readonly Operation[]): Locals {
  const taken = new Set(operations.map(({ name }) => name));
  const local = (name: string): string => (taken.has(name) ? `${name}_` : name);
  return {
    given: local("given"),
    settings: local("settings"),
    send: local("send"),
    request: local("request"),
    options: local("options"),
  };
}

function runtimeType(name: string, module: string): CodeSymbol {
  return generatedType(name, "client", `${module}.gen.ts`);
}
