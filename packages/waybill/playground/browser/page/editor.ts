// The text of the description, in an editor.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Problem } from "../../src/engine/messages.ts";
import { colours, rooted } from "./code-view.ts";
import { element } from "./element.ts";

const severities = { error: "error", warning: "warning", tolerated: "info" } as const;

/** Chromium keeps the look of what typing replaces in a style attribute, which the policy of the site forbids: it is replaced here instead. */
const typedOverSelection: Extension = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    if (inputType !== "insertText" || data === null || view.composing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

export class DescriptionEditor {
  readonly place: HTMLElement = element("div", { className: "pg-editor" });
  private readonly view: EditorView;

  constructor(changed: () => void) {
    this.view = rooted(this.place, {
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        // YAML holds JSON.
        yaml(),
        colours,
        keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({
          "aria-label": "Description, as YAML or JSON",
          spellcheck: "false",
          tabindex: "0",
        }),
        typedOverSelection,
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) changed();
        }),
      ],
    });
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  replace(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
    });
    this.view.scrollDOM.scrollTo({ top: 0, left: 0 });
  }

  underline(problems: readonly Problem[]): void {
    const { length } = this.view.state.doc;
    const diagnostics = problems.flatMap((problem): Diagnostic[] => {
      const { range, severity, code, message, hint } = problem;
      if (range === null || range.from > length) return [];
      const text = `${message}\n${hint}`;
      return [
        { ...range, to: Math.min(range.to, length), severity: severities[severity], source: code, message: text },
      ];
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  goTo({ range }: Problem): void {
    if (range === null) return;
    const anchor = Math.min(range.from, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
