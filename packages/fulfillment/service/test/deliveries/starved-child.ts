// A process that uses up its descriptors and then posts to the URLs it is given: prints what came of each.
import { openSync } from "node:fs";
import { devNull } from "node:os";
import { createGuardedConnector } from "../../src/addresses/guarded-connect.ts";
import { createResolve } from "../../src/addresses/resolve.ts";
import { createPoster } from "../../src/deliveries/post.ts";

const connect = createGuardedConnector({ allowPrivate: true, resolve: createResolve(), connectTimeoutMs: 3000 });
const poster = createPoster({ connect, now: Date.now, userAgent: "test" });
// Their code is loaded while it still can be.
await poster.post({ url: "http://127.0.0.1:1/", secret: "s" }, { event: "e", body: "{}" });
try {
  for (;;) openSync(devNull, "r");
} catch {}
const outcomes = process.argv.slice(2).map((url) => poster.post({ url, secret: "s" }, { event: "e", body: "{}" }));
process.stdout.write(JSON.stringify(await Promise.all(outcomes)));
process.exit(0);
