import { type FastifyAdapter } from "./adapters/fastify.ts";
import { type FetchAdapter, type HonoContext } from "./adapters/fetch.ts";
import { type ExpressAdapter, type NodeAdapter } from "./adapters/node.ts";
import type { WebhookHandlerOptions } from "./handler-options.ts";
export interface WebhookHandler {
    (request: Request): Promise<Response>;
    readonly fetch: FetchAdapter;
    readonly node: NodeAdapter;
    readonly express: ExpressAdapter;
    readonly fastify: FastifyAdapter;
    readonly hono: (context: HonoContext) => Promise<Response>;
}
export declare function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler;
