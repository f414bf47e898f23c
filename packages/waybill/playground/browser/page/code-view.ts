// An editor of CodeMirror on this site: in a shadow root, where its styles are sheets of the document; inline styles are forbidden.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView, type EditorViewConfig } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: "var(--pg-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--pg-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--pg-number)" },
  { tag: [tags.comment, tags.meta], color: "var(--pg-comment)" },
  { tag: [tags.typeName, tags.className, tags.namespace], color: "var(--pg-type)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--pg-property)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--pg-surface)", color: "var(--pg-text)", fontSize: "var(--pg-size)" },
  // The ring is around the frame, in playground.css: here, the line numbers would cover its left side.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--pg-font)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--pg-text)" },
  ".cm-cursor": { borderLeftColor: "var(--pg-text)" },
  ".cm-gutters": { backgroundColor: "var(--pg-surface)", color: "var(--pg-faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--pg-line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--pg-selection)",
  },
  ".cm-tooltip": { backgroundColor: "var(--pg-raised)", color: "var(--pg-text)", border: "1px solid var(--pg-border)" },
  ".cm-diagnosticText": { whiteSpace: "pre-wrap" },
  ".cm-foldPlaceholder": { backgroundColor: "transparent", color: "var(--pg-faint)", border: "none" },
});

export const colours: Extension = [theme, syntaxHighlighting(style)];

/** `drawSelection` and tooltips stay in the shadow root as well. */
export function rooted(place: HTMLElement, config: EditorViewConfig): EditorView {
  const root = place.attachShadow({ mode: "open" });
  const parent = document.createElement("div");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host { display: block } div { height: 100% }  .cm-editor div { height: auto }");
  root.adoptedStyleSheets = [sheet];
  root.append(parent);
  return new EditorView({ ...config, parent, root });
}
