// What differs between the generators that projects come from, as a table: the engine has no branch for any of them.

export const toolNames = ["openapi-typescript", "hey-api", "orval", "typescript-fetch", "typescript-axios"] as const;

export type ToolName = (typeof toolNames)[number];

/**
 * What a call resolves to. `settled`: `{ data, error, response }`. `responded`: `{ data, status, headers }` for every status. `succeeded`:
 * the same of a success, and throws the rest. `body`: the body of a success, and throws the rest.
 */
export type ResultForm = "settled" | "responded" | "succeeded" | "body";

export interface Tool {
  /** Packages that are only of this tool; the first one is the generator. */
  readonly packages: readonly string[];
  /** What scripts of package.json call, with the flags that name the description and the output. */
  readonly program: { readonly words: RegExp; readonly input: readonly string[]; readonly output: readonly string[] };
  /** `verbs`: `client.GET("/orders")`. `functions`: `listOrders()`. `methods`: `new OrdersApi().listOrders()`. */
  readonly calls: "verbs" | "functions" | "methods";
  /** `split`: `{ params: { path, query }, body }`. `parts`: `{ path, query, body }`. `flat`: all in one object. Else one by one. */
  readonly arguments: "split" | "parts" | "flat" | "each" | "grouped";
  readonly result: ResultForm;
  /** Options of our API that give values the form that they had. */
  readonly options: Readonly<Record<string, string>>;
  /** Names of the old generated code -> what to use instead; the first match counts. */
  readonly hints: readonly (readonly [RegExp, string])[];
}

const typeHints: Tool["hints"] = [
  [/Enum$/, 'use the value: "open"'],
  [
    /(?:Data|Params|Query|PathParameters|HeaderParams|Request)$/,
    'use a member of its type of the request, such as ListOrdersRequest["query"]',
  ],
  [
    /(?:Errors?|Responses?|Result)$/,
    "use the type of its responses, a union on status: Extract<ListOrdersResponse, { status: 200 }>",
  ],
];

/** Of both of its generators. */
const openapiGenerator: Pick<Tool, "packages" | "program"> = {
  packages: ["@openapitools/openapi-generator-cli"],
  program: {
    words: /(?:^|\s)openapi-generator(?:-cli)?(?=\s|$)/,
    input: ["--input-spec", "-i"],
    output: ["--output", "-o"],
  },
};

const hookHint = "use the target tanstack-query of @waybill/tanstack-query: useQuery(listOrdersOptions(send, request))";

export const tools: Readonly<Record<ToolName, Tool>> = {
  "openapi-typescript": {
    packages: ["openapi-typescript", "openapi-fetch", "openapi-react-query"],
    program: { words: /(?:^|\s)openapi-typescript(?=\s|$)/, input: [], output: ["--output", "-o"] },
    calls: "verbs",
    arguments: "split",
    result: "settled",
    options: {},
    hints: [
      [
        /^(?:paths|operations)$/,
        'use the types of requests and responses: CreateOrderRequest["body"], ListOrdersResponse',
      ],
      [/^components$/, "schemas have their own types: Order"],
      [/^createPathBasedClient$/, "use createClient: its methods are named after the operations"],
      [/^Middleware$/, "use onRequest, onResponse and onError of createClient"],
      [/^create(?:Query)?Client$|^default$/, hookHint],
      ...typeHints,
    ],
  },
  "hey-api": {
    packages: ["@hey-api/openapi-ts", "@hey-api/client-fetch", "@hey-api/client-axios"],
    program: {
      words: /(?:^|\s)(?:openapi-ts|@hey-api\/openapi-ts)(?=\s|$)/,
      input: ["--input", "-i"],
      output: ["--output", "-o"],
    },
    calls: "functions",
    arguments: "parts",
    result: "settled",
    options: {},
    hints: [
      [/^use[A-Z]|(?:Options|QueryKey|Mutation)$/, hookHint],
      [/^z[A-Z]/, "use the schemas and types of requests and responses of the target zod"],
      [/^client$/, "use the options of createSend: baseUrl, headers, onRequest, onResponse"],
      [/^create(?:Client|Config)$/, "use createSend, or createClient, of the generated client"],
      ...typeHints,
    ],
  },
  orval: {
    packages: ["orval"],
    program: { words: /(?:^|\s)orval(?=\s|$)/, input: ["--input", "-i"], output: ["--output", "-o"] },
    calls: "functions",
    arguments: "grouped",
    result: "responded",
    options: {},
    hints: [
      [/^use[A-Z]|(?:QueryOptions|QueryKey|MutationOptions)$/, hookHint],
      [/(?:MockHandler|ResponseMock|Mock)$/, "use the handlers of the target mocks of @waybill/mocks"],
      [/^get[A-Z]\w*Url$/, "use buildRequest(operation, request, baseUrl).url of the generated client"],
      [
        /^get[A-Z]/,
        "the factory has no equal: use createClient of the generated client, whose methods have the same names",
      ],
      ...typeHints,
    ],
  },
  "typescript-fetch": {
    ...openapiGenerator,
    calls: "methods",
    arguments: "flat",
    result: "body",
    options: { dates: '"date"' },
    hints: [
      [/(?:FromJSON|ToJSON)(?:Typed)?$/, "not needed: bodies are read and written as the description has them"],
      [/^instanceOf/, "use the guard of the schema, isOrder, with guards: true and the target zod"],
      [/^ResponseError$/, "use ResponseError of the generated client: it has status, body and response"],
      [
        /^Configuration(?:Parameters)?$|^Middleware$/,
        "use the options of createClient: baseUrl, headers, onRequest, onResponse",
      ],
      ...typeHints,
    ],
  },
  "typescript-axios": {
    ...openapiGenerator,
    calls: "methods",
    arguments: "each",
    result: "succeeded",
    options: {},
    hints: [
      [/ApiFactory$|ApiFp$/, "use createClient of the generated client"],
      [/^Configuration(?:Parameters)?$/, "use the options of createClient: baseUrl, headers, onRequest, onResponse"],
      ...typeHints,
    ],
  },
};
