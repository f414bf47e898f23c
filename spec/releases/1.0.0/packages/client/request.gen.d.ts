import type { Operation, RequestParts, WireBody } from "./runtime.gen.ts";
export interface WireRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly body: WireBody | null;
    readonly duplex?: "half";
}
export declare function buildRequest<Request extends RequestParts>({ method, path, query, parameters, accept, requestBody }: Operation<Request>, request: Request, baseUrl: string): WireRequest;
