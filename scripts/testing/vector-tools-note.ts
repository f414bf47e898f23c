// Reports before a test run that a tool that verifies signatures in another language is missing: skipped tests are not named.
import { missingTools, verifiers } from "./vector-tools.ts";

export default function noteMissingTools(): void {
  const skipped = verifiers.filter((verifier) => missingTools(verifier).length > 0);
  if (skipped.length === 0) return;
  const missing = skipped.flatMap(missingTools);
  console.warn(
    `Skipped: the vectors of signatures are not verified by ${skipped.map(({ script }) => script).join(" and ")}, for want of ` +
      `${missing.join(" and ")};\nbash scripts/testing/install.sh ${missing.join(" ")} installs that (Debian, Ubuntu).`,
  );
}
