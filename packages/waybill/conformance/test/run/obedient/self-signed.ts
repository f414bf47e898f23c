// A self-signed certificate, created for the test that needs it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `null` where this machine has no openssl. */
export function selfSigned(): { readonly key: string; readonly cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), "waybill-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  try {
    execFileSync("openssl", ["req", "-x509", ...curve, "-subj", "/CN=localhost", "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
