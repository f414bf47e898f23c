// The conformance kit, an optional peer of the toolkit, or what to install.
import { type Usable, unusable, usable } from "./usage.ts";

export type Kit = typeof import("@waybill/conformance");

export async function loadKit(): Promise<Usable<Kit>> {
  try {
    return usable(await import("@waybill/conformance"));
  } catch (error) {
    if (!isMissing(error)) throw error;
    return unusable("conform needs the package @waybill/conformance", "npm install --save-dev @waybill/conformance");
  }
}

/** The kit itself is not there, as against something that it imports. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Cannot find package '@waybill/conformance'");
}
