// `pnpm size [--peers]`: what the client and the webhook kit add to a bundle, against the limits in .size-limit.json; exits 1
// over a limit, and when the client brings a package along. --peers measures other clients as well, installed by npm.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { machine, printTable, writeFigures } from "../bench/figures.ts";
import { bundledPackages } from "./bundled-packages.ts";
import { type Measured, measure } from "./measure.ts";
import { measurePeers } from "./peers.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { peers: { type: "boolean", default: false } } });

const own = measure(join(root, ".size-limit.json"));
const peers = values.peers ? await measurePeers() : [];
const brought = await bundledPackages(join(root, "packages/client/src/index.ts"));

printTable(["minified and gzipped, in bytes", "size", "limit", ""], [...own, ...peers].map(rowOf));
console.log(`\npackages in a bundle of everything in @fulfillment/client: ${brought.join(", ") || "none"}`);
if (values.peers) writeFigures(join(root, ".reports/bench/size.json"), { machine: machine(), own, peers, brought });
process.exitCode = brought.length === 0 && own.every(({ passed }) => passed !== false) ? 0 : 1;

function rowOf({ name, size, sizeLimit, passed }: Measured): string[] {
  const verdict = passed === undefined ? "" : passed ? "met" : "MISSED";
  return [name, size.toLocaleString("en"), sizeLimit?.toLocaleString("en") ?? "", verdict];
}
