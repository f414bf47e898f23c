// In the reader's browser, on pages that the service itself serves: a form that sends the operation, and the response it gets.
import type { TryIt, TryParameter } from "../../src/blocks/block.ts";

const keptKey = "waybill-try-key";

for (const place of document.querySelectorAll<HTMLElement>(".rd-try")) {
  const button = place.querySelector("button");
  button?.addEventListener("click", () => {
    const form = place.querySelector("form") ?? place.appendChild(formOf(JSON.parse(place.dataset["try"] ?? "")));
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    form.hidden = isOpen;
    if (!isOpen) form.querySelector<HTMLElement>("input, textarea, button")?.focus();
  });
}

function formOf(operation: TryIt): HTMLFormElement {
  const form = element("form", "rd-try-form");
  form.noValidate = true;
  const key = operation.credential === null ? null : field("Key", { value: recall(), type: "password" });
  const parameters = operation.parameters.map((parameter) => ({ parameter, ...fieldOf(parameter) }));
  const body = operation.body === null ? null : bodyField(operation.body.text);
  const send = element("button", "rd-try-send", "Send");
  const note = element(
    "p",
    "rd-try-note",
    `Sends a real request to ${location.origin}.${hasIds(operation) ? ` ${replaceIds}` : ""}`,
  );
  const response = element("div", "rd-try-response");
  response.setAttribute("role", "status");
  form.append(...[key, ...parameters, body].flatMap((one) => (one === null ? [] : [one.row])), send, note, response);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    if (key !== null) keep(key.input.value);
    const values = parameters.map(({ parameter, input }) => ({ parameter, value: input.value }));
    response.replaceChildren(
      ...(await sent(operation, { key: key?.input.value ?? "", values, body: body?.input.value ?? "" })),
    );
    send.disabled = false;
  });
  return form;
}

const replaceIds = "Replace the ids with yours: those in the example do not exist.";

/** Whether an id is filled in: `orderId`, `order_id`, `id`. */
function hasIds({ parameters, body }: TryIt): boolean {
  const isId = (name: string): boolean => /^ids?$|[a-z\d]Ids?$|[_-]ids?$/.test(name);
  const names = [...(body?.text ?? "").matchAll(/"([^"\\]+)": *["[\d]/g)].map(([, name = ""]) => name);
  return names.some(isId) || parameters.some(({ name, required }) => required && isId(name));
}

interface Filled {
  readonly key: string;
  readonly values: readonly { readonly parameter: TryParameter; readonly value: string }[];
  readonly body: string;
}

async function sent(operation: TryIt, filled: Filled): Promise<Node[]> {
  const { method, credential } = operation;
  const headers = new Headers();
  if (credential !== null && filled.key !== "") headers.set(credential.header, credential.prefix + filled.key);
  try {
    for (const { parameter, value } of filled.values)
      if (parameter.in === "header" && value !== "") headers.set(parameter.name, value);
    if (operation.body !== null) headers.set("Content-Type", operation.body.type);
    const started = performance.now();
    const response = await fetch(addressOf(operation, filled), {
      method,
      headers,
      credentials: "omit",
      cache: "no-store",
      ...(operation.body === null ? {} : { body: filled.body }),
    });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - started);
    // The API is elsewhere: what is served here are pages.
    if (/^\s*<(?:!doctype\s+)?html\b/i.test(text)) return [element("p", "rd-try-failure", notServed)];
    return shown(response, text, milliseconds);
  } catch (error) {
    return [element("p", "rd-try-failure", `Not sent: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

const notServed =
  "These pages are not served by the API, so requests from here do not reach it. Open the pages that the API itself serves.";

function addressOf({ path }: TryIt, { values }: Filled): string {
  const query = new URLSearchParams();
  let filledPath = path;
  for (const { parameter, value } of values) {
    if (parameter.in === "path") filledPath = filledPath.replace(`{${parameter.name}}`, encodeURIComponent(value));
    if (parameter.in !== "query" || value === "") continue;
    for (const item of parameter.isList ? value.split(",") : [value]) query.append(parameter.name, item.trim());
  }
  return `${location.origin}${filledPath}${query.size === 0 ? "" : `?${query}`}`;
}

function shown(response: Response, text: string, milliseconds: number): Node[] {
  const line = element("p", "rd-try-status", `${response.status} ${response.statusText}`.trim());
  line.append(element("span", "rd-try-time", ` ${milliseconds} ms`));
  const headers = element("details", "rd-more");
  headers.append(
    element("summary", "", "Headers"),
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

function block(text: string): HTMLElement {
  const pre = element("pre", "rd-code");
  pre.tabIndex = 0;
  pre.append(element("code", "", text));
  return pre;
}

interface Field<Input extends HTMLElement> {
  readonly row: HTMLElement;
  readonly input: Input;
}

function fieldOf({ name, required, value, isList }: TryParameter): Field<HTMLInputElement> {
  const hint = isList ? `${value} (separated by commas)` : value;
  return field(required ? `${name} (required)` : name, required ? { value } : { placeholder: hint });
}

function field(name: string, values: Partial<HTMLInputElement>): Field<HTMLInputElement> {
  const input = Object.assign(document.createElement("input"), { autocomplete: "off", spellcheck: false, ...values });
  const row = element("label", "rd-try-field");
  row.append(element("span", "", name), input);
  return { row, input };
}

function bodyField(text: string): Field<HTMLTextAreaElement> {
  const input = document.createElement("textarea");
  input.value = text;
  input.rows = Math.min(16, text.split("\n").length);
  input.spellcheck = false;
  const row = element("label", "rd-try-field");
  row.append(element("span", "", "Body"), input);
  return { row, input };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

/** For this tab only. A browser may refuse to keep anything, and then throws. */
function keep(key: string): void {
  try {
    sessionStorage.setItem(keptKey, key);
  } catch {
    // The next page asks for it again.
  }
}

function recall(): string {
  try {
    return sessionStorage.getItem(keptKey) ?? "";
  } catch {
    return "";
  }
}
