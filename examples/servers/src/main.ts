// Starts one of the programs: `node src/main.ts express`, with PORT in the environment.
import { Notes } from "./notes.ts";

const programs = {
  node: () => import("./node.ts"),
  express: () => import("./express.ts"),
  fastify: () => import("./fastify.ts"),
  hono: () => import("./hono.ts"),
  // Node does not run decorators: `npm run nest` builds it first.
  nest: () => import("./nest.ts"),
};

const name = process.argv[2] ?? "node";
const program = Object.entries(programs).find(([own]) => own === name)?.[1];
if (program === undefined) throw new Error(`no program ${name}; there are ${Object.keys(programs).join(", ")}`);
const { start } = await program();
const port = Number(process.env["PORT"] ?? 3000);
const { url } = await start({ port, notes: new Notes(), report: (error) => console.error(error) });
console.log(`${name} listens at ${url}`);
