// In the reader's browser: the verdict on a page -> where docs.config.ts says, and an event for scripts of the team.
import { t } from "../words/interface.ts";

/** `waybill:feedback` has it as `detail`. */
interface Feedback {
  readonly page: string;
  readonly helpful: boolean;
}

for (const place of document.querySelectorAll<HTMLElement>("[data-feedback]"))
  for (const button of place.querySelectorAll("button"))
    button.addEventListener("click", async () => {
      const feedback: Feedback = { page: location.pathname, helpful: button.value === "yes" };
      document.dispatchEvent(new CustomEvent<Feedback>("waybill:feedback", { detail: feedback }));
      const isSent = await send(place.dataset["feedback"] ?? "", feedback);
      place.textContent = t(isSent ? "Thank you." : "This could not be sent.");
    });

async function send(address: string, feedback: Feedback): Promise<boolean> {
  try {
    const headers = { "Content-Type": "application/json" };
    const { ok } = await fetch(address, { method: "POST", headers, body: JSON.stringify(feedback), keepalive: true });
    return ok;
  } catch {
    return false;
  }
}
