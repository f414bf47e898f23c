import type { Order } from "@fulfillment/types";
import type { PatientCallOptions } from "./index.gen.ts";
import { type ListOrdersQuery } from "./orders.ts";
import type { Send } from "./send.ts";
export interface EachOptions extends PatientCallOptions {
    readonly pageSize?: number | undefined;
}
export declare function eachOrder(send: Send, query?: Omit<ListOrdersQuery, "limit" | "offset">, { pageSize, ...options }?: EachOptions): AsyncGenerator<Order, void, undefined>;
