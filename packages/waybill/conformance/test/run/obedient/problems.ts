// A request and its operation -> every violation of the description, in the order in which a server would check.
import type { Json, Operation, ParameterPlace, SecurityScheme } from "waybill/description";
import type { Description } from "../../../src/description/description.ts";
import { type Incoming, propertiesOf, readBody, readParameter } from "./decode.ts";
import { isReadOnly } from "./store.ts";

export interface Problem {
  /** `security`, `query.limit`, `body`, `content-type` */
  readonly place: string;
  /** The keyword that rejects it; `required`, `malformed`, the scheme's type. */
  readonly keyword: string;
  /** In the body: `/items/0/sku`. */
  readonly pointer: string;
  /** Statuses to return, the first that is declared. */
  readonly statuses: readonly number[];
}

export interface Values {
  readonly parameters: Readonly<Record<ParameterPlace, ReadonlyMap<string, Json>>>;
  readonly body: Json | undefined;
}

interface Question {
  readonly operation: Operation;
  readonly incoming: Incoming;
  readonly path: ReadonlyMap<string, string>;
  readonly key: string | null;
}

export function problemsOf(
  description: Description,
  question: Question,
): { readonly problems: readonly Problem[]; readonly values: Values } {
  const { operation, incoming, path } = question;
  const problems: Problem[] = [...securityProblems(description, question)];
  const parameters = {
    path: new Map<string, Json>(),
    query: new Map<string, Json>(),
    querystring: new Map<string, Json>(),
    header: new Map<string, Json>(),
    cookie: new Map<string, Json>(),
  };
  for (const parameter of operation.parameters) {
    const place = `${parameter.in}.${parameter.name}`;
    const statuses = parameter.in === "path" ? [404, 400, 422] : refusals;
    const value = readParameter(parameter, incoming, path);
    if (value === undefined) {
      if (parameter.required) problems.push({ place, keyword: "required", pointer: "", statuses });
      continue;
    }
    parameters[parameter.in].set(parameter.name, value);
    for (const { keyword, pointer } of description.validate(parameter.schema.at, value)) {
      problems.push({ place, keyword, pointer, statuses });
    }
  }
  const body = bodyOf(description, question);
  return { problems: [...problems, ...body.problems], values: { parameters, body: body.value } };
}

const refusals = [400, 422];

function bodyOf(
  description: Description,
  { operation, incoming }: Question,
): { readonly problems: readonly Problem[]; readonly value: Json | undefined } {
  const { requestBody } = operation;
  const problem = (keyword: string, statuses: readonly number[] = refusals, pointer = ""): Problem => ({
    place: "body",
    keyword,
    pointer,
    statuses,
  });
  if (requestBody === null) return { problems: [], value: undefined };
  if (incoming.body.length === 0 && !incoming.headers.has("content-type")) {
    return { problems: requestBody.required ? [problem("required")] : [], value: undefined };
  }
  const type = (incoming.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const media = requestBody.content.find((one) => {
    const declared = one.type.split(";")[0]?.trim().toLowerCase() ?? "";
    return (
      declared === type || declared === "*/*" || (declared.endsWith("/*") && type.startsWith(declared.slice(0, -1)))
    );
  });
  if (media === undefined)
    return { problems: [{ ...problem("content-type", [415, ...refusals]), place: "content-type" }], value: undefined };
  const value = readBody(media.schema, media.body, incoming);
  if (value === undefined) return { problems: [problem("malformed")], value };
  // What is read-only is required in responses alone.
  const result = new Set(propertiesOf(media.schema).flatMap(({ name, schema }) => (isReadOnly(schema) ? [name] : [])));
  const wrong = description
    .validate(media.schema.at, value)
    .filter(
      ({ keyword, message }) => keyword !== "required" || ![...result].some((name) => message.includes(`'${name}'`)),
    );
  return { problems: wrong.map(({ keyword, pointer }) => problem(keyword, refusals, pointer)), value };
}

function securityProblems({ http }: Description, { operation, incoming, key }: Question): Problem[] {
  const met = operation.security.some(({ schemes }) =>
    schemes.every(({ name }) => {
      const scheme = http?.securitySchemes.find((one) => one.name === name);
      return scheme !== undefined && carries(scheme, incoming, key ?? "");
    }),
  );
  if (operation.security.length === 0 || met) return [];
  return [{ place: "security", keyword: "security", pointer: "", statuses: [401, 403] }];
}

function carries({ type, scheme, in: place, parameterName }: SecurityScheme, incoming: Incoming, key: string): boolean {
  const header = incoming.headers.get("authorization");
  if (type !== "apiKey") {
    const basic = `Basic ${Buffer.from(key).toString("base64")}`;
    return header === (scheme?.toLowerCase() === "basic" ? basic : `Bearer ${key}`);
  }
  const name = parameterName ?? "";
  if (place === "header") return incoming.headers.get(name.toLowerCase()) === key;
  if (place === "query") return new URLSearchParams(incoming.query).get(name) === key;
  return (incoming.headers.get("cookie") ?? "").split(/;\s*/).includes(`${name}=${key}`);
}
