// How the compiler of TypeScript 7 is run where other programs keep the processors busy: in two thirds of the processor time.

/** Each of several checkers would check what they share, such as the types of the DOM; there are four otherwise. */
export const sparing: readonly string[] = ["--checkers", "1"];

/** The compiler is written in Go: it collects garbage less often, for half as much memory again. */
export function sparingEnvironment(): NodeJS.ProcessEnv {
  return { GOGC: "400", ...process.env };
}
