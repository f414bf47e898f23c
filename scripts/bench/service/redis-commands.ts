// A few commands to Redis -> their answers: on a plain socket, so that the benchmarks need no client of their own.
import { once } from "node:events";
import { connect } from "node:net";

/** Bytes that Redis says it uses. */
export async function usedMemory(url: string): Promise<number> {
  const info = await command(url, "INFO memory");
  const bytes = /used_memory:(\d+)/.exec(info)?.[1];
  if (bytes === undefined) throw new Error(`Redis answered without its used_memory: ${info.slice(0, 200)}`);
  return Number(bytes);
}

/** Removes every key that begins with `prefix`, and resolves when their memory is free. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const script = "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end return 'done'";
  const answer = await command(url, `EVAL "${script}" 0 ${prefix}*`);
  if (!answer.includes("done")) throw new Error(`Redis did not remove what the benchmark wrote: ${answer}`);
}

/** The raw answer to one inline command. */
async function command(url: string, text: string): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 6379) });
  await once(socket, "connect");
  const login = password === "" ? "" : `AUTH ${username === "" ? "default" : username} ${password}\r\n`;
  const select = pathname.length > 1 ? `SELECT ${pathname.slice(1)}\r\n` : "";
  socket.end(`${login}${select}${text}\r\nQUIT\r\n`);
  let answer = "";
  for await (const chunk of socket.setEncoding("utf8")) answer += String(chunk);
  return answer;
}
