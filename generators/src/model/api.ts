// The input of all generators: HTTP operations and messages, separate kinds on shared schemas.
import type { HttpApi } from "./http.ts";
import type { MessagingApi } from "./messaging.ts";
import type { NamedSchema } from "./schema.ts";

export interface Api {
  readonly http: HttpApi | null;
  readonly messaging: MessagingApi | null;
  /** Every schema with a name, OpenAPI's first, in document order. */
  readonly schemas: readonly NamedSchema[];
}
