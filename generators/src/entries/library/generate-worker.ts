// The thread in which the Vite plugin generates code.
import { parentPort, workerData } from "node:worker_threads";
import { generate } from "./generate.ts";

parentPort?.postMessage(await generate(workerData.config, workerData.settings));
