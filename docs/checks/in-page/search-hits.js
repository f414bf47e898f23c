// The paths of the pages that the open search has found for this text; null while it still looks.
export default (text) => {
  const list = document.querySelector("dialog[open] .search-hits");
  if (list === null || list.dataset.for !== text) return null;
  return [...list.querySelectorAll("a")].map((link) => new URL(link.href).pathname);
};
