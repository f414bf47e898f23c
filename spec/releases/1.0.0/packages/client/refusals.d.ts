import type { ApiError, Exchange, Operation } from "./index.gen.ts";
export declare function refusalOf(exchange: Exchange, operation: Operation): ApiError;
