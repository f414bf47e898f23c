// `node post-loop.ts posts.json parallelism`: sends every post of the file with undici, so many at once, and nothing else.
import { Agent, request } from "undici";
import { announce } from "./announce.ts";
import { readPosts } from "./posts.ts";

const [, , file = "", parallelism = "1"] = process.argv;
const posts = readPosts(file);
const dispatcher = new Agent({ connections: Number(parallelism), pipelining: 1, allowH2: false });
// As long as the service's, and the same for all: nothing is signed here.
const signature = `sha256=${"0".repeat(64)}`;
const timestamp = String(Math.floor(Date.now() / 1000));
const userAgent = "Fulfillment-Webhooks/1.0";
let next = 0;

announce("nowhere");
await Promise.all(Array.from({ length: Number(parallelism) }, send));

async function send(): Promise<void> {
  for (let post = posts[next++]; post !== undefined; post = posts[next++]) {
    const { statusCode, body } = await request(post.url, {
      method: "POST",
      dispatcher,
      headers: {
        "Content-Type": "application/json",
        "X-Webhook-Signature": signature,
        "X-Webhook-Timestamp": timestamp,
        "X-Webhook-Event": post.event,
        "User-Agent": userAgent,
      },
      body: post.body,
    });
    await body.dump();
    if (statusCode !== 204) throw new Error(`${post.url} answered ${statusCode}`);
  }
}
