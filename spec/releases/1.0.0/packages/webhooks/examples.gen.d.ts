export interface EventExample {
    readonly message: string;
    readonly name?: string;
    readonly headers?: unknown;
    readonly payload?: unknown;
}
export declare const eventExamples: {
    readonly "order.created": readonly [{
        readonly message: "orderCreated";
        readonly name: "order-created";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=0d05000c0c3400aa6111f5b9551bafe23e274ca650adc5805d375c8ccaa3e269";
            readonly "X-Webhook-Timestamp": "1762161267";
            readonly "X-Webhook-Event": "order.created";
        };
        readonly payload: {
            readonly event: "order.created";
            readonly data: {
                readonly orderId: "ord_01K94X7Q2MTE";
                readonly orderNumber: "W-10482";
                readonly status: "AWAITING_SHIPMENT";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly trackingNumber: null;
                readonly carrierCode: null;
                readonly shipDate: null;
                readonly products: readonly [{
                    readonly sku: "MUG-OAT-350";
                    readonly quantity: 2;
                }, {
                    readonly sku: "TEE-NVY-M";
                    readonly quantity: 1;
                }];
            };
        };
    }];
    readonly "order.shipped": readonly [{
        readonly message: "orderShipped";
        readonly name: "order-shipped";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=fe2df0660ed6f80fe1c3b0a630c04a27eaf83d87e2879fb749591673f50cda67";
            readonly "X-Webhook-Timestamp": "1762270931";
            readonly "X-Webhook-Event": "order.shipped";
        };
        readonly payload: {
            readonly event: "order.shipped";
            readonly data: {
                readonly orderId: "ord_01K94X7Q2MTE";
                readonly orderNumber: "W-10482";
                readonly status: "SHIPPED";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly trackingNumber: "1Z54W8790342616817";
                readonly carrierCode: "ups";
                readonly shipDate: "2025-11-04T15:42:10.000Z";
                readonly products: readonly [{
                    readonly sku: "MUG-OAT-350";
                    readonly quantity: 2;
                }, {
                    readonly sku: "TEE-NVY-M";
                    readonly quantity: 1;
                }];
            };
        };
    }];
    readonly "order.delivered": readonly [{
        readonly message: "orderDelivered";
        readonly name: "order-delivered";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=1d0dc99c5b20a794e93e104b67e7f5eeb3d41442e8cca7beba7c9ffa68089b5c";
            readonly "X-Webhook-Timestamp": "1762538734";
            readonly "X-Webhook-Event": "order.delivered";
        };
        readonly payload: {
            readonly event: "order.delivered";
            readonly data: {
                readonly orderId: "ord_01K94X7Q2MTE";
                readonly orderNumber: "W-10482";
                readonly status: "DELIVERED";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly trackingNumber: "1Z54W8790342616817";
                readonly carrierCode: "ups";
                readonly shipDate: "2025-11-04T15:42:10.000Z";
                readonly products: readonly [{
                    readonly sku: "MUG-OAT-350";
                    readonly quantity: 2;
                }, {
                    readonly sku: "TEE-NVY-M";
                    readonly quantity: 1;
                }];
            };
        };
    }];
    readonly "order.cancelled": readonly [{
        readonly message: "orderCancelled";
        readonly name: "order-cancelled";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=28c4f2ae81a062dff3c96d4c6405060908c350fcf5b870447c38531f6dff9797";
            readonly "X-Webhook-Timestamp": "1762177622";
            readonly "X-Webhook-Event": "order.cancelled";
        };
        readonly payload: {
            readonly event: "order.cancelled";
            readonly data: {
                readonly orderId: "ord_01K95B0F7JNP";
                readonly orderNumber: "W-10483";
                readonly status: "CANCELLED";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly trackingNumber: null;
                readonly carrierCode: null;
                readonly shipDate: null;
                readonly products: readonly [{
                    readonly sku: "MUG-OAT-350";
                    readonly quantity: 1;
                }];
            };
        };
    }];
    readonly "order.returned": readonly [{
        readonly message: "orderReturned";
        readonly name: "order-returned";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=8c20f888735dc009d56cc2078b9cab4c38776c4e13eafc7546c4f159297598a9";
            readonly "X-Webhook-Timestamp": "1763551608";
            readonly "X-Webhook-Event": "order.returned";
        };
        readonly payload: {
            readonly event: "order.returned";
            readonly data: {
                readonly orderId: "ord_01K94X7Q2MTE";
                readonly orderNumber: "W-10482";
                readonly status: "RETURNED";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly trackingNumber: "1Z54W8790342616817";
                readonly carrierCode: "ups";
                readonly shipDate: "2025-11-04T15:42:10.000Z";
                readonly products: readonly [{
                    readonly sku: "MUG-OAT-350";
                    readonly quantity: 2;
                }, {
                    readonly sku: "TEE-NVY-M";
                    readonly quantity: 1;
                }];
            };
        };
    }];
    readonly "invite.viewed": readonly [{
        readonly message: "inviteViewed";
        readonly name: "invite-viewed-without-details";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=032c2231e8886f8137cc773baeee12482d2f59fc8fcc16a76aa4e7f6015945bc";
            readonly "X-Webhook-Timestamp": "1762251856";
            readonly "X-Webhook-Event": "invite.viewed";
        };
        readonly payload: {
            readonly event: "invite.viewed";
            readonly data: {
                readonly inviteId: "inv_01K8ZBM2HE9S";
                readonly inviteNumber: null;
                readonly email: null;
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly campaignTitle: null;
                readonly eventDetails: null;
            };
        };
    }, {
        readonly message: "inviteViewed";
        readonly name: "invite-viewed";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=09b3be6f3bcaa72f3c0b315226f8fa2dc3d376281ea89f1b9c8ba89ad363de49";
            readonly "X-Webhook-Timestamp": "1762251856";
            readonly "X-Webhook-Event": "invite.viewed";
        };
        readonly payload: {
            readonly event: "invite.viewed";
            readonly data: {
                readonly inviteId: "inv_01K8ZBM2HE9S";
                readonly inviteNumber: "I-2204";
                readonly email: "jonas.pereira@example.com";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly campaignTitle: null;
                readonly eventDetails: {
                    readonly page: "redeem";
                };
            };
        };
    }];
    readonly "invite.cart_updated": readonly [{
        readonly message: "inviteCartUpdated";
        readonly name: "invite-cart-updated";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=c54239e0ea558ede257319b4b40f600c6367e726abf3d8957f30b8fbde177a07";
            readonly "X-Webhook-Timestamp": "1762252060";
            readonly "X-Webhook-Event": "invite.cart_updated";
        };
        readonly payload: {
            readonly event: "invite.cart_updated";
            readonly data: {
                readonly inviteId: "inv_01K8ZBM2HE9S";
                readonly inviteNumber: "I-2204";
                readonly email: "jonas.pereira@example.com";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly campaignTitle: null;
                readonly eventDetails: {
                    readonly eventType: "CART_ADD";
                    readonly page: "redeem";
                    readonly cartItems: readonly [{
                        readonly sku: "TEE-NVY-M";
                        readonly quantity: 1;
                    }];
                };
            };
        };
    }];
    readonly "invite.redeemed": readonly [{
        readonly message: "inviteRedeemed";
        readonly name: "invite-redeemed";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=613d84d25cbe319a2f61fa4dd34890822eccc8f1d18a6c8b1d97227960f24ea6";
            readonly "X-Webhook-Timestamp": "1762252265";
            readonly "X-Webhook-Event": "invite.redeemed";
        };
        readonly payload: {
            readonly event: "invite.redeemed";
            readonly data: {
                readonly inviteId: "inv_01K8ZBM2HE9S";
                readonly inviteNumber: "I-2204";
                readonly email: "jonas.pereira@example.com";
                readonly campaignId: "cmp_01K8Z3V5WD6H";
                readonly campaignTitle: null;
                readonly eventDetails: {
                    readonly eventType: "ORDER_COMPLETE";
                    readonly cartItems: readonly [{
                        readonly sku: "TEE-NVY-M";
                        readonly quantity: 1;
                    }];
                };
            };
        };
    }];
    readonly "webhook.test": readonly [{
        readonly message: "webhookTest";
        readonly name: "webhook-test";
        readonly headers: {
            readonly "Content-Type": "application/json";
            readonly "X-Webhook-Signature": "sha256=de0bed6108edadf7762191febefd21cdcd7a8e8774bd9bce4fe43adb6794855e";
            readonly "X-Webhook-Timestamp": "1762100730";
            readonly "X-Webhook-Event": "webhook.test";
        };
        readonly payload: {
            readonly event: "webhook.test";
            readonly data: {
                readonly message: "This is a test of your webhook subscription.";
                readonly timestamp: "2025-11-02T16:25:30.481Z";
            };
        };
    }];
};
