import { type ByteStream } from "../body-bytes.ts";
import type { Receive } from "../receive.ts";
export interface NodeRequest extends ByteStream {
    readonly method?: string | undefined;
    readonly headers: {
        readonly [name: string]: string | readonly string[] | undefined;
    };
    readonly readableDidRead?: boolean | undefined;
    readonly readableEnded?: boolean | undefined;
    readonly destroyed?: boolean | undefined;
    readonly body?: unknown;
    readonly rawBody?: unknown;
}
export interface NodeResponse {
    statusCode: number;
    readonly headersSent?: boolean | undefined;
    readonly writableEnded?: boolean | undefined;
    setHeader(name: string, value: string): unknown;
    end(body: string): unknown;
}
export type NodeAdapter = (request: NodeRequest, response: NodeResponse) => Promise<void>;
export type ExpressAdapter = (request: NodeRequest, response: NodeResponse, next?: unknown) => Promise<void>;
export declare function nodeAdapter(receive: Receive): NodeAdapter;
export declare function keptBytes({ rawBody, body, }: {
    readonly rawBody?: unknown;
    readonly body?: unknown;
}): Uint8Array | null;
