// A folder for its data and the registry to ask for other people's packages -> verdaccio on a free port of 127.0.0.1. It prints
// `{"listening": "http://…/"}` when it accepts requests, and ends with its standard input, so that it never outlives its parent.
import { join } from "node:path";
import { runServer } from "verdaccio";

/** What is published from this workspace, and by a team in a story. */
const ourNames = ["@fulfillment/*", "@waybill/*", "waybill", "@acme/*"];

const [folder, others] = process.argv.slice(2);
if (folder === undefined || others === undefined) throw new Error("usage: server.ts FOLDER REGISTRY");

const server = await runServer(configuration(folder, others));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  console.log(JSON.stringify({ listening: `http://127.0.0.1:${port}/` }));
});
process.stdin.on("end", () => process.exit(0)).resume();

/** Our names are never looked up elsewhere: what is not published here does not exist. Nothing else can be published. */
function configuration(storage: string, uplink: string): Parameters<typeof runServer>[0] {
  const own = { access: "$all", publish: "$all", unpublish: "$all" };
  return {
    configPath: join(storage, "config.yaml"),
    storage: join(storage, "storage"),
    auth: { htpasswd: { file: join(storage, "htpasswd"), max_users: -1 } },
    uplinks: { configured: { url: uplink, maxage: "1h", timeout: "60s", max_fails: 20 } },
    packages: {
      ...Object.fromEntries(ourNames.map((name) => [name, own])),
      "**": { access: "$all", publish: "nobody", unpublish: "nobody", proxy: "configured" },
    },
    max_body_size: "200mb",
    web: { enable: false },
    log: { type: "stdout", format: "pretty", level: "fatal" },
  };
}
