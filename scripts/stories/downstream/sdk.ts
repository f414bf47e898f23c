// The description of somebody else's API -> its npm package, changed, released and called. Not by npx, which would keep what it once had.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { Story } from "../harness/story.ts";
import { checkPackages } from "../packages/package-checks.ts";
import type { World } from "./world.ts";

const program = `import { createTrainTravel } from "@acme/train";
const client = createTrainTravel({ baseUrl: process.argv[2], credentials: { OAuth2: "token" } });
console.log((await client.stations.getStations()).data?.map(({ name }) => name).join());
`;

const fileOf = (name: string): string => corpusPath("openapi", `${name}.json.gz`);

/** Descriptions of the corpus that are there. */
export const publishedApis: readonly string[] = ["github", "stripe"].filter((name) => existsSync(fileOf(name)));

/** The package passes its tests, publint and attw, and the program of its README with one call has at most 5 kB. */
export async function publishedApiStory(name: string, folder: string, world: World): Promise<Story> {
  const story = new Story(`the SDK of ${name}`, folder, world.environment);
  story.write("openapi.json", gunzipSync(readFileSync(fileOf(name))).toString());
  await story.works(`npm install --prefix tools ${toolsOf(world)} esbuild@0.28.2`);
  await story.works("tools/node_modules/.bin/waybill sdk init --openapi openapi.json --out sdk --name @acme/sdk");
  await story.works("cd sdk && npm install && npm test && npm run check && npm pack", "fail 0");
  await story.works("npm install --prefix consumer ./sdk/*.tgz && cp sdk/examples/small-bundles.ts consumer");
  const bundled = "../tools/node_modules/.bin/esbuild small-bundles.ts --bundle --minify --format=esm";
  const bytes = await story.works(`cd consumer && ${bundled} | gzip -9 | wc -c`);
  if (!(Number(bytes) < 5000)) throw new Error(`one call of ${name} has ${bytes.trim()} bytes`);
  await checkPackages([{ file: join(folder, "sdk/acme-sdk-0.0.0.tgz") }]);
  return story;
}

function toolsOf({ versions }: World): string {
  return ["waybill", "@waybill/sdk", "@waybill/mocks"].map((name) => `${name}@${versions[name]}`).join(" ");
}

export async function sdkStory(folder: string, world: World): Promise<Story> {
  const story = new Story("an SDK: made, changed, released, installed and called", folder, world.environment);
  await story.works(`npm install --prefix tools ${toolsOf(world)} @readme/oas-examples@8.2.2`);
  await story.works("cp tools/node_modules/@readme/oas-examples/3.1/json/train-travel.json openapi.json");
  await story.works("tools/node_modules/.bin/waybill sdk init --openapi openapi.json --out sdk --name @acme/train");
  const commit = "git add -A && git -c user.name=a -c user.email=a@example.com commit -qm";
  await story.works("cd sdk && npm install && npm test && npm run check", "fail 0");
  await story.works(`git init -qb main && cd sdk && npm run version && ${commit} First && git checkout -qb platforms`);
  story.edit("openapi.json", '"timezone": {', '"platforms": { "type": "integer", "minimum": 1 },\n"timezone": {');
  await story.ends(1, "cd sdk && npx waybill sdk update --check", ["stale-file"]);
  await story.works("cd sdk && npx waybill sdk update && npm run check && cat .changeset/*.md", "platforms");
  await story.works("cd sdk && npm run version && cat package.json CHANGELOG.md", '"version": "0.2.0"', "platforms");
  await story.works("cd sdk && npm test && npm publish --provenance=false", "@acme/train@0.2.0");
  await story.works("npm install --prefix consumer @acme/train@0.2.0");
  story.write("consumer/main.mjs", program);
  const mock = "../sdk/node_modules/.bin/waybill mock ../openapi.json --port 0 > mock.log & trap 'kill $!' EXIT";
  const address =
    "until grep -qo 'http://[^ ]*' mock.log; do sleep 0.2; done; node main.mjs $(grep -o 'http://[^ ]*' mock.log)";
  await story.works(`cd consumer; ${mock}; ${address}`, "Berlin");
  return story;
}
