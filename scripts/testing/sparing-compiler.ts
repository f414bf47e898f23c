// How the compiler of TypeScript 7 is run where other programs keep the processors busy: in little more than half of the processor time.

/** The threads of one program would wait for each other, and check what they share, such as the types of the DOM, once each. */
export const sparing: readonly string[] = ["--singleThreaded"];

/** The compiler is written in Go: it collects no garbage before it has used this much memory. */
export function sparingEnvironment(): NodeJS.ProcessEnv {
  return { GOGC: "off", GOMEMLIMIT: "3GiB", ...process.env };
}
