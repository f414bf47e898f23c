import type { NewOrder, Order, OrderStatus } from "@fulfillment/types";
import type { PatientCallOptions } from "./index.gen.ts";
import type { Send } from "./send.ts";
export interface CreateOnceOptions extends PatientCallOptions {
    readonly fingerprint?: ((order: OrderIdentity) => string) | undefined;
    readonly since?: Date | undefined;
    readonly attempts?: number | undefined;
}
export interface OrderIdentity {
    readonly campaignId: string;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly street1: string;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    readonly products: readonly {
        readonly sku: string;
        readonly quantity: number;
    }[];
}
export interface PlacedOrder {
    readonly orderId: string;
    readonly status: OrderStatus;
    readonly found: Order | null;
}
export declare function createOrderOnce(send: Send, order: NewOrder, { fingerprint, since, attempts, ...options }?: CreateOnceOptions): Promise<PlacedOrder>;
export declare function orderFingerprint({ campaignId, email, products }: OrderIdentity): string;
