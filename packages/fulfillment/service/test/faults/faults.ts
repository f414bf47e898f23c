// All seeded faults: bugs that careless changes of the service could introduce, for tools that claim to find them.
import type { Fault } from "./fault.ts";
import { authenticationFaults } from "./kinds/authentication.ts";
import { concurrentFaults } from "./kinds/concurrent.ts";
import { deliveryFaults } from "./kinds/delivery.ts";
import { lifeCycleFaults } from "./kinds/life-cycle.ts";
import { orderListFaults } from "./kinds/order-lists.ts";
import { rateLimitFaults } from "./kinds/rate-limit.ts";
import { rememberedFaults } from "./kinds/remembered.ts";
import { responseFaults } from "./kinds/response.ts";
import { subscriptionFaults } from "./kinds/subscription.ts";
import { validationFaults } from "./kinds/validation.ts";

export const faults: readonly Fault[] = [
  ...responseFaults,
  ...validationFaults,
  ...authenticationFaults,
  ...rateLimitFaults,
  ...lifeCycleFaults,
  ...subscriptionFaults,
  ...deliveryFaults,
  ...concurrentFaults,
  ...rememberedFaults,
  ...orderListFaults,
];
