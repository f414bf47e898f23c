// `node scripts/bench/generate.ts [description] [repetitions]`: what `waybill generate` costs, each time as a new process: everything
// from nothing, nothing changed, one schema changed, and a description of twice the size. Side by side, so that a busy machine
// slows all alike: what counts are the ratios, and the time on the processor. Without a description, spec/openapi.yaml is taken.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { constructFromEvents, parseEvents } from "js-yaml";
import { machine, machineText, medianOf, printTable, writeReport } from "./figures.ts";

const root = path.join(import.meta.dirname, "../..");
const given = path.resolve(process.argv[2] ?? path.join(root, "spec/openapi.yaml"));
const repetitions = Number(process.argv[3] ?? 5);
const scratch = mkdtempSync(path.join(tmpdir(), "waybill-bench-"));
