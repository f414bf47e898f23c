// `fulfillment routes`: what a service really serves, asked of one that is started on an empty directory and stopped again.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { RouteTable, ServedRoute } from "../operation/route-table.ts";
import type { ServiceSettings } from "../operation/settings.ts";
import { option } from "./options.ts";
import { printJson, printTable, type Terminal } from "./terminal.ts";

export function addRouteCommand(program: Command, terminal: Terminal): void {
  program
    .command("routes")
    .description(
      "Print what the service serves: method (*: any other), path, operation, handler and statuses. Starts a\n" +
        "service of its own on an empty directory; your data is not touched.",
    )
    .summary("print the routes of the service")
    .addOption(option("--json", "print one JSON object, with the headers of each response"))
    .action(async ({ json }: { readonly json?: true }) => {
      const table = await servedTable();
      if (json) printJson(terminal, table);
      else print(table, terminal);
    });
}

async function servedTable(): Promise<RouteTable> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "fulfillment-routes-"));
  try {
    // Other commands start faster without a server.
    const [{ createLog }, { startService }] = await Promise.all([
      import("../operation/logger.ts"),
      import("../operation/service.ts"),
    ]);
    const service = await startService({ ...settings, dataDirectory }, createLog("silent").log);
    const table = service.routes();
    await service.close();
    return table;
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

const settings: Omit<ServiceSettings, "dataDirectory"> = {
  databaseUrl: null,
  redisUrl: null,
  host: "127.0.0.1",
  port: 0,
  rateLimit: 1000,
  rateWindowSeconds: 86_400,
  trustProxy: [],
  allowPrivateTargets: false,
  metrics: null,
  secretKey: undefined,
};

function print({ routes, unreached }: RouteTable, terminal: Terminal): void {
  printTable(terminal, ["METHOD", "PATH", "OPERATION", "HANDLER", "STATUSES"], routes.map(rowOf));
  for (const name of unreached) terminal.err(`fulfillment: the handler ${name} is unreachable\n`);
}

function rowOf({ method, path, operationId, handler, responses }: ServedRoute): string[] {
  const statuses = responses.map(({ status }) => status).join(" ");
  return [method, path, operationId ?? "-", handler ?? "-", statuses];
}
