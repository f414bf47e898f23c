// A reader, an input and a size -> what reading it costs in this process, and twice the size: JSON on standard output.
import { type Cost, costOfReading } from "./cost.ts";

const [reader = "", input = "", size = "0"] = process.argv.slice(2);
// The first run loads the code, the second has it compiled.
const sizes = [4, Math.ceil(Number(size) / 4), Number(size), 2 * Number(size)];
const costs: Cost[] = [];
for (const one of sizes) costs.push(await costOfReading(reader, input, one));
console.log(JSON.stringify({ once: costs[2], twice: costs[3], memory: process.resourceUsage().maxRSS / 1024 }));
