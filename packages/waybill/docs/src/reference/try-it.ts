// An operation -> what the form needs that sends it from its page: where its parameters go, the sample of its body, its credential.
import { type HttpApi, type MediaType, type Operation, sampleOf } from "waybill/description";
import type { TryIt, TryParameter } from "../blocks/block.ts";

/** `null` for what a form cannot send: files, forms, a query that is a document. */
export function tryItOf(operation: Operation, { securitySchemes }: HttpApi): TryIt | null {
  const { method, path, requestBody } = operation;
  if (method === "trace" || method === "connect") return null;
  if (operation.parameters.some((one) => one.in === "querystring")) return null;
  const parameters = operation.parameters.flatMap((one): TryParameter[] => {
    if (one.in !== "path" && one.in !== "query" && one.in !== "header") return [];
    const sample = sampleOf(one.schema, { examples: one.examples });
    const value = sample.ok ? sample.value : "";
    const isList = Array.isArray(value);
    return [{ name: one.name, in: one.in, required: one.required, isList, value: textOf(value) }];
  });
  const json = requestBody?.content.find(({ body }) => body === "json");
  if (requestBody !== null && json === undefined) return null;
  const names = operation.security[0]?.schemes.map(({ name }) => name) ?? [];
  const scheme = securitySchemes.find(({ name }) => names.includes(name));
  return {
    method: method.toUpperCase(),
    path: path.text,
    parameters,
    body: json === undefined ? null : { type: json.type, text: bodyOf(json) },
    credential: credentialOf(scheme),
  };
}

function bodyOf({ schema, examples }: MediaType): string {
  const sample = sampleOf(schema, { examples });
  return sample.ok ? JSON.stringify(sample.value, null, 2) : "";
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(",");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function credentialOf(scheme: HttpApi["securitySchemes"][number] | undefined): TryIt["credential"] {
  if (scheme?.type === "http" && scheme.scheme?.toLowerCase() === "bearer")
    return { header: "Authorization", prefix: "Bearer " };
  if (scheme?.type === "apiKey" && scheme.in === "header")
    return { header: scheme.parameterName ?? scheme.name, prefix: "" };
  return null;
}
