// A tab of the portal -> what a member does there in several tests.
import type { Page } from "playwright-core";

/** As when someone comes back from another tab. */
export async function returnToTab(page: Page): Promise<void> {
  await page.evaluate("void window.dispatchEvent(new Event('visibilitychange'))");
}

export async function fillOrder(page: Page): Promise<void> {
  await fillAddress(page);
  await page.getByLabel("Product", { exact: true }).selectOption("MUG-WHT");
}

export async function fillAddress(page: Page): Promise<void> {
  const values = {
    "First name": "Ada",
    "Last name": "Reyes",
    "E-mail address": "ada.reyes@example.com",
    "Street and house number": "18 Harbour Row",
    City: "Portland",
    State: "OR",
    "ZIP code": "97209",
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}
