// What deliveries need of a logger; a pino logger is one.

export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogFields = Readonly<Record<string, unknown>>;
