import type { CancelOrderRequest, CancelOrderResponse, CheckAuthDeleteRequest, CheckAuthDeleteResponse, CheckAuthHeadRequest, CheckAuthHeadResponse, CheckAuthOptionsRequest, CheckAuthOptionsResponse, CheckAuthPatchRequest, CheckAuthPatchResponse, CheckAuthPostRequest, CheckAuthPostResponse, CheckAuthPutRequest, CheckAuthPutResponse, CheckAuthRequest, CheckAuthResponse, CheckAuthTraceRequest, CheckAuthTraceResponse, CreateContactRequest, CreateContactResponse, CreateOrderRequest, CreateOrderResponse, CreateWebhookRequest, CreateWebhookResponse, DeleteWebhookRequest, DeleteWebhookResponse, GetOrderRequest, GetOrderResponse, ListInventoryRequest, ListInventoryResponse, ListOrdersRequest, ListOrdersResponse, ListProductsRequest, ListProductsResponse, ListWarehousesRequest, ListWarehousesResponse, ListWebhookEventsRequest, ListWebhookEventsResponse, ListWebhooksRequest, ListWebhooksResponse, RotateWebhookSecretRequest, RotateWebhookSecretResponse, TestWebhookRequest, TestWebhookResponse, UpdateWebhookRequest, UpdateWebhookResponse } from "@fulfillment/types";
export interface Handlers<Context = unknown> {
    checkAuth(request: CheckAuthRequest, context: Context): Promise<CheckAuthResponse>;
    checkAuthPut(request: CheckAuthPutRequest, context: Context): Promise<CheckAuthPutResponse>;
    checkAuthPost(request: CheckAuthPostRequest, context: Context): Promise<CheckAuthPostResponse>;
    checkAuthDelete(request: CheckAuthDeleteRequest, context: Context): Promise<CheckAuthDeleteResponse>;
    checkAuthOptions(request: CheckAuthOptionsRequest, context: Context): Promise<CheckAuthOptionsResponse>;
    checkAuthHead(request: CheckAuthHeadRequest, context: Context): Promise<CheckAuthHeadResponse>;
    checkAuthPatch(request: CheckAuthPatchRequest, context: Context): Promise<CheckAuthPatchResponse>;
    checkAuthTrace(request: CheckAuthTraceRequest, context: Context): Promise<CheckAuthTraceResponse>;
    listOrders(request: ListOrdersRequest, context: Context): Promise<ListOrdersResponse>;
    listWarehouses(request: ListWarehousesRequest, context: Context): Promise<ListWarehousesResponse>;
    getOrder(request: GetOrderRequest, context: Context): Promise<GetOrderResponse>;
    createOrder(request: CreateOrderRequest, context: Context): Promise<CreateOrderResponse>;
    cancelOrder(request: CancelOrderRequest, context: Context): Promise<CancelOrderResponse>;
    listWebhookEvents(request: ListWebhookEventsRequest, context: Context): Promise<ListWebhookEventsResponse>;
    listWebhooks(request: ListWebhooksRequest, context: Context): Promise<ListWebhooksResponse>;
    createWebhook(request: CreateWebhookRequest, context: Context): Promise<CreateWebhookResponse>;
    updateWebhook(request: UpdateWebhookRequest, context: Context): Promise<UpdateWebhookResponse>;
    deleteWebhook(request: DeleteWebhookRequest, context: Context): Promise<DeleteWebhookResponse>;
    testWebhook(request: TestWebhookRequest, context: Context): Promise<TestWebhookResponse>;
    rotateWebhookSecret(request: RotateWebhookSecretRequest, context: Context): Promise<RotateWebhookSecretResponse>;
    listProducts(request: ListProductsRequest, context: Context): Promise<ListProductsResponse>;
    listInventory(request: ListInventoryRequest, context: Context): Promise<ListInventoryResponse>;
    createContact(request: CreateContactRequest, context: Context): Promise<CreateContactResponse>;
}
export declare const unimplemented: Handlers;
