// Steps of a release, one after the other -> a line each with what it did and the time it took; the first that fails ends the rest.

/** Runs one step: prints its line, and returns the result of the step. */
export type Run = <T>(name: string, step: () => Promise<Done<T>>) => Promise<T>;

export interface Done<T> {
  /** What was done, in some words. */
  readonly said: string;
  readonly result: T;
}

/** Thrown after the line of a step that failed: there is nothing more to report. */
export class StepFailed extends Error {
  override readonly name = "StepFailed";
}

export function stepsPrinting(print: (line: string) => void): Run {
  return async (name, step) => {
    const started = performance.now();
    const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(7);
    try {
      const { said, result } = await step();
      print(`pass  ${name.padEnd(9)} ${seconds()}  ${said}`);
      return result;
    } catch (error) {
      print(`FAIL  ${name.padEnd(9)} ${seconds()}`);
      for (let at = error; at instanceof Error; at = at.cause) print(at.message.replace(/^(?=.)/gm, "      "));
      throw new StepFailed(name, { cause: error });
    }
  };
}
