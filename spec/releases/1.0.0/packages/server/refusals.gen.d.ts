import type { Issue } from "./runtime.gen.ts";
export interface Answer {
    readonly status: number;
    readonly contentType?: string | undefined;
    readonly headers?: object | undefined;
    readonly body?: unknown;
}
export type RefusalCode = "malformed_path" | "not_found" | "method_not_allowed" | "unauthorized" | "invalid_parameters" | "missing_body" | "malformed_body" | "unsupported_media_type" | "body_too_large" | "invalid_body" | "not_implemented" | "internal_error";
export interface RequestIssue extends Issue {
    readonly in: "path" | "query" | "headers" | "cookies" | "body";
}
export interface RefusalDetails {
    readonly status: number;
    readonly issues?: readonly RequestIssue[];
    readonly allow?: readonly string[];
    readonly cause?: unknown;
}
export declare class Refusal extends Error {
    readonly name = "Refusal";
    readonly code: RefusalCode;
    readonly status: number;
    readonly issues: readonly RequestIssue[];
    readonly allow: readonly string[];
    constructor(code: RefusalCode, { status, issues, allow, cause }: RefusalDetails);
}
export declare function problemOf({ code, status, issues, message }: Refusal): Answer;
