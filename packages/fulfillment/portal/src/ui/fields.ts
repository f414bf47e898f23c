// The values of a form, by the names of its controls -> members of a body.

export class Fields {
  readonly #data: FormData;

  constructor(form: HTMLFormElement) {
    this.#data = new FormData(form);
  }

  /** Without the spaces around it. Empty when there is no such control. */
  text(name: string): string {
    return this.exact(name).trim();
  }

  /** As typed: a password may begin with a space. */
  exact(name: string): string {
    const value = this.#data.get(name);
    return typeof value === "string" ? value : "";
  }

  /** What is left empty is omitted. */
  optional(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  /** `NaN` for what is no number, which no schema accepts. */
  number(name: string): number {
    const text = this.text(name);
    return text === "" ? Number.NaN : Number(text);
  }

  has(name: string): boolean {
    return this.#data.has(name);
  }

  all(name: string): string[] {
    return this.#data.getAll(name).filter((value) => typeof value === "string");
  }
}
