import type { Operation, RequestParts, Values } from "./runtime.gen.ts";
export type Reading<Described> = (Described & ResponseParts) | Undescribed;
export interface ResponseParts {
    readonly status: number;
    readonly contentType?: string;
    readonly headers?: Values;
    readonly body?: unknown;
}
export interface Undescribed {
    readonly undescribed: "status" | "content-type" | "body";
    readonly body: string;
}
export declare function readResponse<Request extends RequestParts, Described>({ responses }: Operation<Request, Described>, response: Response, signal?: AbortSignal): Promise<Reading<Described>>;
