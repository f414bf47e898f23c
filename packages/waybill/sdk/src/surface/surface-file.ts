// A surface and the operations of a description -> the class with the methods that an earlier SDK had.
import {
  type Code,
  call,
  code,
  constant,
  type Declaration,
  docOfText,
  exported,
  type GeneratedFile,
  generatedSymbol,
  generatedType,
  type HttpApi,
  literal,
  type Operation,
  objectOf,
  objectTypeOf,
  printFile,
  propertyKey,
  type RenderContext,
  StructureKind,
  typeAlias,
} from "waybill/plugin";
import type { SdkNames } from "../names.ts";
import type { SdkOptions } from "../options.ts";
import { routeOf, type Surface, type SurfaceMethod } from "./surface.ts";

const target = "sdk";
const path = "class.gen.ts";

interface PlacedMethod extends Pick<SurfaceMethod, "positional" | "takes" | "bodyName"> {
  readonly names: readonly string[];
  readonly operation: Operation;
}

export function surfaceFile(
  http: HttpApi,
  { surface, names }: { readonly surface: Surface; readonly names: SdkNames },
  context: RenderContext<SdkOptions>,
): GeneratedFile {
  const { client } = surface;
  const routes = new Map(http.operations.map((operation) => [routeOf(operation), operation]));
  const methods = Object.entries(surface.methods).flatMap(([name, method]): PlacedMethod[] => {
    const operation = routes.get(method.operation);
    if (operation !== undefined) return [{ ...method, names: name.split("."), operation }];
    context.problem({
      at: http,
      message: `the surface has ${JSON.stringify(name)}, and the description has no ${method.operation}`,
      hint: "remove the method from waybill.surface.json: its callers have to change",
    });
    return [];
  });
  const type = code`${generatedType(client, target, path)}`;
  const options = `${client}ClientOptions`;
  const send = code`${generatedSymbol(names.send, target, "client.gen.ts")}`;
  const credentials = Object.entries(surface.credentials).map(
    ([option, [scheme, variable]]) =>
      code`${propertyKey(scheme)}: options[${literal(option)}] ?? ${runtime("environment", "sdk.gen.ts")}()[${literal(variable)}]`,
  );
  const sent = objectOf([
    code`...${call(runtime("sentOptions"), [code`options`])}`,
    ...(credentials.length === 0 ? [] : [code`credentials: ${objectOf(credentials)}`]),
  ]);
  const methodsOver = generatedSymbol("methodsOver", target, path);
  const declarations: Declaration[] = [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: options,
      extends: [code`${runtimeType("SurfaceOptions")}`],
      properties: Object.entries(surface.credentials).map(([name, [, variable]]) => ({
        name,
        isReadonly: true,
        hasQuestionToken: true,
        type: code`string | (() => string | Promise<string>) | undefined`,
        docs: [docOfText(`Default: the variable \`${variable}\`.`)],
      })),
      docs: [docOfText("How the API is called; everything has a default.")],
    },
    exported(typeAlias(client, treeOf(methods, objectTypeOf, typeOf), docOfText("The methods of all resources."))),
    exported(
      constant(
        {
          name: client,
          type: code`new (options?: ${generatedType(options, target, path)}) => ${type}`,
          initializer: code`/* @__PURE__ */ ${call(runtime("clientClass"), [
            code`(options: ${generatedType(options, target, path)}) => ${call(methodsOver, [call(send, [sent])])}`,
          ])}`,
        },
        docOfText("The client."),
      ),
    ),
    {
      kind: StructureKind.Function,
      name: "methodsOver",
      parameters: [{ name: "send", type: code`${clientType("FetchSend")}<${clientType("PatientCallOptions")}>` }],
      returnType: type,
      statements: [code`return ${treeOf(methods, objectOf, memberOf)};`],
    },
    { kind: StructureKind.ExportDeclaration, moduleSpecifier: { kind: "generated", target, path: "surface.gen.ts" } },
  ];
  return printFile({ target, path, summary: "The methods of an earlier SDK.", declarations }, context);
}

/** Methods by their resources: `{ orders: { create: …, refunds: { create: … } } }`. */
function treeOf(
  methods: readonly PlacedMethod[],
  branchOf: (members: readonly Code[], broken: boolean) => Code,
  leafOf: (method: PlacedMethod) => Code,
): Code {
  const members = [...Map.groupBy(methods, ({ names }) => names[0] ?? "")].map(([name, some]) => {
    const [first] = some;
    if (first?.names.length === 1) return code`${propertyKey(name)}: ${leafOf(first)}`;
    const inner = some.map((one) => ({ ...one, names: one.names.slice(1) }));
    return code`${propertyKey(name)}: ${treeOf(inner, branchOf, leafOf)}`;
  });
  return branchOf(members, true);
}

function typeOf(method: PlacedMethod): Code {
  const operation = operationOf(method.operation);
  return code`${runtimeType("MethodOf")}<typeof ${operation}, ${objectTypeOf(formOf(method))}>`;
}

function memberOf(method: PlacedMethod): Code {
  return call(runtime("method"), [code`send`, operationOf(method.operation), objectOf(formOf(method))]);
}

function formOf({ positional, takes, bodyName }: PlacedMethod): Code[] {
  return [
    code`positional: ${literal(positional)}`,
    code`takes: ${literal(takes)}`,
    ...(bodyName === undefined ? [] : [code`bodyName: ${literal(bodyName)}`]),
  ];
}

function operationOf({ name }: Operation): Code {
  return code`${generatedSymbol(name, "client", "index.gen.ts")}`;
}

function runtime(name: string, file = "surface.gen.ts"): ReturnType<typeof generatedSymbol> {
  return generatedSymbol(name, target, file);
}

function runtimeType(name: string): ReturnType<typeof generatedType> {
  return generatedType(name, target, "surface.gen.ts");
}

function clientType(name: string): ReturnType<typeof generatedType> {
  return generatedType(name, "client", "index.gen.ts");
}
