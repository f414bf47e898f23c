// A password -> the text that is stored, and whether a password is the one of that text: scrypt, with its parameters in the text.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** `cost` is the binary logarithm of scrypt's N. A hash takes 128 * 2^cost * blockSize bytes of memory. */
export interface PasswordCost {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** 128 MiB and some tenths of a second: the first choice of OWASP's list for scrypt. */
export const defaultPasswordCost: PasswordCost = { cost: 17, blockSize: 8, parallelization: 1 };

/** The shortest that a member may choose (NIST SP 800-63B asks for 8 at least). */
export const shortestPassword = 12;
export const longestPassword = 1024;

const saltBytes = 16;
const keyBytes = 32;

/** `$scrypt$ln=17,r=8,p=1$<salt>$<key>`, both in base64 without padding. */
export async function hashPassword(password: string, cost: PasswordCost = defaultPasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, cost);
  return textOf({ cost, salt, key });
}

export type PasswordVerdict =
  | { readonly matches: false }
  /** `outdated`: it was hashed with other parameters than those that are used now. */
  | { readonly matches: true; readonly outdated: boolean };

/** Takes the same time for `null`, which no password matches. Throws for a text that is no hash. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  cost: PasswordCost = defaultPasswordCost,
): Promise<PasswordVerdict> {
  const known = stored === null ? { cost, salt: randomBytes(saltBytes), key: randomBytes(keyBytes) } : partsOf(stored);
  const key = await derive(password, known.salt, known.cost);
  const isSame = timingSafeEqual(key, known.key);
  if (stored === null || !isSame) return { matches: false };
  return { matches: true, outdated: textOf({ ...known, cost }) !== stored };
}

/** 20 characters of 64: 120 bits. */
export function newPassword(): string {
  return randomBytes(15).toString("base64url");
}

interface Parts {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

function textOf({ cost: { cost, blockSize, parallelization }, salt, key }: Parts): string {
  return `$scrypt$ln=${cost},r=${blockSize},p=${parallelization}$${plain(salt)}$${plain(key)}`;
}

function partsOf(text: string): Parts {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  const [, cost, blockSize, parallelization, salt = "", key = ""] = match ?? [];
  if (match === null) throw new Error("a stored password is no hash of scrypt");
  return {
    cost: { cost: Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) },
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

function plain(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** Texts that look the same are the same password (RFC 8265, 4.2.2 without the classes of characters). */
function derive(password: string, salt: Buffer, { cost, blockSize, parallelization }: PasswordCost): Promise<Buffer> {
  const N = 2 ** cost;
  const options: ScryptOptions = { N, r: blockSize, p: parallelization, maxmem: 256 * N * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, keyBytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
