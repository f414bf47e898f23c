// `node scripts/check.ts` is `pnpm check`.
import "./checks/check.ts";
