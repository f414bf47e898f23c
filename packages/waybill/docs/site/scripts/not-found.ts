// In the reader's browser, on a path that leads nowhere: the pages that it may have meant, if any are close to it, and the search.
import { nearestPages } from "../search/nearest.ts";
import { t } from "../words/interface.ts";
import { itemOf, loadIndex } from "./search-hits.ts";

const most = 5;
const box = document.querySelector<HTMLElement>(".nearest");
const site = document.querySelector<HTMLElement>("site-search");
if (box !== null && site !== null) void showNearest(box, site);

async function showNearest(box: HTMLElement, { dataset }: HTMLElement): Promise<void> {
  const base = dataset["base"] ?? "/";
  const index = await loadIndex(dataset["index"] ?? "");
  const nearest = nearestPages(index, decodeURIComponent(location.pathname).slice(base.length), most);
  box.querySelector("ul")?.replaceChildren(...nearest.map((hit) => itemOf(hit, base)));
  const button = box.querySelector("button");
  button?.addEventListener("click", () => document.querySelector<HTMLButtonElement>("[data-open-modal]")?.click());
  if (button !== null) button.textContent = t(nearest.length === 0 ? "Search the site" : "Search for something else");
  for (const part of box.querySelectorAll<HTMLElement>("p")) part.hidden = false;
  for (const part of box.querySelectorAll<HTMLElement>("h2")) part.hidden = nearest.length === 0;
}
