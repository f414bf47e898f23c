import { WebhookVerificationError } from "./errors.ts";
export type DeliveryHeaders = Iterable<readonly [name: string, value: string]> | {
    readonly [name: string]: string | readonly string[] | undefined;
};
export declare function headerOf(headers: DeliveryHeaders, name: string): string;
export declare function checkContentType(headers: DeliveryHeaders): void;
export declare function invalidHeader(name: string, problem: string): WebhookVerificationError;
