// The package of an adapter -> the file that all generated options share: their types, and the functions that create keys.
import {
  type CodeSymbol,
  code,
  type Declaration,
  docOfText,
  generatedSymbol,
  generatedType,
  objectTypeOf,
  type PropertySignature,
  packageType,
  StructureKind,
  type TypeParameterDeclaration,
  unionTypeOf,
} from "waybill/plugin";

export function runtimeSymbol(name: "keyFactory" | "scopeKeyFactory"): CodeSymbol {
  return generatedSymbol(name, "tanstack-query", "runtime.gen.ts");
}

export function runtimeType(name: "QuerySend" | "ScopeKey" | "OperationKey" | Options): CodeSymbol {
  return generatedType(name, "tanstack-query", "runtime.gen.ts");
}

type Options = "QueryOptions" | "MutationOptions";

export function runtimeDeclarationsOf(adapter: string): Declaration[] {
  return [...callDeclarations(), ...keyDeclarationsOf(packageType("DataTag", adapter)), ...optionDeclarations()];
}

/** What sends, what comes back, and what is thrown. */
function callDeclarations(): Declaration[] {
  const answer = code`${client("FetchAnswer", "send")}<${client("Failure", "answers")}<Response>>`;
  const errors = ["TimeoutError", "NetworkError", "UnexpectedResponseError"].map(
    (name) => code`${client(name, "errors")}`,
  );
  return [
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "QuerySend",
      type: code`${client("FetchSend", "send")}<{ readonly signal?: AbortSignal }>`,
      docs: [docOfText("What sends requests: a function that `createSend` or `withRetries` returned.")],
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "QueryData",
      typeParameters: [{ name: "Response" }],
      type: code`${success()}<Response> extends infer Body ? (Body extends undefined ? null : Body) : never`,
      docs: [
        docOfText("The body of a success; `null` where a success has none, since a query cannot hold `undefined`."),
      ],
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "CallError",
      typeParameters: [{ name: "Response" }],
      type: unionTypeOf([code`${client("ResponseError", "throwing")}<${answer}>`, ...errors]),
      docs: [docOfText(errorText)],
    },
  ];
}

const errorText =
  'Why a call fails, by `code`. `"response"` is a described response that is no success: `error.answer` has its type by status.';

function keyDeclarationsOf(tag: CodeSymbol): Declaration[] {
  const tagged = code`${tag}<readonly [...Path, Request], QueryData<Response>, CallError<Response>>`;
  const path: TypeParameterDeclaration = { name: "Path", constraint: code`readonly string[]` };
  return [
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ScopeKey",
      typeParameters: [{ name: "Scope" }, { name: "Tag" }],
      type: objectTypeOf([code`(): readonly [Scope]`, code`(tag: Tag): readonly [Scope, Tag]`], true),
      docs: [docOfText("The key of everything, or of the operations whose first tag it is.")],
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "OperationKey",
      typeParameters: [path, { name: "Request" }, { name: "Response" }],
      type: objectTypeOf([code`(): Path`, code`(request: Request): ${tagged}`], true),
      docs: [docOfText("The key of the data of a request; without one, what the keys of all requests begin with.")],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "scopeKeyFactory",
      parameters: [{ name: "scope", type: code`string` }],
      returnType: code`(tag?: string) => readonly string[]`,
      statements: [code`return (tag) => (tag === undefined ? [scope] : [scope, tag]);`],
      overloads: [
        {
          typeParameters: [{ name: "Scope", constraint: code`string` }, { name: "Tag" }],
          parameters: [{ name: "scope", type: code`Scope` }],
          returnType: code`ScopeKey<Scope, Tag>`,
        },
      ],
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "keyFactory",
      parameters: [{ name: "path", type: code`readonly string[]` }],
      returnType: code`(request?: object) => readonly unknown[]`,
      statements: [code`return (request) => (request === undefined ? path : [...path, statedIn(request)]);`],
      overloads: [
        {
          typeParameters: [path, { name: "Request" }, { name: "Response" }],
          parameters: [{ name: "path", type: code`Path` }],
          returnType: code`OperationKey<Path, Request, Response>`,
        },
      ],
    },
    {
      kind: StructureKind.Function,
      name: "statedIn",
      parameters: [{ name: "request", type: code`object` }],
      returnType: code`object`,
      statements: [
        code`const parts = Object.entries(request).filter(([name, part]) => {`,
        code`  return part !== undefined && (name === "body" || JSON.stringify(part) !== "{}");`,
        code`});`,
        code`return Object.fromEntries(parts);`,
      ],
      docs: [docOfText("Requests that differ only in empty and undefined parts are the same.")],
    },
  ];
}

function optionDeclarations(): Declaration[] {
  const queryFn = code`(context: { readonly signal: AbortSignal }) => Promise<QueryData<Response>>`;
  return [
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "QueryOptions",
      typeParameters: [{ name: "Key", constraint: code`(request: never) => unknown` }, { name: "Response" }],
      properties: [
        { name: "queryKey", type: code`ReturnType<Key>` },
        { name: "queryFn", type: queryFn },
        {
          name: "retry",
          hasQuestionToken: true,
          type: code`false | ((failures: number, error: ${error}) => boolean)`,
          docs: [docOfText(retryText)],
        },
        throwOnError,
      ],
      docs: [docOfText("What `useQuery` takes in React, Vue, Solid and Svelte, and `fetchQuery` of a `QueryClient`.")],
    },
    {
      kind: StructureKind.Interface,
      isExported: true,
      name: "MutationOptions",
      typeParameters: [{ name: "Request" }, { name: "Response" }],
      properties: [
        { name: "mutationKey", type: code`readonly string[]` },
        { name: "mutationFn", type: code`(request: Request) => Promise<${success()}<Response>>` },
        { name: "retry", type: code`false`, docs: [docOfText("What may change something is sent once.")] },
        throwOnError,
      ],
      docs: [docOfText("What `useMutation` takes.")],
    },
  ];
}

const error = code`CallError<Response>`;

const throwOnError: PropertySignature = {
  name: "throwOnError",
  hasQuestionToken: true,
  type: code`(error: ${error}) => boolean`,
  docs: [docOfText("Never set: it carries the type of the error.")],
};

const retryText =
  "`false` where a request may change something; else it is never set, so that the `QueryClient` decides, and carries the type of the error.";

function success(): CodeSymbol {
  return client("SuccessBody", "answers");
}

/** A type of the client's runtime. */
function client(name: string, module: string): CodeSymbol {
  return generatedType(name, "client", `${module}.gen.ts`);
}
