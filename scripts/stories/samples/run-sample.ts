// A sample and its target -> the problems of its run: exit code, output, request, response.
import type { Recorder } from "@waybill/conformance";
import { endOf } from "../../testing/programs.ts";
import type { Exchange } from "../workflows/recording-proxy.ts";

export interface RunningSample {
  readonly id: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** `exchanges`: what came by while it ran. */
export async function runSample(
  { id, command, environment }: RunningSample,
  recorder: Recorder,
  exchanges: readonly Exchange[],
): Promise<string[]> {
  const { code, output: out } = await endOf(command, { env: { ...process.env, ...environment } });
  const problems = code === 0 ? [] : [`exit code ${code}`];
  const [exchange, ...others] = exchanges;
  if (exchange === undefined) return [...problems, "sent nothing", out];
  if (others.length > 0) problems.push(`sent ${exchanges.length} requests`);
  const { operation, findings } = recorder.observe(exchange.wire);
  if (operation?.id !== id) problems.push(`called ${operation?.id ?? "nothing that is described"}`);
  problems.push(...findings.map(({ check, message }) => `${check}: ${message}`));
  if (exchange.status >= 300) problems.push(`got the response ${exchange.status}: ${exchange.body.toString()}`);
  if (!showsResponse(out, exchange)) problems.push("did not print the response");
  return problems.length === 0 ? [] : [...problems, out];
}

/** Each language has its own way to write a value; the texts of the response are in all of them, the status where it has none. */
function showsResponse(out: string, { body, status }: Exchange): boolean {
  if (body.length === 0) return out.includes(String(status));
  const texts = JSON.stringify(JSON.parse(body.toString())).match(/(?<=")[\w-]+(?=")/g) ?? [];
  return out !== "" && (texts.some((text) => out.includes(text)) || out.includes(String(status)) || texts.length === 0);
}
