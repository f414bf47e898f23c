// What rewritten calls need beside generated code -> the module that has it: `send`, and results in the form that they had.
import type { ResultForm, ToolName } from "./tools.ts";

export interface CallsModule {
  readonly tool: ToolName;
  /** From this module to the index of the client. */
  readonly client: string;
  readonly forms: ReadonlySet<ResultForm>;
  /** The options of `createSend` as text; `null` where clients are created in the code of the project. */
  readonly send: string | null;
  /** Of `send`: whether it throws what is no success. */
  readonly throws: boolean;
}

export function callsModuleText({ tool, client, forms, send, throws }: CallsModule): string {
  const parts = (["settled", "responded", "succeeded"] as const).filter((form) => forms.has(form));
  const values = [
    ...(parts.some((form) => form !== "responded") ? ["ok"] : []),
    ...(send === null
      ? []
      : ["createSend", ...(throws ? ["throwing"] : []), ...(send.includes("authorizeWith(") ? ["authorizeWith"] : [])]),
  ];
  const types = [...new Set(parts.flatMap((form) => typesOf[form]))];
  const imported = [...values.sort(), ...types.sort().map((name) => `type ${name}`)];
  return [
    `// Written by waybill migrate, and yours: what calls have in place of ${tool}. Remove each function when nothing calls it.`,
    `import { ${imported.join(", ")} } from "${client}";`,
    "",
    ...(send === null
      ? []
      : [`export const send = ${throws ? `throwing(createSend(${send}))` : `createSend(${send})`};`, ""]),
    ...(parts.length === 0 ? [] : [receivedText]),
    ...parts.map((form) => texts[form]),
  ].join("\n");
}

const typesOf = { settled: ["Failure", "PartOf", "SuccessBody"], responded: ["PartOf"], succeeded: ["SuccessBody"] };

const receivedText = `interface Received {
  readonly status: number;
  readonly body?: unknown;
  readonly response: Response;
}
`;

const texts = {
  settled: `type ErrorOf<Body> = Body extends undefined ? Record<string, never> : Body;

export type Settled<Result> =
  | { readonly data: SuccessBody<Result>; readonly error?: undefined; readonly response: Response }
  | ([Failure<Result>] extends [never]
      ? never
      : { readonly data?: undefined; readonly error: ErrorOf<PartOf<Failure<Result>, "body">>; readonly response: Response });

/** \`{ data, error, response }\`; the error of a response without a body is an empty object. */
export async function settled<Result extends Received>(call: Promise<Result>): Promise<Settled<Result>> {
  const received = await call;
  const { response } = received;
  const result = ok(received) ? { data: received.body, response } : { error: received.body ?? {}, response };
  return result as Settled<Result>;
}
`,
  responded: `export type Responded<Result> = Result extends Received
  ? { readonly data: PartOf<Result, "body">; readonly status: Result["status"]; readonly headers: Headers }
  : never;

/** \`{ data, status, headers }\` of every response. */
export async function responded<Result extends Received>(call: Promise<Result>): Promise<Responded<Result>> {
  const { body, status, response } = await call;
  return { data: body, status, headers: response.headers } as Responded<Result>;
}
`,
  succeeded: `/** What \`succeeded\` throws for a response that is no success. */
export class CallError extends Error {
  readonly response: { readonly status: number; readonly data: unknown; readonly headers: Headers };

  constructor({ status, body, response }: Received) {
    super(\`Request failed with status code \${status}\`);
    this.response = { status, data: body, headers: response.headers };
  }
}

/** \`{ data, status, headers }\` of a success. */
export async function succeeded<Result extends Received>(
  call: Promise<Result>,
): Promise<{ readonly data: SuccessBody<Result>; readonly status: number; readonly headers: Headers }> {
  const received = await call;
  if (!ok(received)) throw new CallError(received);
  return { data: received.body as SuccessBody<Result>, status: received.status, headers: received.response.headers };
}
`,
};
