// A Cloudflare Worker that responds with how many steps it ran.
import { runSteps } from "./steps.ts";
import { target } from "./target.ts";

const worker: { fetch(): Promise<Response> } = { fetch: async () => new Response(`${await runSteps(target)} steps`) };

export default worker;
