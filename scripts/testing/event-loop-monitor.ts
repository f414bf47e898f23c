// Loaded into a program with `node --import` -> the longest pause of its event loop, and its memory, for the process that started it:
// see monitored-program.ts.

/** Of a program since it was last asked. */
export interface LoopFigures {
  /** Milliseconds of processor time between two turns of the event loop: on a busy machine, what others take does not count. */
  readonly longestPause: number;
  /** The largest resident memory, in MiB. */
  readonly memory: number;
}

let used = usedMs();
let figures: LoopFigures = { longestPause: 0, memory: residentMiB() };

setInterval(measure, 2).unref();
process.on("message", (message) => {
  if (message !== "loop-figures") return;
  measure();
  process.send?.({ loopFigures: figures });
  // The next figures are without the garbage of what went before.
  globalThis.gc?.();
  used = usedMs();
  figures = { longestPause: 0, memory: residentMiB() };
});
// It ends with the process that started it.
process.once("disconnect", () => process.exit(1));
// Listening must not keep the program alive.
process.channel?.unref();

/** A timer is late by as long as the code before it ran: everyone who waits for the process waits so long. */
function measure(): void {
  const now = usedMs();
  figures = {
    longestPause: Math.max(figures.longestPause, now - used),
    memory: Math.max(figures.memory, residentMiB()),
  };
  used = now;
}

/** By this thread. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function residentMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
