// Starts the server: `node src/wishes/main.ts`, with PORT in the environment.
import { start } from "./app.ts";

const { url } = await start({ port: Number(process.env["PORT"] ?? 3000) });
console.log(`listening at ${url}`);
