// `node fastify-server.ts recordings.json [bundle.json]`: Fastify with a handler per route that returns what was recorded. With a bundle of
// the description, it validates requests and serialises responses by the schemas in it, too.
import { readFileSync } from "node:fs";
import { fastify, type RouteShorthandOptions } from "fastify";
import { z } from "zod";
import { type OperationId, readRecordings } from "./recordings.ts";

const [, , recordingsFile = "", bundleFile] = process.argv;
const recordings = readRecordings(recordingsFile);

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
/** As `redocly bundle --dereferenced` writes it. */
const bundles = z.object({
  paths: z.record(z.string(), z.object({ get: operation.optional(), post: operation.optional() })),
});
const bundle = bundleFile === undefined ? null : bundles.parse(JSON.parse(readFileSync(bundleFile, "utf8")));

// The description has keywords of its own (`x-...`) and of JSON Schema 2020-12; Ajv ignores unknown keywords.
const server = fastify({ ajv: { customOptions: { strict: false } } });
add("get", "/v1/orders/list", "listOrders");
add("get", "/v1/orders/{orderId}", "getOrder");
add("post", "/v1/orders/create", "createOrder");
console.log(JSON.stringify({ listening: await server.listen({ host: "127.0.0.1", port: 0 }) }));

function add(method: "get" | "post", path: string, operationId: OperationId): void {
  const { status, headers, body } = recordings[operationId];
  // Fastify serialises an object by the schema; without one, the recorded text is sent unchanged.
  const parsed: unknown = bundle === null ? body : JSON.parse(body);
  const options = bundle === null ? {} : schemasOf(bundle.paths[path]?.[method], status);
  server[method](path.replace(/\{(\w+)\}/g, ":$1"), options, (_request, reply) => {
    reply.code(status).headers(headers).send(parsed);
  });
}

function schemasOf(described: z.infer<typeof operation> | undefined, status: number): RouteShorthandOptions {
  if (described === undefined) throw new Error("the description lacks one of the operations");
  const body = described.requestBody?.content["application/json"]?.schema;
  const parametersIn = (place: "path" | "query"): object => {
    const own = described.parameters.filter((parameter) => parameter.in === place);
    return { type: "object", properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])) };
  };
  return {
    schema: {
      params: parametersIn("path"),
      querystring: parametersIn("query"),
      ...(body === undefined ? {} : { body }),
      response: { [status]: described.responses[status]?.content?.["application/json"]?.schema },
    },
  };
}
