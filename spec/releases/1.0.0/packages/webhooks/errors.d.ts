export interface VerificationErrorDetails {
    missing_header: {
        readonly header: string;
    };
    invalid_header: {
        readonly header: string;
    };
    body_parsed: object;
    missing_secret: object;
    bad_signature: object;
    stale_timestamp: {
        readonly timestamp: Date;
        readonly secondsOff: number;
        readonly toleranceSeconds: number;
    };
    unknown_event: {
        readonly eventName: string;
        readonly payload: UnknownWebhookEvent;
    };
    invalid_payload: {
        readonly eventName: string | null;
        readonly issues: readonly PayloadIssue[];
        readonly payload: unknown;
    };
    not_awaited: object;
}
export type VerificationErrorCode = keyof VerificationErrorDetails;
export interface UnknownWebhookEvent {
    readonly event: string;
    readonly [member: string]: unknown;
}
export interface PayloadIssue {
    readonly path: readonly (string | number)[];
    readonly message: string;
}
export type VerificationErrorOf<Code extends VerificationErrorCode> = WebhookVerificationError & {
    readonly code: Code;
} & VerificationErrorDetails[Code];
export type AnyVerificationError = {
    [Code in VerificationErrorCode]: VerificationErrorOf<Code>;
}[VerificationErrorCode];
export declare class WebhookVerificationError extends Error {
    readonly name: string;
    readonly code: VerificationErrorCode;
    private constructor();
    static of<Code extends VerificationErrorCode>(code: Code, message: string, details: VerificationErrorDetails[Code]): WebhookVerificationError;
    static [Symbol.hasInstance](value: unknown): value is AnyVerificationError;
}
