// Reports before a test run that PostgreSQL or Redis is missing: the names of skipped tests are not printed by default.
import { missingServers, serversCommand, serverVariables } from "./real-servers.ts";

export default function noteMissingServers(): void {
  const missing = missingServers();
  if (missing.length === 0) return;
  const variables = missing.map((server) => serverVariables[server]).join(" and ");
  console.warn(
    `Skipped: the tests that need ${missing.join(" or ")}. ${variables} ${missing.length === 1 ? "is" : "are"} not set;\n` +
      `${serversCommand} starts both servers and runs everything (--install before -- installs them).`,
  );
}
