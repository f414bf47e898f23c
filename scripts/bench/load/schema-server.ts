// `node schema-server.ts recordings.json bundle.json`: Fastify that validates requests and serialises responses by the schemas of
// the description, with handlers that return a constant object.
import { readFileSync } from "node:fs";
import { type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { z } from "zod";
import { announce } from "./announce.ts";
import { type OperationId, type Recording, readRecordings } from "./recordings.ts";

const [, , recordingsFile = "", bundleFile = ""] = process.argv;
const recordings = readRecordings(recordingsFile);

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
/** As `redocly bundle --dereferenced` writes it. */
const bundle = z
  .object({ paths: z.record(z.string(), z.object({ get: operation.optional(), post: operation.optional() })) })
  .parse(JSON.parse(readFileSync(bundleFile, "utf8")));

// The description has keywords of its own (`x-...`) and of JSON Schema 2020-12; Ajv ignores unknown keywords.
const server = fastify({ ajv: { customOptions: { strict: false } } });
add("GET", "/v1/orders/list", "listOrders");
add("GET", "/v1/orders/{orderId}", "getOrder");
add("POST", "/v1/orders/create", "createOrder");
announce(await server.listen({ host: "127.0.0.1", port: 0 }));

function add(method: "GET" | "POST", path: string, operationId: OperationId): void {
  const described = method === "GET" ? bundle.paths[path]?.get : bundle.paths[path]?.post;
  if (described === undefined) throw new Error(`the description has no ${method} ${path}`);
  const { status } = recordings[operationId];
  const body = described.requestBody?.content["application/json"]?.schema;
  const response = described.responses[status]?.content?.["application/json"]?.schema;
  server.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ":$1"),
    schema: {
      params: schemaOf(described, "path"),
      querystring: schemaOf(described, "query"),
      ...(body === undefined ? {} : { body }),
      response: { [status]: response },
    },
    handler: answering(recordings[operationId]),
  });
}

function schemaOf({ parameters }: z.infer<typeof operation>, place: "path" | "query"): object {
  const own = parameters.filter((parameter) => parameter.in === place);
  return { type: "object", properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])) };
}

function answering({ status, headers, body }: Recording): (request: FastifyRequest, reply: FastifyReply) => unknown {
  const answer: unknown = JSON.parse(body);
  return async (_request, reply) => {
    reply.code(status).headers(headers);
    return answer;
  };
}
