// One thing that a program does with the packages, and its expected result.
export type Step = () => Promise<void>;

/** `claim`: what is expected, said as it should be. */
export function expect(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`not so: ${claim}`);
}
