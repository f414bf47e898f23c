// The operations on the key, products, inventory and contacts as functions.

import { type Call, call } from "./call.ts";
import type { PatientCallOptions } from "./generated/client/index.gen.ts";
import * as operations from "./generated/client/operations.gen.ts";
import type {
  CheckAuthResponse,
  CreateContactResponse,
  ListInventoryRequest,
  ListInventoryResponse,
  ListProductsRequest,
  ListProductsResponse,
  NewContact,
} from "./generated/types/index.gen.ts";
import { refusalOf } from "./refusals.ts";
import type { Send } from "./send.ts";

export type ListProductsQuery = NonNullable<ListProductsRequest["query"]>;
export type ListInventoryQuery = NonNullable<ListInventoryRequest["query"]>;

/** Whether the service takes the key, and whose it is. Fails with `unauthorized` when it does not. */
export function checkAuth(send: Send, options?: PatientCallOptions): Call<CheckAuthResponse> {
  return call(send, operations.checkAuth, {}, { options });
}

/** One page of products, by SKU. */
export function listProducts(
  send: Send,
  query?: ListProductsQuery,
  options?: PatientCallOptions,
): Call<ListProductsResponse> {
  return call(send, operations.listProducts, { query }, { options, failure: refusalOf });
}

/** One page of inventory, with its position in the whole list. Keys are in snake_case, as the API sends them. */
export function listInventory(
  send: Send,
  query?: ListInventoryQuery,
  options?: PatientCallOptions,
): Call<ListInventoryResponse> {
  return call(send, operations.listInventory, { query }, { options, failure: refusalOf });
}

/** Adds a contact. Sent once: a second request could add it twice. */
export function createContact(
  send: Send,
  contact: NewContact,
  options?: PatientCallOptions,
): Call<CreateContactResponse> {
  return call(send, operations.createContact, { body: contact }, { options, failure: refusalOf });
}
