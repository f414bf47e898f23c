// The type of the guards of one operation.

export type Guard = (value: unknown) => boolean;

/** The guards of what a request holds: by part, and of bodies by media type. */
export interface OperationGuards {
  readonly path?: Guard;
  readonly query?: Guard;
  readonly headers?: Guard;
  readonly cookies?: Guard;
  readonly body?: Readonly<Record<string, Guard>>;
}
