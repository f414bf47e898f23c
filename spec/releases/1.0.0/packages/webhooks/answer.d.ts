import type { VerificationErrorCode } from "./errors.ts";
export interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}
export type RefusalCode = "method_not_allowed" | "payload_too_large" | "unreadable_body" | "handler_failed" | "internal_error";
export declare function received(): Answer;
export declare function refused(code: AnswerCode, message: string): Answer;
export declare function isFaultHere(code: AnswerCode): boolean;
export type AnswerCode = VerificationErrorCode | RefusalCode;
