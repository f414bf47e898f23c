// A process -> how long its main thread has been ready to run while others had the processors, in milliseconds: the part of a wait that is
// the machine's. Linux counts it; elsewhere it is 0.
import { closeSync, openSync, readSync } from "node:fs";

/** Reads it again at each call, without opening the file again. */
export function queuedTimeOf(processId: number | "self"): () => number {
  let file: number;
  try {
    file = openSync(`/proc/${processId}/schedstat`, "r");
  } catch {
    return () => 0;
  }
  const bytes = Buffer.alloc(64);
  return () => {
    try {
      const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
      return Number(text.split(" ")[1] ?? 0) / 1e6;
    } catch {
      // The process has ended.
      closeSync(file);
      return 0;
    }
  };
}
