import type { ApiError, Exchange } from "./errors.gen.ts";
import type { ResponseParts } from "./response.gen.ts";
import type { Operation, RequestParts, WireBody } from "./runtime.gen.ts";
export interface SendOptions {
    readonly baseUrl: string | ((operation: Operation) => string);
    readonly authorize?: ((operation: Operation) => HeaderValues | Promise<HeaderValues>) | undefined;
    readonly timeout?: number | undefined;
    readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    readonly onRequest?: ((request: OutgoingRequest, operation: Operation) => unknown) | undefined;
    readonly onResponse?: ((response: Response, operation: Operation) => unknown) | undefined;
    readonly validate?: ((operation: Operation, answer: ResponseParts & Received) => unknown) | undefined;
    readonly errorOf?: ((received: Received) => ApiError | null) | undefined;
}
export interface CallOptions {
    readonly signal?: AbortSignal | undefined;
    readonly timeout?: number | undefined;
    readonly headers?: HeaderValues | undefined;
}
export type HeaderValues = Readonly<Record<string, string>>;
export interface OutgoingRequest {
    readonly method: string;
    url: string;
    readonly headers: Headers;
    body: WireBody | null;
}
export interface Received extends Exchange {
    readonly response: Response;
    readonly status: number;
}
export type FetchAnswer<Described> = Described & Received;
export type FetchSend<Options = CallOptions> = <Request extends RequestParts, Described>(operation: Operation<Request, Described>, request: Request, options?: Options) => Promise<FetchAnswer<Described>>;
export declare function createSend(settings: SendOptions): FetchSend;
