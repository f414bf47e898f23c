// `node bare-server.ts recordings.json`: Fastify with a handler per route that returns a constant, and nothing else.
import { type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { announce } from "./announce.ts";
import { type Recording, readRecordings } from "./recordings.ts";

const { getOrder, listOrders, createOrder } = readRecordings(process.argv[2] ?? "");

const server = fastify();
server.get("/v1/orders/list", answering(listOrders));
server.get("/v1/orders/:orderId", answering(getOrder));
server.post("/v1/orders/create", answering(createOrder));
announce(await server.listen({ host: "127.0.0.1", port: 0 }));

function answering({ status, headers, body }: Recording): (request: FastifyRequest, reply: FastifyReply) => void {
  return (_request, reply) => {
    reply.code(status).headers(headers).send(body);
  };
}
