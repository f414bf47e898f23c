// What an operator can set, after the command line and the environment were read.
import type { PasswordCost } from "../domain/passwords.ts";

export interface StorageSettings {
  /** Where the SQLite file, the key of the signing secrets and the counted requests lie. */
  readonly dataDirectory: string;
  /** `null`: SQLite in `dataDirectory`. */
  readonly databaseUrl: string | null;
}

export interface ServiceSettings extends StorageSettings {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** `null`: requests are counted in this process. */
  readonly redisUrl: string | null;
  /** Requests that a client may make in a window. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** Webhook subscriptions that an account may have; left out: 1000. */
  readonly maxSubscriptions?: number;
  /** Addresses, networks or their names, such as `loopback`; empty: `X-Forwarded-For` never counts. */
  readonly trustProxy: readonly string[];
  /** For development only: deliveries may go to this machine and its networks. */
  readonly allowPrivateTargets: boolean;
  /** `null`: no metrics. */
  readonly metrics: { readonly host: string; readonly port: number; readonly required: boolean } | null;
  /** Where the built docs lie, which are then served beside `/v1`; `null` or left out: none are. */
  readonly docsDirectory?: string | null;
  /** Where integrations find `/v1`, such as `https://api.example`; `null` or left out: at the address that it listens on. */
  readonly publicUrl?: string | null;
  /** The customer portal; `null` or left out: it is not served. */
  readonly portal?: PortalSettings | null;
  /** The key that seals signing secrets, 64 hexadecimal digits; `undefined`: the file in `dataDirectory`. */
  readonly secretKey: string | undefined;
}

export interface PortalSettings {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where browsers find the pages, such as `https://portal.example`; `null`: at the address that it listens on, over plain HTTP. */
  readonly origin: string | null;
  /** Where the built pages are; `null`: only the API is served. */
  readonly pages: string | null;
  /** Where logos and pictures of products are; `null`: there are none. */
  readonly images: string | null;
  /** For tests: other parameters of scrypt than `defaultPasswordCost`. No option sets them. */
  readonly passwordCost?: PasswordCost;
  /** For tests: responses are validated, too. */
  readonly checkResponses?: boolean;
}
