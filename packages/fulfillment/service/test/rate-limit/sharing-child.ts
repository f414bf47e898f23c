// A process that asks for the same client again and again over Redis, and prints how many requests it was allowed.
import { argv } from "node:process";
import { connectRedisLimiter } from "../../src/rate-limit/redis-limiter.ts";

const [, , url = "", prefix = "", budget = "", requests = ""] = argv;
const limiter = await connectRedisLimiter({ url, prefix, windowMs: 86_400_000, timeoutMs: 30_000 });
const asked = Array.from({ length: Number(requests) }, () => limiter.hit("192.0.2.1", Number(budget)));
const states = await Promise.all(asked);
console.log(states.filter((state) => state.allowed).length);
await limiter.close();
