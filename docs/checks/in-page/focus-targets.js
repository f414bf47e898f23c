// Finds what can be used in the page and remembers it in the page, with how each looks without focus; returns their names.
export default () => {
  const interactive = "a[href], button, input, select, textarea, summary, iframe, [contenteditable=true], [tabindex]";
  const canBeUsed = (element) =>
    element.tabIndex >= 0 &&
    !element.disabled &&
    element.type !== "hidden" &&
    element.closest("[inert], dialog:not([open])") === null &&
    (element.matches("summary") ||
      element.closest("details:not([open])") === null ||
      element.closest("summary") !== null) &&
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) &&
    element.getClientRects().length > 0;
  // Of radio buttons with one name, Tab goes to one, and arrows to the others.
  const isOtherRadio = (element) =>
    element.type === "radio" && element !== (document.querySelector(`[name="${element.name}"]:checked`) ?? element);
  const look = (element) => {
    const of = (one) => {
      const {
        outlineStyle,
        outlineWidth,
        outlineColor,
        boxShadow,
        backgroundColor,
        borderColor,
        color,
        textDecoration,
      } = getComputedStyle(one);
      const outline = outlineStyle === "none" ? "none" : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
      return [outline, boxShadow, backgroundColor, borderColor, color, textDecoration].join("; ");
    };
    // Some show it on what is around them.
    return [element, element.parentElement, element.parentElement?.parentElement].filter(Boolean).map(of).join(" | ");
  };
  const name = (element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\s+/g, " ").trim();
    return `<${element.tagName.toLowerCase()}> ${(text || element.getAttribute("href") || element.className).slice(0, 50)}`;
  };
  document.activeElement?.blur?.();
  const targets = [...document.querySelectorAll(interactive)].filter((one) => canBeUsed(one) && !isOtherRadio(one));
  window.focusTargets = targets.map((element) => ({ element, name: name(element), before: look(element) }));
  window.lookOf = look;
  return window.focusTargets.map((target) => target.name);
};
