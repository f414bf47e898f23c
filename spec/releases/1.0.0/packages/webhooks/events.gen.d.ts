import type { InviteCartUpdatedEvent, InviteRedeemedEvent, InviteViewedEvent, OrderCancelledEvent, OrderCreatedEvent, OrderDeliveredEvent, OrderReturnedEvent, OrderShippedEvent, WebhookHeaders, WebhookTestEvent } from "@fulfillment/types";
export type OrderCreatedPayload = OrderCreatedEvent;
export type OrderCreatedHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "order.created" | undefined;
};
export type OrderShippedPayload = OrderShippedEvent;
export type OrderShippedHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "order.shipped" | undefined;
};
export type OrderDeliveredPayload = OrderDeliveredEvent;
export type OrderDeliveredHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "order.delivered" | undefined;
};
export type OrderCancelledPayload = OrderCancelledEvent;
export type OrderCancelledHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "order.cancelled" | undefined;
};
export type OrderReturnedPayload = OrderReturnedEvent;
export type OrderReturnedHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "order.returned" | undefined;
};
export type InviteViewedPayload = InviteViewedEvent;
export type InviteViewedHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "invite.viewed" | undefined;
};
export type InviteCartUpdatedPayload = InviteCartUpdatedEvent;
export type InviteCartUpdatedHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "invite.cart_updated" | undefined;
};
export type InviteRedeemedPayload = InviteRedeemedEvent;
export type InviteRedeemedHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "invite.redeemed" | undefined;
};
export type WebhookTestPayload = WebhookTestEvent;
export type WebhookTestHeaders = WebhookHeaders & {
    "X-Webhook-Event"?: "webhook.test" | undefined;
};
export type EventMap = {
    "order.created": OrderCreatedPayload;
    "order.shipped": OrderShippedPayload;
    "order.delivered": OrderDeliveredPayload;
    "order.cancelled": OrderCancelledPayload;
    "order.returned": OrderReturnedPayload;
    "invite.viewed": InviteViewedPayload;
    "invite.cart_updated": InviteCartUpdatedPayload;
    "invite.redeemed": InviteRedeemedPayload;
    "webhook.test": WebhookTestPayload;
};
export type HeaderMap = {
    "order.created": OrderCreatedHeaders;
    "order.shipped": OrderShippedHeaders;
    "order.delivered": OrderDeliveredHeaders;
    "order.cancelled": OrderCancelledHeaders;
    "order.returned": OrderReturnedHeaders;
    "invite.viewed": InviteViewedHeaders;
    "invite.cart_updated": InviteCartUpdatedHeaders;
    "invite.redeemed": InviteRedeemedHeaders;
    "webhook.test": WebhookTestHeaders;
};
export type EventName = keyof EventMap;
export type WebhookEvent = EventMap[EventName];
