// Elements of the console's forms, and what a tab remembers of them.

/** The folder of the site. */
export const base: string = import.meta.env.BASE_URL.replace(/\/?$/, "/");

export interface Field<Input extends HTMLElement = HTMLInputElement | HTMLSelectElement> {
  readonly row: HTMLElement;
  readonly input: Input;
}

export function field(name: string, values: Partial<HTMLInputElement>): Field<HTMLInputElement> {
  const input = Object.assign(document.createElement("input"), { autocomplete: "off", spellcheck: false, ...values });
  return labelled(name, input);
}

export function selectField(
  name: string,
  values: readonly string[],
  labels: readonly string[],
  selected = values[0] ?? "",
): Field<HTMLSelectElement> {
  const input = document.createElement("select");
  input.append(...values.map((value, at) => new Option(labels[at] ?? value, value)));
  input.value = selected;
  return labelled(name, input);
}

export function labelled<Input extends HTMLElement>(name: string, input: Input): Field<Input> {
  const row = element("label", "rd-try-field");
  row.append(element("span", "", name), input);
  // The choices of a list are no part of its name.
  input.setAttribute("aria-label", name);
  return { row, input };
}

/** Each change, by typing or choosing. */
export function onInput(form: HTMLElement, run: () => void): void {
  form.addEventListener("input", run);
  form.addEventListener("change", run);
}

export function block(text: string): HTMLElement {
  const pre = element("pre", "rd-code");
  pre.tabIndex = 0;
  pre.append(element("code", "", text));
  return pre;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  if (className !== "") created.className = className;
  if (text !== "") created.textContent = text;
  return created;
}

const prefix = "waybill-try:";

/** For this tab only. A browser may refuse to store anything, and then throws. */
export function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(`${prefix}${key}`, value);
  } catch {
    // The next page asks for it again.
  }
}

export function recall(key: string): string {
  try {
    return sessionStorage.getItem(`${prefix}${key}`) ?? "";
  } catch {
    return "";
  }
}
