// Fastify: the API is a plugin, in which Fastify leaves bodies and responses to the handler.
import { type FastifyInstance, fastify } from "fastify";
import { createNodeHandler } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions } from "./service.ts";
import type { Started, StartOptions } from "./start.ts";

export async function start({ port, ...options }: StartOptions): Promise<Started> {
  const app = fastify();
  app.addHook("onRequest", async (_request, reply) => void reply.header("X-Served-By", "fastify"));
  app.get("/health", async () => ({ ok: true }));
  await app.register(api, { ...options, prefix: "/api" });
  return { url: await app.listen({ port, host: "127.0.0.1" }), close: () => app.close() };
}

async function api(app: FastifyInstance, { prefix, ...options }: ServiceOptions & { prefix: string }): Promise<void> {
  // Fastify leaves the prefix in `request.raw.url`.
  const handler = createNodeHandler({ ...createService(options), prefix });
  // The handler reads and validates bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/*", (request, reply) => {
    reply.hijack();
    // Headers that hooks and plugins such as @fastify/cors have already set.
    reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders()).map(([name, value = ""]) => [name, value])));
    handler(request.raw, reply.raw);
  });
}
