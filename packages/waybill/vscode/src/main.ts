// `pnpm --filter @waybill/vscode build`: packages/waybill/vscode/dist/waybill-openapi-VERSION.vsix
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageExtension } from "./package.ts";

const home = path.join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(path.join(home, "extension/package.json"), "utf8")) as { version: string };
const file = path.join(home, `dist/waybill-openapi-${manifest.version}.vsix`);
mkdirSync(path.dirname(file), { recursive: true });
await packageExtension(file);
console.log(`wrote ${file}; install it with: code --install-extension ${file}`);
