// The paths of the pages that the open search has found for this text; null while it still looks.
export default ({ text, atLeast }) => {
  const dialog = document.querySelector("dialog[open]");
  const message = (dialog?.querySelector(".pagefind-ui__message")?.textContent ?? "").trim();
  if (message === `No results for ${text}`) return [];
  const [, count] = /^(\d+) results? for /.exec(message) ?? [];
  if (count === undefined || !message.endsWith(text)) return null;
  const hits = [...dialog.querySelectorAll(".pagefind-ui__result")].map((hit) => hit.querySelector("a[href]"));
  const isLoaded = (link) => link !== null && link.textContent.trim() !== "";
  const enough = Math.min(atLeast, Number(count));
  if (hits.length < enough || !hits.slice(0, enough).every(isLoaded)) return null;
  return hits.filter(isLoaded).map((link) => new URL(link.href).pathname);
};
