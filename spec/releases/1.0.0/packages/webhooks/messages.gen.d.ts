import type { EventName } from "./events.gen.ts";
export interface MessageInfo {
    readonly key: string;
    readonly eventName: EventName;
    readonly title: string | null;
    readonly summary: string | null;
    readonly description: string | null;
    readonly contentType: string;
    readonly extensions: {
        readonly [name: string]: unknown;
    };
    readonly uses: readonly MessageUse[];
}
export interface MessageUse {
    readonly channel: string;
    readonly address: string | null;
    readonly operation: string | null;
    readonly action: "send" | "receive" | "reply" | null;
}
export declare const messages: readonly MessageInfo[];
export declare const eventProperty: "event";
export declare const extensions: {
    readonly operations: {
        readonly deliver: {
            readonly "x-waybill-delivery": {
                readonly method: "POST";
                readonly contentType: "application/json";
                readonly timeoutSeconds: 10;
                readonly attempts: 1;
                readonly ordered: false;
                readonly parallel: true;
                readonly mayRepeat: true;
                readonly countsAgainstRateLimit: false;
            };
            readonly "x-waybill-open-decisions": readonly ["delivery-inactive", "delivery-acceptance", "delivery-redirects", "delivery-other-headers", "delivery-settings", "delivery-repeats"];
        };
    };
    readonly securitySchemes: {
        readonly signature: {
            readonly "x-waybill-signature": {
                readonly algorithm: "HMAC-SHA256";
                readonly key: "subscription-secret";
                readonly signedContent: readonly [{
                    readonly header: "X-Webhook-Timestamp";
                }, {
                    readonly literal: ".";
                }, {
                    readonly body: "raw";
                }];
                readonly header: "X-Webhook-Signature";
                readonly prefix: "sha256=";
                readonly encoding: "lowercase-hex";
                readonly comparison: "constant-time";
                readonly tolerance: {
                    readonly seconds: 300;
                    readonly enforcedBy: "receiver";
                    readonly required: false;
                };
            };
            readonly "x-waybill-open-decisions": readonly ["webhook-secret-form"];
        };
    };
};
