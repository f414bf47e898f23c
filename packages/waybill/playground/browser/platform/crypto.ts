// `node:crypto` in the browser: the one hash that the engine computes. The one of the browser is asynchronous.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

interface Hash {
  readonly update: (data: string | Uint8Array) => Hash;
  readonly digest: (encoding: "hex") => string;
}

export function createHash(algorithm: string): Hash {
  if (algorithm !== "sha256") throw new TypeError(`there is no ${algorithm} in a browser`);
  const state = sha256.create();
  const hash: Hash = {
    update: (data) => {
      state.update(typeof data === "string" ? utf8ToBytes(data) : data);
      return hash;
    },
    digest: () => bytesToHex(state.digest()),
  };
  return hash;
}

export function hash(algorithm: string, data: string): string {
  return createHash(algorithm).update(data).digest("hex");
}
