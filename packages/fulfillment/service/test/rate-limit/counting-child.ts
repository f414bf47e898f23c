// A process that counts three requests in each turn of its event loop, and after it prints how many there are by then.
import { argv } from "node:process";
import { openLocalLimiter } from "../../src/rate-limit/local-limiter.ts";

const [, , file = "", turns = "Infinity"] = argv;
const client = "192.0.2.1";
const budget = 1_000_000;

try {
  await count();
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}

async function count(): Promise<void> {
  const onError = (error: Error): void => console.log(`error: ${error.message}`);
  const limiter = openLocalLimiter({ betweenRowsMs: 0, file, windowMs: 86_400_000, now: Date.now, onError });
  for (let turn = 0; turn < Number(turns); turn++) {
    for (let hit = 0; hit < 3; hit++) limiter.hit(client, budget);
    await new Promise((resolve) => setImmediate(resolve));
    const { remaining } = await limiter.peek(client, budget);
    console.log(budget - remaining);
  }
  await limiter.ready().catch(() => console.log("not ready"));
  await limiter.close();
}
