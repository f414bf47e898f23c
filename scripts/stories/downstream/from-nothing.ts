// An empty repository -> one that generates, by `waybill init`: with a package and TypeScript, and with files and JavaScript.
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { removeTsNocheck } from "../../testing/checked-code.ts";
import { Story } from "../harness/story.ts";
import type { World } from "./world.ts";

const root = join(import.meta.dirname, "../../..");

/** CommonJS, as `npm init` makes it, and a compiler of each line. */
export async function typescriptStory(folder: string, { environment, versions }: World): Promise<Story> {
  const story = new Story("from nothing, by npm: a package, TypeScript, CommonJS", folder, environment);
  await story.works("npm init -y");
  story.write("tsconfig.json", tsconfig);
  const tools = `waybill@${versions["waybill"]} typescript@7.0.2 typescript-5.9@npm:typescript@5.9.3`;
  await story.works(`npm install --save-dev ${tools}`);
  await story.ends(2, "npx waybill init", ["there is no description here"]);
  await story.works(`npm install @fulfillment/spec@${versions["@fulfillment/spec"]}`);
  await story.works("npx waybill init", "in @fulfillment/spec", 'importExtension ".js"', "npm install zod@4");
  await story.works("npm install zod@4");
  await story.works("npm run generate", "33 written");
  await story.works("npx waybill check", "33 files, unchanged");
  await story.works("npx waybill init", "kept  waybill.config.ts", "kept  package.json");
  story.write("src/main.ts", program);
  await story.works("npx tsc");
  await story.works("node out/main.js", "not yet: shipTo, products, 2 issues");
  await story.works("node node_modules/typescript-5.9/bin/tsc");
  if (removeTsNocheck(join(folder, "src/generated")) === 0) throw new Error("src/generated has no // @ts-nocheck");
  story.tell("the generated code without // @ts-nocheck");
  await story.works("npx tsc");
  await story.works("node node_modules/typescript-5.9/bin/tsc");
  return story;
}

const tsconfig = `{
  "compilerOptions": { "module": "nodenext", "target": "es2022", "lib": ["es2022", "dom"], "types": [], "strict": true, "outDir": "out", "rootDir": "src" },
  "include": ["src"]
}
`;

const program = `import { createClient } from "./generated/client/index.gen.js";
import type { OrderStatus } from "./generated/types/index.gen.js";
import { eventSchemas } from "./generated/webhooks/index.gen.js";
import { NewOrderSchema } from "./generated/zod/index.gen.js";

export const status: OrderStatus = "SHIPPED";
export const client = createClient({ baseUrl: "http://127.0.0.1" });
const order = NewOrderSchema.safeParse({ campaignId: "cmp_1" });
const event = eventSchemas["order.shipped"].safeParse({ event: "order.shipped" });
const missing = order.error?.issues.map(({ path }) => path.join(".")) ?? [];
console.log(\`not yet: \${missing.join(", ")}, \${missing.length} issues\`, event.success);
`;

/** No tsconfig.json, no package.json; the description is a folder of files, and somebody is at it. */
export async function javascriptStory(folder: string, { environment, versions }: World): Promise<Story> {
  const story = new Story("from nothing, by pnpm: files, JavaScript, --watch", folder, environment);
  mkdirSync(join(folder, "spec"));
  for (const part of ["openapi.yaml", "asyncapi.yaml", "schemas", "paths", "messages", "examples"]) {
    cpSync(join(root, "spec", part), join(folder, "spec", part), { recursive: true });
  }
  const tool = `waybill@${versions["waybill"]}`;
  await story.works(
    `npm_config_user_agent=pnpm pnpm dlx ${tool} init --target client`,
    "created  package.json",
    'emit "js"',
  );
  await story.works(`pnpm add --save-dev ${tool}`);
  await story.works("pnpm generate", "client");
  story.write(
    "main.js",
    'import { operations } from "./src/generated/client/index.gen.js";\nconsole.log(operations.getOrder.id);\n',
  );
  await story.works("node main.js", "getOrder");
  // A save while it runs is in the output before it is ended.
  const saved = "s/AWAITING_SHIPMENT, /AWAITING_SHIPMENT, ON_HOLD, /";
  const until = (text: string): string => `until grep -q '${text}' watch.log; do sleep 0.1; done`;
  await story.works(
    `node_modules/.bin/waybill generate --watch > watch.log 2>&1 & ${until("watching")}; sed -i '${saved}' spec/schemas/order-status.yaml; ${until("2 written")}; kill $!`,
  );
  await story.works("cat src/generated/types/schemas.gen.d.ts", "ON_HOLD");
  await story.works("pnpm waybill check", "unchanged");
  await story.works("pnpm waybill lint", "no errors");
  return story;
}
