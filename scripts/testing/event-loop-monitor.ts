// Loaded into a program with `node --import` -> the longest pause of its event loop, and its memory, for the process that started it:
// see monitored-program.ts.
import { queuedTimeOf } from "./queued-time.ts";

/** Of a program since it was last asked. */
export interface LoopFigures {
  /** Milliseconds between two turns of the event loop, without the time in which the machine had no processor for it. */
  readonly longestPause: number;
  /** The largest resident memory, in MiB. */
  readonly memory: number;
}

const tickMs = 2;
const queuedTime = queuedTimeOf("self");

let [wall, queued] = [performance.now(), queuedTime()];
let figures: LoopFigures = { longestPause: 0, memory: residentMiB() };

setInterval(measure, tickMs).unref();
process.on("message", (message) => {
  if (message !== "loop-figures") return;
  measure();
  process.send?.({ loopFigures: figures });
  figures = { longestPause: 0, memory: residentMiB() };
});
// It ends with the process that started it.
process.once("disconnect", () => process.exit(1));
// Listening must not keep the program alive.
process.channel?.unref();

/** A timer is late by as long as the code before it ran: everyone who waits for the process waits so long. */
function measure(): void {
  const [wallNow, queuedNow] = [performance.now(), queuedTime()];
  const pause = Math.max(0, wallNow - wall - tickMs - (queuedNow - queued));
  figures = {
    longestPause: Math.max(figures.longestPause, pause),
    memory: Math.max(figures.memory, residentMiB()),
  };
  [wall, queued] = [wallNow, queuedNow];
}

function residentMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
