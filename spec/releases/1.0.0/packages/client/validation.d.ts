import { type Exchange, type Operation, type Received, type ResponseParts, UnexpectedResponseError } from "./index.gen.ts";
export interface ResponseIssue {
    readonly path: readonly PropertyKey[];
    readonly message: string;
}
export declare class InvalidResponseError extends UnexpectedResponseError {
    readonly issues: readonly ResponseIssue[];
    constructor(message: string, exchange: Exchange, issues: readonly ResponseIssue[]);
}
export declare function validateResponses(operation: Operation, answer: ResponseParts & Received): void;
