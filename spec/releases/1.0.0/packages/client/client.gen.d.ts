import type { Send } from "./runtime.gen.ts";
import type { CancelOrderRequest, CancelOrderResponse, CheckAuthDeleteRequest, CheckAuthDeleteResponse, CheckAuthHeadRequest, CheckAuthHeadResponse, CheckAuthOptionsRequest, CheckAuthOptionsResponse, CheckAuthPatchRequest, CheckAuthPatchResponse, CheckAuthPostRequest, CheckAuthPostResponse, CheckAuthPutRequest, CheckAuthPutResponse, CheckAuthRequest, CheckAuthResponse, CheckAuthTraceRequest, CheckAuthTraceResponse, CreateContactRequest, CreateContactResponse, CreateOrderRequest, CreateOrderResponse, CreateWebhookRequest, CreateWebhookResponse, DeleteWebhookRequest, DeleteWebhookResponse, GetOrderRequest, GetOrderResponse, ListInventoryRequest, ListInventoryResponse, ListOrdersRequest, ListOrdersResponse, ListProductsRequest, ListProductsResponse, ListWarehousesRequest, ListWarehousesResponse, ListWebhookEventsRequest, ListWebhookEventsResponse, ListWebhooksRequest, ListWebhooksResponse, RotateWebhookSecretRequest, RotateWebhookSecretResponse, TestWebhookRequest, TestWebhookResponse, UpdateWebhookRequest, UpdateWebhookResponse } from "@fulfillment/types";
export interface Client<Options> {
    checkAuth(request?: CheckAuthRequest, options?: Options): Promise<CheckAuthResponse>;
    checkAuthPut(request?: CheckAuthPutRequest, options?: Options): Promise<CheckAuthPutResponse>;
    checkAuthPost(request?: CheckAuthPostRequest, options?: Options): Promise<CheckAuthPostResponse>;
    checkAuthDelete(request?: CheckAuthDeleteRequest, options?: Options): Promise<CheckAuthDeleteResponse>;
    checkAuthOptions(request?: CheckAuthOptionsRequest, options?: Options): Promise<CheckAuthOptionsResponse>;
    checkAuthHead(request?: CheckAuthHeadRequest, options?: Options): Promise<CheckAuthHeadResponse>;
    checkAuthPatch(request?: CheckAuthPatchRequest, options?: Options): Promise<CheckAuthPatchResponse>;
    checkAuthTrace(request?: CheckAuthTraceRequest, options?: Options): Promise<CheckAuthTraceResponse>;
    listOrders(request?: ListOrdersRequest, options?: Options): Promise<ListOrdersResponse>;
    listWarehouses(request?: ListWarehousesRequest, options?: Options): Promise<ListWarehousesResponse>;
    getOrder(request: GetOrderRequest, options?: Options): Promise<GetOrderResponse>;
    createOrder(request: CreateOrderRequest, options?: Options): Promise<CreateOrderResponse>;
    cancelOrder(request: CancelOrderRequest, options?: Options): Promise<CancelOrderResponse>;
    listWebhookEvents(request?: ListWebhookEventsRequest, options?: Options): Promise<ListWebhookEventsResponse>;
    listWebhooks(request?: ListWebhooksRequest, options?: Options): Promise<ListWebhooksResponse>;
    createWebhook(request: CreateWebhookRequest, options?: Options): Promise<CreateWebhookResponse>;
    updateWebhook(request: UpdateWebhookRequest, options?: Options): Promise<UpdateWebhookResponse>;
    deleteWebhook(request: DeleteWebhookRequest, options?: Options): Promise<DeleteWebhookResponse>;
    testWebhook(request: TestWebhookRequest, options?: Options): Promise<TestWebhookResponse>;
    rotateWebhookSecret(request: RotateWebhookSecretRequest, options?: Options): Promise<RotateWebhookSecretResponse>;
    listProducts(request?: ListProductsRequest, options?: Options): Promise<ListProductsResponse>;
    listInventory(request?: ListInventoryRequest, options?: Options): Promise<ListInventoryResponse>;
    createContact(request: CreateContactRequest, options?: Options): Promise<CreateContactResponse>;
}
export declare function createClient<Options>(send: Send<Options>): Client<Options>;
