// In the reader's browser: the console of an operation. A form that shows where it sends the request, and the response that it gets.
import type { TryIt, TryParameter } from "../../src/blocks/block.ts";
import { t } from "../words/interface.ts";
import { bodyEditor } from "./try-body.ts";
import { credentialsOf, type Signed } from "./try-credentials.ts";
import { base, block, element, type Field, field, onInput, recall, remember, selectField } from "./try-fields.ts";

export function consoleOf(operation: TryIt): HTMLFormElement {
  const form = element("form", "rd-try-form");
  form.noValidate = true;
  const server = serverFields(operation);
  const credentials = credentialsOf(operation);
  const parameters = operation.parameters.map((parameter) => ({ parameter, ...fieldOf(parameter) }));
  const body = operation.body === null ? null : bodyEditor(operation.body);
  const target = element("p", "rd-try-target");
  const address = element("code", "");
  target.append(`${t("Will send")} `, address);
  const send = element("button", "rd-try-send", t("Send"));
  const response = element("div", "rd-try-response");
  response.setAttribute("role", "status");
  const request = (): PreparedRequest =>
    requestOf(operation, {
      server: server.url(),
      signed: credentials.signed(),
      values: parameters.map(({ parameter, input }) => ({ parameter, value: input.value })),
      body: body?.text() ?? null,
    });
  const show = (): void => {
    const { method, url } = request();
    address.textContent = `${method} ${url.href}`;
  };
  form.append(server.row, credentials.row, ...parameters.map(({ row }) => row), ...(body === null ? [] : [body.row]));
  form.append(target, send, ...(hasIds(operation) ? [element("p", "rd-try-note", replaceIds)] : []), response);
  onInput(form, show);
  show();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    response.replaceChildren(...(await sent(request(), server.proxy(), operation)));
    send.disabled = false;
  });
  return form;
}

const replaceIds = t("Replace the ids with yours: those in the example do not exist.");

/** Whether an id is filled in: `orderId`, `order_id`, `id`. */
function hasIds({ parameters, body }: TryIt): boolean {
  const isId = (name: string): boolean => /^ids?$|[a-z\d]Ids?$|[_-]ids?$/.test(name);
  const names = [...(body?.text ?? "").matchAll(/"([^"\\]+)": *["[\d]/g)].map(([, name = ""]) => name);
  return names.some(isId) || parameters.some(({ name, required }) => required && isId(name));
}

interface ServerFields {
  readonly row: HTMLElement;
  /** Without a slash at the end. */
  readonly url: () => string;
  /** Of `waybill docs proxy`; empty for none. */
  readonly proxy: () => string;
}

/** The server, its variables, and the proxy; nothing to choose where the API serves the pages. */
function serverFields({ servers }: TryIt): ServerFields {
  const row = element("div", "rd-try-group");
  if (servers.length === 0) return { row, url: () => location.origin, proxy: () => "" };
  const urls = servers.map(({ url }) => url);
  const server = selectField(t("Server"), urls, urls);
  const variables = element("div", "rd-try-group");
  let inputs: { readonly name: string; readonly input: Field["input"] }[] = [];
  const list = (): void => {
    const chosen = servers[urls.indexOf(server.input.value)]?.variables ?? [];
    const fields = chosen.map(({ name, default: value, enum: values }) => ({
      name,
      ...(values.length > 0 ? selectField(name, values, values, value) : field(name, { value })),
    }));
    inputs = fields.map(({ name, input }) => ({ name, input }));
    variables.replaceChildren(...fields.map((one) => one.row));
  };
  list();
  server.input.addEventListener("change", list);
  const proxy = field(t("Proxy"), { value: recall(proxyKey), placeholder: "http://127.0.0.1:4322" });
  const more = element("details", "rd-more");
  more.append(
    element("summary", "", t("If the browser blocks the request")),
    element("p", "rd-try-note", t("Run {command}, and enter the address that it prints.", { command: proxyCommand })),
    proxy.row,
  );
  if (servers.length > 1) row.append(server.row);
  row.append(variables, more);
  return {
    row,
    url: () => {
      const url = inputs.reduce(
        (text, { name, input }) => text.replaceAll(`{${name}}`, input.value),
        server.input.value,
      );
      return (URL.canParse(url, location.origin) ? new URL(url, location.origin).href : location.origin).replace(
        /\/$/,
        "",
      );
    },
    proxy: () => {
      const address = proxy.input.value.trim().replace(/\/$/, "");
      remember(proxyKey, address);
      return address;
    },
  };
}

