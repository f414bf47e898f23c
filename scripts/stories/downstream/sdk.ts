// The description of somebody else's API -> its npm package, changed, released and called. Not by npx, which would keep what it once had.
import { Story } from "../harness/story.ts";
import type { World } from "./world.ts";

const program = `import { createTrainTravel } from "@acme/train";
const client = createTrainTravel({ baseUrl: process.argv[2], credentials: { OAuth2: "token" } });
console.log((await client.stations.getStations()).data?.map(({ name }) => name).join());
`;

export async function sdkStory(folder: string, { environment, versions }: World): Promise<Story> {
  const story = new Story("an SDK: made, changed, released, installed and called", folder, environment);
  const tools = ["waybill", "@waybill/sdk", "@waybill/mocks"].map((name) => `${name}@${versions[name]}`).join(" ");
  await story.works(`npm install --prefix tools ${tools} @readme/oas-examples@8.2.2`);
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
