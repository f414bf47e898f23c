export interface SentRequest {
    readonly operation: string;
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
}
export interface RateLimit {
    readonly limit: number;
    readonly remaining: number;
    readonly reset: number;
}
export interface Exchange {
    readonly request: SentRequest;
    readonly response: Response | null;
    readonly status: number | null;
    readonly rateLimit: RateLimit | null;
    readonly body?: unknown;
}
export declare abstract class ApiError extends Error implements Exchange {
    abstract readonly code: string;
    readonly request: SentRequest;
    readonly response: Response | null;
    readonly status: number | null;
    readonly rateLimit: RateLimit | null;
    readonly body?: unknown;
    constructor(message: string, exchange: Exchange, options?: ErrorOptions);
    get name(): string;
}
export declare class TimeoutError extends ApiError {
    readonly code = "timeout";
}
export declare class NetworkError extends ApiError {
    readonly code = "network";
}
export declare class UnexpectedResponseError extends ApiError {
    readonly code = "unexpected_response";
}
