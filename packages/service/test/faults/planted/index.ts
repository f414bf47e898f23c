// Faults that were written from the requirements alone, without a look at the checks that are to find them.
import type { Fault } from "../fault.ts";
import { plantedAccounts } from "./accounts.ts";
import { eighthOfOrders } from "./eighth.ts";
import { eighthOfOthers } from "./eighth-others.ts";
import { eighthOfWebhooks } from "./eighth-webhooks.ts";
import { fifthOfOrders } from "./fifth.ts";
import { fifthOfWebhooks } from "./fifth-webhooks.ts";
import { fourthOfOrders } from "./fourth.ts";
import { fourthOfWebhooks } from "./fourth-webhooks.ts";
import { laterOrders } from "./later-orders.ts";
import { laterWebhooks } from "./later-webhooks.ts";
import { plantedOrders } from "./orders.ts";
import { plantedParameters } from "./parameters.ts";
import { plantedReceivers } from "./receivers.ts";
import { seventhOfOrders } from "./seventh.ts";
import { seventhOfOthers } from "./seventh-others.ts";
import { seventhOfWebhooks } from "./seventh-webhooks.ts";
import { sixthOfOrders } from "./sixth.ts";
import { sixthOfWebhooks } from "./sixth-webhooks.ts";
import { plantedSubscriptions } from "./subscriptions.ts";
import { thirdOrders } from "./third-orders.ts";
import { thirdOthers } from "./third-others.ts";

/** Before the checks for their classes were made. */
const before = [
  ...plantedAccounts,
  ...plantedParameters,
  ...plantedReceivers,
  ...plantedOrders,
  ...plantedSubscriptions,
];

/** After they were made, in other places of the same classes. */
const after = [...laterOrders, ...laterWebhooks];

export const plantedFaults: readonly Fault[] = [
  ...before.map((fault) => ({ ...fault, planted: "before" as const })),
  ...after.map((fault) => ({ ...fault, planted: "after" as const })),
  ...[...thirdOrders, ...thirdOthers].map((fault) => ({ ...fault, planted: "third" as const })),
  ...[...fourthOfOrders, ...fourthOfWebhooks].map((fault) => ({ ...fault, planted: "fourth" as const })),
  ...[...fifthOfOrders, ...fifthOfWebhooks].map((fault) => ({ ...fault, planted: "fifth" as const })),
  ...[...sixthOfOrders, ...sixthOfWebhooks].map((fault) => ({ ...fault, planted: "sixth" as const })),
  ...[...seventhOfOrders, ...seventhOfOthers, ...seventhOfWebhooks].map((fault) => ({
    ...fault,
    planted: "seventh" as const,
  })),
  ...[...eighthOfOrders, ...eighthOfOthers, ...eighthOfWebhooks].map((fault) => ({
    ...fault,
    planted: "eighth" as const,
  })),
];
