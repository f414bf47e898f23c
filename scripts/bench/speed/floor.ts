// `node floor.ts FILE… OUT BYTES`: the least that any generator does. Parses JSON files and writes a file of so many bytes.
import { readFileSync, writeFileSync } from "node:fs";

const words = process.argv.slice(2);
const [out = "", bytes = "0"] = words.slice(-2);
for (const file of words.slice(0, -2)) JSON.parse(readFileSync(file, "utf8"));
writeFileSync(out, "x".repeat(Number(bytes)));
