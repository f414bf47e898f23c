// A file of the reader, or an address -> the text of a description.
import { element } from "./element.ts";

/** The fields that open one. `open` is given the text, or why there is none. */
export function sources(open: (text: string) => void, fail: (reason: string) => void): HTMLElement[] {
  const picked = element("input", { type: "file", accept: ".yaml,.yml,.json", className: "pg-file" });
  picked.addEventListener("change", async () => {
    const [file] = picked.files ?? [];
    if (file !== undefined) open(await file.text());
    picked.value = "";
  });
  const address = element("input", {
    type: "url",
    className: "pg-address",
    required: true,
    placeholder: "https://example.com/openapi.yaml",
    ariaLabel: "Address of a description",
  });
  const form = element(
    "form",
    { className: "pg-open" },
    address,
    element("button", { className: "pg-button" }, "Open URL"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const url = address.value;
    try {
      const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
      if (response.ok) open(await response.text());
      else fail(`${url}: status ${response.status}.`);
    } catch {
      fail(
        `${url} cannot be read from a page: its server is not there, or sends no CORS headers. Download it and open the file.`,
      );
    }
  });
  return [element("label", { className: "pg-button pg-pick" }, "Open a file", picked), form];
}