const proxyKey = "proxy";
const proxyCommand = "npx waybill docs proxy with the description";

interface Filled {
  readonly server: string;
  readonly signed: Signed;
  readonly values: readonly { readonly parameter: TryParameter; readonly value: string }[];
  readonly body: string | null;
}

interface PreparedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

function requestOf({ method, path, body }: TryIt, filled: Filled): PreparedRequest {
  const { server, signed, values } = filled;
  let filledPath = path;
  for (const { parameter, value } of values)
    if (parameter.in === "path") filledPath = filledPath.replace(`{${parameter.name}}`, encodeURIComponent(value));
  const url = new URL(`${server}${filledPath}`);
  for (const { parameter, value } of values) {
    if (parameter.in !== "query" || value === "") continue;
    for (const item of parameter.isList ? value.split(",") : [value])
      url.searchParams.append(parameter.name, item.trim());
  }
  for (const [name, value] of signed.query) url.searchParams.append(name, value);
  const headers = values.flatMap(({ parameter, value }): [string, string][] =>
    parameter.in === "header" && value !== "" ? [[parameter.name, value]] : [],
  );
  const type: [string, string][] = body === null ? [] : [["Content-Type", body.type]];
  return { method, url, headers: [...signed.headers, ...headers, ...type], body: filled.body };
}

async function sent(
  { method, url, headers, body }: PreparedRequest,
  proxy: string,
  { authentication }: TryIt,
): Promise<Node[]> {
  try {
    const started = performance.now();
    const response = await fetch(proxy === "" ? url : `${proxy}/${url.href}`, {
      method,
      headers: new Headers(headers.map(([name, value]) => [name, value])),
      credentials: "omit",
      cache: "no-store",
      ...(body === null ? {} : { body }),
    });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - started);
    // The API is elsewhere: what is served here are pages.
    if (url.origin === location.origin && /^\s*<(?:!doctype\s+)?html\b/i.test(text))
      return [element("p", "rd-try-failure", notServed)];
    return [...shown(response, text, milliseconds), ...hintOf(response.status, authentication)];
  } catch (error) {
    // A browser reports a refusal, an unknown host and a network that is gone alike.
    if (error instanceof TypeError && url.origin !== location.origin) return blocked(url, proxy);
    return [
      element("p", "rd-try-failure", `${t("Not sent")}: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}

const notServed = t(
  "These pages are not served by the API, so requests from here do not reach it. Open the pages that the API itself serves.",
);

function blocked(url: URL, proxy: string): Node[] {
  if (proxy !== "")
    return [
      element("p", "rd-try-failure", `No response: the proxy ${proxy} is not running, or this page may not reach it.`),
    ];
  const text = element("p", "rd-try-failure");
  text.append(
    `No response that this page may read. ${url.host} cannot be reached, or does not allow requests from ${location.origin} (CORS): a browser then `,
    "withholds the response, though other programs get it. Copy the sample, or send through a proxy on your machine: run ",
    element("code", "", "npx waybill docs proxy openapi.yaml"),
    ", and enter its address under Proxy.",
  );
  return [text];
}

function hintOf(status: number, authentication: string): Node[] {
  if (status !== 401 && status !== 403) return [];
  const hint = element("p", "rd-try-note");
  const link = Object.assign(element("a", "", t("Authentication")), { href: `${base}${authentication.slice(1)}` });
  hint.append(
    status === 401
      ? "401: the credentials are missing, wrong or expired. Check them above. "
      : "403: the credentials are known, but may not do this. Check their scopes. ",
    link,
    " says how to get them.",
  );
  return [hint];
}

function shown(response: Response, text: string, milliseconds: number): Node[] {
  const line = element("p", "rd-try-status", `${response.status} ${response.statusText}`.trim());
  line.append(element("span", "rd-try-time", ` ${milliseconds} ms`));
  const headers = element("details", "rd-more");
  headers.append(
    element("summary", "", t("Headers")),
    block([...response.headers].map((pair) => pair.join(": ")).join("\n")),
  );
  return [line, ...(text === "" ? [] : [block(pretty(text))]), headers];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function fieldOf({ name, required, value, isList, choices }: TryParameter): Field {
  const label = required ? `${name} (required)` : name;
  if (choices.length > 0 && !isList) {
    const options = required ? choices : ["", ...choices];
    return selectField(label, options, options, required ? value : "");
  }
  return field(label, required ? { value } : { placeholder: isList ? `${value} (separated by commas)` : value });
}
