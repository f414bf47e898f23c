// Texts that an earlier run has made from the same -> those texts, instead of making them again.

/** What is known of earlier runs; whoever makes something expensive asks it first. */
export interface Reuse {
  /**
   * The texts that `make` makes, from the last run where everything that `make` looked at then is as it was. `make` must depend
   * on nothing but the model and the options of the run, and leave nothing behind but what it answers.
   */
  readonly texts: (name: string, make: () => readonly string[]) => readonly string[];
}

export const noReuse: Reuse = { texts: (_name, make) => make() };
