// How much text of a page's main part can be seen without a script, in a window of one of these widths or another, and the pieces
// that cannot: not what <details> opens to, which needs none.
export default async ({ path, widths, height }) => {
  // Scripts do not run in such a frame, as if JavaScript were off.
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin");
  Object.assign(frame.style, { position: "fixed", inset: 0, width: `${widths[0]}px`, height: `${height}px` });
  // The service lets no page into a frame by its address.
  frame.srcdoc = await (await fetch(path)).text();
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener("load", resolve));
  const { body } = frame.contentDocument;
  const main = body.querySelector("main") ?? body;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() === "") continue;
    if (element.closest("script, style, template, noscript, dialog, option, svg") !== null) continue;
    // Where a control has no meaning without a script, its label has none either.
    if (element.closest("button, [data-needs-script]") === null) texts.push(walker.currentNode);
  }
  // What opens is inside of what opens, too: the summary of one is text of the other.
  const isOpened = (element) =>
    (element.closest("summary")?.parentElement.parentElement ?? element).closest("details:not([open])") !== null;
  const isShown = ({ parentElement: element }) =>
    isOpened(element) || element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  let unread = texts;
  for (const width of widths) {
    frame.style.width = `${width}px`;
    unread = unread.filter((text) => !isShown(text));
  }
  const lengthOf = (some) => some.reduce((sum, { data }) => sum + data.trim().length, 0);
  const hidden = Map.groupBy(
    unread,
    ({ parentElement: element }) => element.closest("[hidden], [role=tabpanel], section, div") ?? element,
  );
  const result = {
    visible: lengthOf(texts) - lengthOf(unread),
    hidden: [...hidden.values()].slice(0, 5).map((some) =>
      some
        .map(({ data }) => data.trim())
        .join(" ")
        .slice(0, 80),
    ),
  };
  frame.remove();
  return result;
};
