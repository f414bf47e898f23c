// All seeded faults: bugs that careless changes of the service could introduce, for tools that claim to find them.
import type { Fault } from "./fault.ts";
import { authenticationOfAccounts } from "./kinds/authentication-accounts.ts";
import { authenticationOfKeys } from "./kinds/authentication-keys.ts";
import { concurrentFaults } from "./kinds/concurrent.ts";
import { deliveryPayloads } from "./kinds/delivery-payloads.ts";
import { deliveryRecipients } from "./kinds/delivery-recipients.ts";
import { deliveryRequests } from "./kinds/delivery-requests.ts";
import { lifeCycleFaults } from "./kinds/life-cycle.ts";
import { orderListFaults } from "./kinds/order-lists.ts";
import { rateLimitCounting } from "./kinds/rate-limit-counting.ts";
import { rateLimitHeaders } from "./kinds/rate-limit-headers.ts";
import { rememberedFaults } from "./kinds/remembered.ts";
import { responseErrors } from "./kinds/response-errors.ts";
import { responseOrders } from "./kinds/response-orders.ts";
import { responseOthers } from "./kinds/response-others.ts";
import { responseStatuses } from "./kinds/response-statuses.ts";
import { subscriptionChanges } from "./kinds/subscription-changes.ts";
import { subscriptionEvents } from "./kinds/subscription-events.ts";
import { subscriptionSecrets } from "./kinds/subscription-secrets.ts";
import { subscriptionUrls } from "./kinds/subscription-urls.ts";
import { validationOfAddress } from "./kinds/validation-address.ts";
import { validationOfBodies } from "./kinds/validation-bodies.ts";
import { validationOfQueries } from "./kinds/validation-queries.ts";

export const faults: readonly Fault[] = [
  ...responseStatuses,
  ...responseOrders,
  ...responseOthers,
  ...responseErrors,
  ...validationOfAddress,
  ...validationOfBodies,
  ...validationOfQueries,
  ...authenticationOfKeys,
  ...authenticationOfAccounts,
  ...rateLimitCounting,
  ...rateLimitHeaders,
  ...lifeCycleFaults,
  ...subscriptionUrls,
  ...subscriptionEvents,
  ...subscriptionChanges,
  ...subscriptionSecrets,
  ...deliveryRecipients,
  ...deliveryPayloads,
  ...deliveryRequests,
  ...concurrentFaults,
  ...rememberedFaults,
  ...orderListFaults,
];
