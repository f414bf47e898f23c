// How much text of the page's main part can be seen, and the pieces that cannot: not what <details> opens to, which needs no
// script. Asked again, at another width, it adds to what could be seen before.
export default () => {
  const main = document.querySelector("main") ?? document.body;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const hidden = new Map();
  const before = window.unreadText;
  window.unreadText = new Set();
  let visible = 0;
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (text === "" || element.closest("script, style, template, noscript, dialog, option, svg") !== null) continue;
    // Where a control has no meaning without a script, its label has none either.
    if (element.closest("button, [data-needs-script]") !== null) continue;
    const isClosed = element.closest("details:not([open])") !== null && element.closest("summary") === null;
    const wasSeen = before !== undefined && !before.has(walker.currentNode);
    if (isClosed || wasSeen || element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      visible += text.length;
    else {
      window.unreadText.add(walker.currentNode);
      const place = element.closest("[hidden], [role=tabpanel], section, div") ?? element;
      hidden.set(place, `${hidden.get(place) ?? ""} ${text}`.trim());
    }
  }
  return { visible, hidden: [...hidden.values()].map((text) => text.slice(0, 80)).slice(0, 5) };
};
