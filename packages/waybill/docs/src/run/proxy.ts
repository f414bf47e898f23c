// `waybill docs proxy`: requests that the console of a page sends -> the servers of the description, with the CORS headers that they lack.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import {
  type Arguments,
  type ExitCode,
  type Format,
  readingIn,
  rejectUsage,
  selectApis,
  type Terminal,
} from "waybill/command";
import { consoleHosts } from "../reference/try-it.ts";

export async function proxy(args: Arguments, format: Format, terminal: Terminal): Promise<ExitCode> {
  const port = Number(args.one("port") ?? 4322);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return rejectUsage(
      [{ message: "--port must be a whole number from 0 to 65535", hint: "for example --port 4322" }],
      terminal,
      format === "json",
    );
  const documents = await selectApis(args, terminal.cwd);
  if (!documents.ok) return rejectUsage(documents.problems, terminal, format === "json");
  const apis = documents.value.map((one) => readingIn(one, { format, command: "docs" }, terminal).api);
  if (apis.includes(null)) return 1;
  const hosts = apis.flatMap((api) => (api?.http == null ? [] : consoleHosts(api.http)));
  if (hosts.length === 0)
    return rejectUsage(
      [{ message: "the description has no server with a host", hint: "add servers with absolute URLs" }],
      terminal,
      format === "json",
    );
  const site = args.one("site");
  if (site !== null && !URL.canParse(site))
    return rejectUsage(
      [
        {
          message: `--site must be a URL, found ${JSON.stringify(site)}`,
          hint: "for example --site https://docs.acme.example",
        },
      ],
      terminal,
      format === "json",
    );
  const { server, address } = await proxyOn(port, { hosts, site: site === null ? null : new URL(site).origin });
  terminal.out(`docs: ${address} forwards to ${hosts.join(", ")}\n`);
  await new Promise<void>((resolve) => terminal.stopped(resolve));
  server.closeAllConnections();
  server.close();
  return 0;
}

export interface Allowed {
  /** Where requests may go, as in a policy. */
  readonly hosts: readonly string[];
  /** The origin whose pages may send them, beside those of this machine; `null` for these alone. */
  readonly site: string | null;
}

/** Listens on this machine only. Any page can send it requests, and the API may trust this machine: only pages of the site are served. */
export async function proxyOn(
  port: number,
  allowed: Allowed,
): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => void forward(request, response, allowed));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  return { server, address: `http://127.0.0.1:${typeof at === "object" ? at?.port : port}` };
}

/** Of one connection, and what the client of Node sets itself. */
const hopHeaders =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|origin|referer|content-length|accept-encoding|cookie|sec-.*)$/;
/** What has been decoded, or is for another origin. */
const responseHeaders =
  /^(?:content-encoding|content-length|transfer-encoding|connection|set-cookie|access-control-.*)$/;

async function forward(request: IncomingMessage, response: ServerResponse, { hosts, site }: Allowed): Promise<void> {
  const cors = {
    "access-control-allow-origin": request.headers.origin ?? "*",
    "access-control-expose-headers": "*",
    vary: "origin",
  };
  const fail = (status: number, message: string): void => {
    response.writeHead(status, { ...cors, "content-type": "text/plain" }).end(`waybill docs proxy: ${message}\n`);
  };
  if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
    const asked = request.headers["access-control-request-headers"];
    response
      .writeHead(204, {
        ...cors,
        "access-control-allow-methods": request.headers["access-control-request-method"],
        ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
        // Of a public page, to this machine.
        "access-control-allow-private-network": "true",
      })
      .end();
    return;
  }
  const written = (request.url ?? "/").slice(1);
  const { origin } = request.headers;
  // A page whose name has come to mean this machine sends no origin, but its name.
  if (!isLocal(`http://${request.headers.host ?? ""}`)) return fail(403, "requests are for 127.0.0.1 only");
  if (origin !== undefined && origin !== site && !isLocal(origin))
    return fail(403, `pages of ${origin} may not send requests: start it with --site ${origin}`);
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null) return fail(400, `the path must be a URL, such as /https://api.example/orders, found /${written}`);
  if (!hosts.some((host) => isIn(url, host)))
    return fail(403, `${url.origin} is no server of the description; it has ${hosts.join(", ")}`);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || hopHeaders.test(name) ? [] : [[name, String(value)]],
  );
  try {
    const { method = "GET" } = request;
    const hasBody = method !== "GET" && method !== "HEAD";
    const forwarded = await fetch(url, {
      ...{ method, headers, redirect: "manual" },
      ...(hasBody ? { body: Readable.toWeb(request), duplex: "half" } : {}),
    });
    const kept = [...forwarded.headers].filter(([name]) => !responseHeaders.test(name));
    response.writeHead(forwarded.status, forwarded.statusText, { ...Object.fromEntries(kept), ...cors });
    response.end(Buffer.from(await forwarded.arrayBuffer()));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    fail(502, `${url.origin} cannot be reached: ${cause}`);
  }
}

function isLocal(origin: string): boolean {
  return URL.canParse(origin) && ["127.0.0.1", "localhost"].includes(new URL(origin).hostname);
}

/** By the rules of a policy, for what `consoleHosts` writes. */
function isIn(url: URL, host: string): boolean {
  if (host === "https:") return url.protocol === host;
  const [, scheme, star = "", name = "", port] = /^(https?:)\/\/(\*\.)?([\w.-]+)(?::([\d*]+))?$/.exec(host) ?? [];
  const isHost = star === "" ? url.hostname === name.toLowerCase() : url.hostname.endsWith(`.${name.toLowerCase()}`);
  return (
    url.protocol === scheme && isHost && (port === "*" || url.port === (port ?? "") || url.host === `${name}:${port}`)
  );
}
