// Finds how text looks in the page: every set of styles that contrast is computed of, or how a link differs from the text around
// it, but those in `known`. Remembers a few elements that look so, and returns the looks.
export default (known) => {
  const seen = new Set(known);
  const chains = new Map();
  // What lies behind the element: its own background and those of all that it is in, and what lets others show through.
  const chainOf = (element) => {
    if (element === null) return "";
    const before = chains.get(element);
    if (before !== undefined) return before;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const own = [];
    if (backgroundColor !== "rgba(0, 0, 0, 0)") own.push(backgroundColor);
    if (backgroundImage !== "none") own.push(backgroundImage);
    if (opacity !== "1") own.push(opacity);
    if (filter !== "none") own.push(filter);
    if (mixBlendMode !== "normal") own.push(mixBlendMode);
    // What is taken out of the flow can lie over anything, so that it stands for no other kind of element.
    if (position !== "static") own.push(position, element.localName, element.getAttribute("class"));
    if (element.matches(":disabled, [aria-disabled=true], [inert]")) own.push("disabled");
    const chain = chainOf(element.parentElement) + (own.length > 0 ? `/${own.join(" ")}` : "");
    chains.set(element, chain);
    return chain;
  };
  const ownText = (element) =>
    element.matches("input, select, textarea")
      ? element.localName
      : [...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.data.trim())
          .join("");
  // What tells a link from the text around it, and whether there is any.
  const linkOf = (element) => {
    const link = element.closest("a[href]");
    if (link === null) return "";
    let block = link.parentElement;
    while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    const around = block.textContent.trim().length > link.textContent.trim().length;
    const looksOf = (one) => {
      const { color, fontSize, fontStyle, fontWeight, fontFamily, textDecoration, borderBottom, backgroundColor } =
        getComputedStyle(one);
      return [color, fontSize, fontStyle, fontWeight, fontFamily, textDecoration, borderBottom, backgroundColor].join(
        " ",
      );
    };
    return around ? `link: ${looksOf(link)} in ${looksOf(block)}` : "link";
  };
  const looks = new Map();
  for (const element of document.body.querySelectorAll("*")) {
    const text = ownText(element);
    if (text === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const kind = text === element.localName ? text : "text";
    // axe leaves out what has one character only: it stands for no other text.
    const look = [
      color,
      fontSize,
      fontWeight,
      textShadow,
      kind,
      text.length > 1,
      linkOf(element),
      chainOf(element),
    ].join("; ");
    if (!seen.has(look)) looks.set(look, [...(looks.get(look) ?? []), element]);
  }
  const few = (list) => [list[0], list[Math.floor(list.length / 2)], list.at(-1)];
  window.textColours = new Map([...looks].flatMap(([look, list]) => few(list).map((element) => [element, look])));
  return [...looks.keys()];
};
