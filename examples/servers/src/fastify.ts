// Fastify: the API is a plugin. Responses are sent by `reply.send`, so hooks and plugins such as @fastify/cors see them.
import { type FastifyInstance, fastify } from "fastify";
import { createServe, NodeIncoming } from "./generated/server/index.gen.ts";
import { createService, type ServiceOptions, type Started, type StartOptions } from "./service.ts";

export async function start({ port, ...options }: StartOptions): Promise<Started> {
  const app = fastify();
  app.addHook("onSend", async (_request, reply) => void reply.header("X-Served-By", "fastify"));
  app.get("/health", async () => ({ ok: true }));
  await app.register(api, { ...options, prefix: "/api" });
  return { url: await app.listen({ port, host: "127.0.0.1" }), close: () => app.close() };
}

async function api(app: FastifyInstance, { prefix, ...options }: ServiceOptions & { prefix: string }): Promise<void> {
  const serve = createServe({ ...createService(options), prefix });
  // The service reads and validates bodies itself: in this plugin Fastify leaves them alone.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/*", async (request, reply) => {
    const { status, headers, body } = await serve(new NodeIncoming(request.raw, reply.raw));
    reply.code(status);
    for (const [name, value] of headers) reply.header(name, value);
    return reply.send(body instanceof Blob ? body.stream() : (body ?? undefined));
  });
}
