export type AddressVerificationStatus = "VERIFIED" | "CORRECTED" | "OVERRIDDEN" | "NEEDS_REVIEW" | "INVALID" | "UNVERIFIED" | null;
export type AllocationStatus = "UNALLOCATED" | "ALLOCATED" | "RESTOCKED" | null;
export type AuthCheck = {
    account_id: string;
    message: string;
};
export type BadRequestError = ValidationError | RejectionError;
export type CancelOrderResult = {
    message: "Order cancelled successfully";
};
export type Contact = {
    [key: string]: unknown;
};
export type CreateOrderResult = {
    orderId: string;
    status: "AWAITING_SHIPMENT";
};
export type DeleteWebhookResult = {
    message: "Webhook deleted successfully";
};
export type ErrorMessage = {
    message: string;
};
export type InvalidOrderError = {
    message: "Invalid request body";
    errors: string[];
};
export type InventoryItem = {
    product_name?: unknown;
    on_hand?: unknown;
    inventory_events?: unknown;
    [key: string]: unknown;
};
export type InventoryList = {
    pagination: Pagination;
    inventory?: InventoryItem[] | undefined;
    [key: string]: unknown;
};
export type LineItem = {
    sku: string;
    quantity: number;
};
export type NewContact = {
    [key: string]: unknown;
};
export type NewOrder = {
    campaignId: string;
    shipTo: ShipTo;
    products: LineItem[];
    warehouseId?: string | undefined;
    createContactRecord?: boolean | undefined;
};
export type NewWebhook = {
    url: WebhookUrl;
    events: WebhookEvents;
};
export type Order = {
    id: string;
    orderNumber: string;
    sourceOrderNumber: string | null;
    status: OrderStatus;
    paymentStatus: PaymentStatus;
    allocationStatus: AllocationStatus;
    orderSource: OrderSource;
    orderDate: string;
    shipDate: string | null;
    deliveredAt: string | null;
    estimatedDelivery: string | null;
    lastTrackingUpdate: string | null;
    deliveryLocation: string | null;
    deliveryDescription: string | null;
    trackingNumber: string | null;
    carrierCode: string | null;
    campaignId: string;
    warehouse: string;
    recipient: Recipient;
    companyName: string | null;
    notes: string | null;
    products: OrderProduct[];
    addressVerificationStatus: AddressVerificationStatus;
};
export type OrderCancellation = {
    orderId: string;
};
export type OrderNotFoundError = {
    message: "Order not found";
};
export type OrderProduct = {
    sku: string;
    title: string;
    quantity: number;
};
export type OrderSource = "REDEEM_PAGE" | "CSV_IMPORT" | "LANDING_PAGE" | "MANUAL_ORDER" | "STANDALONE_ORDER" | "CONNECTED_STORE" | "EXTERNAL";
export type OrderStatus = "AWAITING_SHIPMENT" | "SHIPPED" | "DELIVERED" | "CANCELLED" | "RETURNED";
export type OrderStatusFilter = "AWAITING_SHIPMENT" | "SHIPPED" | "CANCELLED" | "RETURNED";
export type Pagination = {
    total_count: number;
    page: number;
    page_size: number;
    has_more: boolean;
};
export type PaymentStatus = "UNPAID" | "PAID" | null;
export type Product = {
    sku?: string | undefined;
    [key: string]: unknown;
};
export type Recipient = {
    firstName: string;
    lastName: string;
    email: string;
    phone: string | null;
    street1: string;
    street2?: undefined;
    city: string;
    state: string;
    postalCode: string;
    country: string;
};
export type RejectionError = {
    message: string;
    errors?: undefined;
};
export type ShipTo = {
    firstName: string;
    lastName: string;
    email: string;
    phone?: string | undefined;
    street1: string;
    street2?: string | null | undefined;
    city: string;
    state: string;
    zip: string;
};
export type ValidationError = {
    message: string;
    errors: string[];
};
export type Warehouse = {
    id: string;
    name: string;
    alias: string;
};
export type WebhookChanges = {
    url?: WebhookUrl | undefined;
    events?: WebhookEvents | undefined;
    active?: boolean | undefined;
};
export type WebhookEventDescription = {
    description: string;
    category: string;
    [key: string]: unknown;
};
export type WebhookEventName = "order.created" | "order.shipped" | "order.delivered" | "order.cancelled" | "order.returned" | "invite.viewed" | "invite.cart_updated" | "invite.redeemed";
export type WebhookEvents = WebhookEventName[];
export type WebhookList = {
    webhooks: WebhookSubscription[];
};
export type WebhookSubscription = {
    id: string;
    url: string;
    events: WebhookEventName[];
    active: boolean;
    secret?: undefined;
    createdAt: string;
    updatedAt: string;
};
export type WebhookSubscriptionWithSecret = {
    id: string;
    url: string;
    events: WebhookEventName[];
    active: boolean;
    secret: string;
    createdAt: string;
    updatedAt: string;
};
export type WebhookTestResult = {
    success: boolean;
    statusCode: number | null;
    error: string | null;
};
export type WebhookUrl = string;
export type InviteCartUpdatedData = {
    inviteId: string;
    inviteNumber: string | null;
    email: string | null;
    campaignId: string;
    campaignTitle: null;
    eventDetails: InviteCartUpdatedDetails;
};
export type InviteCartUpdatedDetails = {
    eventType: "CART_ADD" | "CART_UPDATE" | "CART_REMOVE";
    page: string;
    cartItems: LineItem[];
};
export type InviteCartUpdatedEvent = {
    event: "invite.cart_updated";
    data: InviteCartUpdatedData;
};
export type InviteRedeemedData = {
    inviteId: string;
    inviteNumber: string | null;
    email: string | null;
    campaignId: string;
    campaignTitle: null;
    eventDetails: InviteRedeemedDetails;
};
export type InviteRedeemedDetails = {
    eventType: "ORDER_COMPLETE";
    cartItems?: LineItem[] | undefined;
};
export type InviteRedeemedEvent = {
    event: "invite.redeemed";
    data: InviteRedeemedData;
};
export type InviteViewedData = {
    inviteId: string;
    inviteNumber: string | null;
    email: string | null;
    campaignId: string;
    campaignTitle: null;
    eventDetails: InviteViewedDetails;
};
export type InviteViewedDetails = {
    page?: string | undefined;
} | null;
export type InviteViewedEvent = {
    event: "invite.viewed";
    data: InviteViewedData;
};
export type OrderCancelledEvent = {
    event: "order.cancelled";
    data: UnshippedOrderEventData;
};
export type OrderCreatedEvent = {
    event: "order.created";
    data: UnshippedOrderEventData;
};
export type OrderDeliveredEvent = {
    event: "order.delivered";
    data: OrderEventData;
};
export type OrderEventData = {
    orderId: string;
    orderNumber: string;
    status: OrderStatus;
    campaignId: string;
    trackingNumber: string | null;
    carrierCode: string | null;
    shipDate: string | null;
    products: LineItem[];
};
export type OrderReturnedEvent = {
    event: "order.returned";
    data: OrderEventData;
};
export type OrderShippedEvent = {
    event: "order.shipped";
    data: OrderEventData;
};
export type UnshippedOrderEventData = {
    orderId: string;
    orderNumber: string;
    status: OrderStatus;
    campaignId: string;
    trackingNumber: null;
    carrierCode: null;
    shipDate: null;
    products: LineItem[];
};
export type WebhookHeaders = {
    "Content-Type": "application/json";
    "X-Webhook-Signature": string;
    "X-Webhook-Timestamp": string;
    "X-Webhook-Event": string;
};
export type WebhookTestData = {
    message: string;
    timestamp: string;
};
export type WebhookTestEvent = {
    event: "webhook.test";
    data: WebhookTestData;
};
