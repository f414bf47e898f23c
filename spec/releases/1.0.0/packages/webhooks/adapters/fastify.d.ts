import { type ByteStream } from "../body-bytes.ts";
import type { Receive } from "../receive.ts";
export interface FastifyLike {
    removeAllContentTypeParsers(): unknown;
    addContentTypeParser(contentType: string, parser: (request: unknown, payload: ByteStream, done: (error: null, body: ByteStream) => void) => void): unknown;
    post(url: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<void>): unknown;
}
export interface FastifyRequestLike {
    readonly method: string;
    readonly headers: {
        readonly [name: string]: string | readonly string[] | undefined;
    };
    readonly body: unknown;
}
export interface FastifyReplyLike {
    readonly sent?: boolean | undefined;
    code(status: number): unknown;
    header(name: string, value: string): unknown;
    send(body: string): unknown;
}
export interface FastifyAdapter {
    (request: FastifyRequestLike, reply: FastifyReplyLike): Promise<void>;
    (instance: FastifyLike, options: {
        readonly url: string;
    }): Promise<void>;
}
export declare function fastifyAdapter(receive: Receive): FastifyAdapter;
