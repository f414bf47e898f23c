// Calls verifyWebhook() in the requested way, and lives a little longer than that takes: a process that tests start.
import { verifyWebhook } from "../src/index.ts";
import { deliveryOf, now, secret, shipped } from "./deliveries.ts";

const { rawBody, headers } = await deliveryOf(shipped);
const promise = verifyWebhook(rawBody, headers, process.argv[2] === "wrong" ? "another" : secret, { now });
// @ts-expect-error: the compiler says that this is always so
if (process.argv[2] === "truthy" && promise) process.exitCode = 3;
if (process.argv[2] === "awaited") await promise;
