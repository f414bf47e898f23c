// What init found and chose -> the text of waybill.config.ts.
import type { DescribedApi } from "./chosen-descriptions.ts";
import type { ImportSettings } from "./import-settings.ts";

export interface Chosen {
  readonly api: DescribedApi;
  readonly settings: ImportSettings;
}

export function configText({ api, settings }: Chosen): string {
  const { choice, reason, option } = settings;
  const own = option === null ? [] : [`// ${choice}: ${reason}.`, option];
  return `${[
    "// Input and output of `waybill generate`. Your editor completes and documents every option.",
    'import { defineConfig } from "waybill";',
    "",
    "export default defineConfig({",
    "  apis: {",
    `    ${keyOf(api.name)}: {`,
    ...[
      ...(api.openapi === null ? [] : [`openapi: ${JSON.stringify(api.openapi)},`]),
      ...(api.asyncapi === null ? [] : [`asyncapi: ${JSON.stringify(api.asyncapi)},`]),
      "// Each target has its own folder in here. All of it is generated; commit it.",
      `out: ${JSON.stringify(api.out)},`,
      ...own,
      `targets: [${api.targets.map((target) => JSON.stringify(target)).join(", ")}],`,
    ].map((line) => `      ${line}`),
    "    },",
    "  },",
    "});",
  ].join("\n")}\n`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
