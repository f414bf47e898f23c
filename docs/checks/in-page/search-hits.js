// The paths of the pages that the open search has found for this text; null while it still looks.
export default ({ text, atLeast }) => {
  const dialog = document.querySelector("dialog[open]");
  const message = dialog?.querySelector(".pagefind-ui__message")?.textContent ?? "";
  if (!message.includes(`for ${text}`)) return null;
  if (/^No results/.test(message.trim())) return [];
  const count = Number(/\d+/.exec(message)?.[0] ?? 0);
  const hits = [...dialog.querySelectorAll(".pagefind-ui__result")].map((hit) => hit.querySelector("a[href]"));
  const isLoaded = (link) => link !== null && link.textContent.trim() !== "";
  const wanted = hits.slice(0, Math.min(atLeast, count));
  if (wanted.length < Math.min(atLeast, count) || !wanted.every(isLoaded)) return null;
  return hits.filter(isLoaded).map((link) => new URL(link.href).pathname);
};
