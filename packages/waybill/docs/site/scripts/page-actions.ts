// In the reader's browser: the button at the title copies the page's Markdown twin.
import { t } from "../words/interface.ts";

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy-page]")) {
  // Browsers have it for HTTPS and for the machine itself only.
  if (!("clipboard" in navigator)) button.disabled = true;
  const name = button.textContent ?? "";
  button.addEventListener("click", async () => {
    const response = await fetch(button.dataset["copyPage"] ?? "");
    const isCopied = response.ok && (await response.text().then(copied));
    button.textContent = t(isCopied ? "Copied" : "Not copied");
    setTimeout(() => (button.textContent = name), 1500);
  });
}

async function copied(text: string): Promise<boolean> {
  return await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
