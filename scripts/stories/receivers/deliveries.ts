// A receiver that is started -> its faults with deliveries: the real one must be accepted, the others rejected.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { freePort, responding } from "../../testing/programs.ts";

const secret = "whsec_example_6f0c1d4b9e7a4f52b83d";
const message = "Grüße from the service";
const body = JSON.stringify({ event: "webhook.test", data: { message, timestamp: "2026-01-15T09:30:00.000Z" } });

export async function receiverProblems(
  commandOn: (port: number) => readonly string[],
  folder: string,
): Promise<string[]> {
  const port = await freePort();
  const [program = "", ...parameters] = commandOn(port);
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(program, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  try {
    await Promise.race([responding(port), ended]);
    const problems = await problemsOn(`http://127.0.0.1:${port}/hook`);
    if (!printed.includes("webhook.test") || !/Gr(ü|\\u00fc)/.test(printed))
      problems.push(`did not show the event: ${printed}`);
    return problems;
  } catch (error) {
    return [`${String(error)}\n${printed}`];
  } finally {
    child.kill();
    await ended;
  }
}

async function problemsOn(url: string): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000);
  const deliveries = [
    { name: "a delivery", sent: body, headers: headersAt(now), accepted: true },
    { name: "a body that was not signed", sent: `${body} `, headers: headersAt(now), accepted: false },
    { name: "a delivery of last hour", sent: body, headers: headersAt(now - 3600), accepted: false },
    { name: "no signature at all", sent: body, headers: {}, accepted: false },
  ];
  const problems: string[] = [];
  for (const { name, sent, headers, accepted } of deliveries) {
    const { status } = await fetch(url, {
      method: "POST",
      body: sent,
      headers: { ...headers, "Content-Type": "application/json" },
    });
    const isRight = accepted ? status >= 200 && status < 300 : status === 400 || status === 401;
    if (!isRight) problems.push(`${name} got the response ${status}`);
  }
  return problems;
}

function headersAt(seconds: number): Record<string, string> {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return {
    "X-Webhook-Timestamp": String(seconds),
    "X-Webhook-Signature": `sha256=${digest}`,
    "X-Webhook-Event": "webhook.test",
  };
}
