// Signing secrets to text that may be stored in a database, and back: AES-256-GCM, bound to the subscription it belongs to.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

export interface Sealer {
  /** `owner` is not secret and not stored with it: sealed text opens for the same owner only. */
  seal(secret: string, owner: string): string;
  /** Throws when the key is another one or the text was changed. */
  open(sealed: string, owner: string): string;
  /** Tells keys apart without telling anything about them. */
  readonly fingerprint: string;
}

const ivBytes = 12;
const tagBytes = 16;
const version = "v1.";

/** `key`: 32 bytes. */
export function createSealer(key: Buffer): Sealer {
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return version + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open: (sealed, owner) => {
      if (!sealed.startsWith(version))
        throw new Error("a signing secret in the database was not sealed by this service");
      const bytes = Buffer.from(sealed.slice(version.length), "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
    },
    fingerprint: createHmac("sha256", key).update("fingerprint of the key that seals signing secrets").digest("hex"),
  };
}
