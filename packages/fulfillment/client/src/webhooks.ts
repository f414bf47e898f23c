// The operations on webhook subscriptions as functions.

import { type Call, call } from "./call.ts";
import type { PatientCallOptions } from "./generated/client/index.gen.ts";
import * as operations from "./generated/client/operations.gen.ts";
import type {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  ListWebhookEventsResponse,
  ListWebhooksResponse,
  NewWebhook,
  RotateWebhookSecretResponse,
  TestWebhookResponse,
  UpdateWebhookResponse,
  WebhookChanges,
} from "./generated/types/index.gen.ts";
import { refusalOf } from "./refusals.ts";
import type { Send } from "./send.ts";

/** The catalog of events that a subscription can ask for. */
export function listWebhookEvents(send: Send, options?: PatientCallOptions): Call<ListWebhookEventsResponse> {
  return call(send, operations.listWebhookEvents, {}, { options });
}

/** All subscriptions of the account, without their secrets. */
export function listWebhooks(send: Send, options?: PatientCallOptions): Call<ListWebhooksResponse> {
  return call(send, operations.listWebhooks, {}, { options });
}

/** Subscribes a URL to events. The response holds the signing secret, which is not shown again. */
export function createWebhook(
  send: Send,
  webhook: NewWebhook,
  options?: PatientCallOptions,
): Call<CreateWebhookResponse> {
  return call(send, operations.createWebhook, { body: webhook }, { options, failure: refusalOf });
}

/** Changes what is given and leaves the rest. */
export function updateWebhook(
  send: Send,
  id: string,
  changes: WebhookChanges,
  options?: PatientCallOptions,
): Call<UpdateWebhookResponse> {
  return call(send, operations.updateWebhook, { path: { id }, body: changes }, { options, failure: refusalOf });
}

/** Deletes a subscription for good. */
export function deleteWebhook(send: Send, id: string, options?: PatientCallOptions): Call<DeleteWebhookResponse> {
  return call(send, operations.deleteWebhook, { path: { id } }, { options, failure: refusalOf });
}

/** Sends `webhook.test` to one active subscription and resolves to its result: check `success`. */
export function testWebhook(send: Send, id: string, options?: PatientCallOptions): Call<TestWebhookResponse> {
  return call(send, operations.testWebhook, { path: { id } }, { options, failure: refusalOf });
}

/** Replaces the signing secret; the old one is invalid from that moment. */
export function rotateWebhookSecret(
  send: Send,
  id: string,
  options?: PatientCallOptions,
): Call<RotateWebhookSecretResponse> {
  return call(send, operations.rotateWebhookSecret, { path: { id } }, { options, failure: refusalOf });
}
