import type { AuthCheck, BadRequestError, CancelOrderResult, Contact, CreateOrderResult, DeleteWebhookResult, ErrorMessage, InvalidOrderError, InventoryList, NewContact, NewOrder, NewWebhook, Order, OrderCancellation, OrderNotFoundError, OrderStatusFilter, Product, RejectionError, Warehouse, WebhookChanges, WebhookEventDescription, WebhookList, WebhookSubscription, WebhookSubscriptionWithSecret, WebhookTestResult } from "./schemas.gen.ts";
type CommonHeaders = {
    "RateLimit-Limit": number;
    "RateLimit-Remaining": number;
    "RateLimit-Reset": number;
    "X-RateLimit-Limit": number;
    "X-RateLimit-Remaining": number;
    "X-RateLimit-Reset": number;
};
type UnauthorizedResponse = {
    status: 401;
    contentType: "text/html; charset=utf-8";
    headers: CommonHeaders;
    body: "Unauthorized";
};
type TooManyRequestsResponse = {
    status: 429;
    contentType: "application/json";
    headers: CommonHeaders;
    body: ErrorMessage;
};
type InternalServerErrorResponse = {
    status: 500;
    contentType: "application/json";
    headers: CommonHeaders;
    body: ErrorMessage;
};
export type CheckAuthRequest = {
    [key: string]: never;
};
export type CheckAuthResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CheckAuthPutRequest = {
    [key: string]: never;
};
export type CheckAuthPutResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CheckAuthPostRequest = {
    [key: string]: never;
};
export type CheckAuthPostResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CheckAuthDeleteRequest = {
    [key: string]: never;
};
export type CheckAuthDeleteResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CheckAuthOptionsRequest = {
    [key: string]: never;
};
export type CheckAuthOptionsResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CheckAuthHeadRequest = {
    [key: string]: never;
};
export type CheckAuthHeadResponse = {
    status: 200;
    headers: CommonHeaders;
} | {
    status: 401;
    headers: CommonHeaders;
} | {
    status: 429;
    headers: CommonHeaders;
} | {
    status: 500;
    headers: CommonHeaders;
};
export type CheckAuthPatchRequest = {
    [key: string]: never;
};
export type CheckAuthPatchResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CheckAuthTraceRequest = {
    [key: string]: never;
};
export type CheckAuthTraceResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: AuthCheck;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type ListOrdersRequest = {
    query?: {
        limit?: number | undefined;
        offset?: number | undefined;
        campaignId?: string | undefined;
        orderStatus?: OrderStatusFilter | undefined;
    } | undefined;
};
export type ListOrdersResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: Order[];
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type ListWarehousesRequest = {
    [key: string]: never;
};
export type ListWarehousesResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: Warehouse[];
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type GetOrderRequest = {
    path: {
        orderId: string;
    };
};
export type GetOrderResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: Order;
} | UnauthorizedResponse | {
    status: 404;
    contentType: "application/json";
    headers: CommonHeaders;
    body: OrderNotFoundError;
} | TooManyRequestsResponse | InternalServerErrorResponse;
export type CreateOrderRequest = {
    body: NewOrder;
};
export type CreateOrderResponse = {
    status: 201;
    contentType: "application/json";
    headers: CommonHeaders;
    body: CreateOrderResult;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: InvalidOrderError | RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CancelOrderRequest = {
    body: OrderCancellation;
};
export type CancelOrderResponse = {
    status: 201;
    contentType: "application/json";
    headers: CommonHeaders;
    body: CancelOrderResult;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: BadRequestError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type ListWebhookEventsRequest = {
    [key: string]: never;
};
export type ListWebhookEventsResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: WebhookEventDescription[];
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type ListWebhooksRequest = {
    [key: string]: never;
};
export type ListWebhooksResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: WebhookList;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CreateWebhookRequest = {
    body: NewWebhook;
};
export type CreateWebhookResponse = {
    status: 201;
    contentType: "application/json";
    headers: CommonHeaders;
    body: WebhookSubscriptionWithSecret;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: BadRequestError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type UpdateWebhookRequest = {
    path: {
        id: string;
    };
    body: WebhookChanges;
};
export type UpdateWebhookResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: WebhookSubscription;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: BadRequestError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type DeleteWebhookRequest = {
    path: {
        id: string;
    };
};
export type DeleteWebhookResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: DeleteWebhookResult;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type TestWebhookRequest = {
    path: {
        id: string;
    };
};
export type TestWebhookResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: WebhookTestResult;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type RotateWebhookSecretRequest = {
    path: {
        id: string;
    };
};
export type RotateWebhookSecretResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: WebhookSubscriptionWithSecret;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type ListProductsRequest = {
    query?: {
        limit?: number | undefined;
        offset?: number | undefined;
    } | undefined;
};
export type ListProductsResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: Product[];
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type ListInventoryRequest = {
    query?: {
        page?: number | undefined;
        page_size?: number | undefined;
    } | undefined;
};
export type ListInventoryResponse = {
    status: 200;
    contentType: "application/json";
    headers: CommonHeaders;
    body: InventoryList;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: RejectionError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export type CreateContactRequest = {
    body: NewContact;
};
export type CreateContactResponse = {
    status: 201;
    contentType: "application/json";
    headers: CommonHeaders;
    body: Contact;
} | {
    status: 400;
    contentType: "application/json";
    headers: CommonHeaders;
    body: BadRequestError;
} | UnauthorizedResponse | TooManyRequestsResponse | InternalServerErrorResponse;
export {};
