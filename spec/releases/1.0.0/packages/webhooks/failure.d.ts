import { type Answer, type AnswerCode } from "./answer.ts";
import type { ErrorContext } from "./handler-options.ts";
import type { Settings } from "./settings.ts";
export declare const nothingKnown: ErrorContext;
export interface Failure {
    readonly error: unknown;
    readonly context: ErrorContext;
}
export declare function refuse(code: "handler_failed" | "internal_error" | "unreadable_body" | "payload_too_large", failure: Failure, settings: Settings): Promise<Answer>;
export declare function tell({ error, context }: Failure, { onError }: Settings, code: AnswerCode): Promise<void>;
