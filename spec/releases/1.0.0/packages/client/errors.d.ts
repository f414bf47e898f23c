import { ApiError, type Exchange, type NetworkError, type TimeoutError, type UnexpectedResponseError } from "./index.gen.ts";
export type FulfillmentError = UnauthorizedError | ValidationError | NotFoundError | ConflictStateError | RateLimitedError | ServerError | TimeoutError | NetworkError | UnexpectedResponseError;
export type ErrorCode = FulfillmentError["code"];
interface FulfillmentErrorClass {
    [Symbol.hasInstance](value: unknown): value is FulfillmentError;
}
export declare const FulfillmentError: FulfillmentErrorClass;
export declare class UnauthorizedError extends ApiError {
    readonly code = "unauthorized";
}
export declare class ValidationError extends ApiError {
    readonly code = "validation";
    readonly fields: readonly FieldError[];
    constructor(message: string, exchange: Exchange, fields: readonly FieldError[]);
}
export interface FieldError {
    readonly path: readonly (string | number)[];
    readonly message: string;
}
export declare class NotFoundError extends ApiError {
    readonly code = "not_found";
}
export declare class ConflictStateError extends ApiError {
    readonly code = "conflict_state";
}
export declare class RateLimitedError extends ApiError {
    readonly code = "rate_limited";
    get retryAfter(): number | null;
}
export declare class ServerError extends ApiError {
    readonly code = "server";
}
export declare function errorOf(exchange: Exchange): ApiError;
export declare function messageOf({ body, status }: Exchange): string;
export {};
