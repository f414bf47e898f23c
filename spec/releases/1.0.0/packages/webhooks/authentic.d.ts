import { type DeliveryHeaders } from "./headers.ts";
export interface VerifyOptions {
    readonly toleranceSeconds?: number | undefined;
    readonly now?: (() => number) | undefined;
}
export interface AuthenticDelivery {
    readonly body: Uint8Array<ArrayBuffer>;
    readonly timestamp: Date;
    readonly namedInHeader: string;
}
export declare function authenticate(rawBody: unknown, headers: DeliveryHeaders, secretsOf: () => unknown): Promise<AuthenticDelivery>;
export declare function checkAge({ timestamp }: AuthenticDelivery, options?: VerifyOptions): void;
export declare function toleranceOf({ toleranceSeconds }: VerifyOptions): number;
