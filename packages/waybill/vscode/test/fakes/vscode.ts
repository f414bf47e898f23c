// The part of Visual Studio Code that the extension asks for, in memory: what a test sets, and what the extension did.

interface Folder {
  readonly name: string;
  readonly uri: { readonly scheme: string; readonly fsPath: string; readonly toString: () => string };
}

export interface FakeDocument {
  readonly uri: Folder["uri"];
  readonly languageId: string;
  readonly getText: () => string;
}

export interface FakeEditor {
  folders: Folder[];
  documents: FakeDocument[];
  settings: Record<string, unknown>;
  /** The response of the user to the next question. */
  choice: string | undefined;
  active: { readonly document: FakeDocument; readonly selection: object } | undefined;
  /** What commands of the editor respond. */
  responses: Record<string, unknown>;
  /** A tab of the simple browser. */
  readonly browserTab: object;
  readonly executed: [name: string, ...values: unknown[]][];
  readonly messages: string[];
  readonly lines: string[];
  readonly terminals: { readonly text: string; readonly isRun: boolean }[];
  readonly commands: Map<string, () => unknown>;
  readonly changes: {
    folders?: (change: object) => Promise<void>;
    settings?: (change: object) => Promise<void>;
    documents?: (opened: FakeDocument) => Promise<void>;
    tabs?: (change: { readonly closed: readonly object[] }) => Promise<void>;
  };
}

export class TabInputWebview {
  readonly viewType = "mainThreadWebview-simpleBrowser.view";
}

const fake: FakeEditor = {
  browserTab: { input: new TabInputWebview() },
  folders: [],
  documents: [],
  settings: {},
  choice: undefined,
  active: undefined,
  responses: {},
  executed: [],
  messages: [],
  lines: [],
  terminals: [],
  commands: new Map(),
  changes: {},
};
Reflect.set(globalThis, "fakeEditor", fake);

const disposable = { dispose: (): void => undefined };

export const commands = {
  registerCommand: (name: string, run: () => unknown): typeof disposable => {
    fake.commands.set(name, run);
    return disposable;
  },
  executeCommand: async (...command: [name: string, ...values: unknown[]]): Promise<unknown> => {
    fake.executed.push(command);
    return fake.responses[command[0]];
  },
};

export const env = { asExternalUri: async (uri: object): Promise<object> => uri };
export const Uri = { parse: (text: string): object => ({ toString: () => text }) };
export const ProgressLocation = { Window: 10 };
export const SymbolKind = { Method: 5 };
export const ViewColumn = { Beside: -2 };

export const window = {
  get activeTextEditor(): FakeEditor["active"] {
    return fake.active;
  },
  tabGroups: {
    onDidChangeTabs: (heard: FakeEditor["changes"]["tabs"] & object): typeof disposable => {
      fake.changes.tabs = heard;
      return disposable;
    },
  },
  withProgress: (_: object, task: () => Promise<unknown>): Promise<unknown> => task(),
  createOutputChannel: (): object => ({
    info: (line: string) => fake.lines.push(line),
    show: () => fake.lines.push("shown"),
    ...disposable,
  }),
  showErrorMessage: async (message: string): Promise<void> => {
    fake.messages.push(message);
  },
  showInformationMessage: async (message: string): Promise<string | undefined> => {
    fake.messages.push(message);
    return fake.choice;
  },
  createTerminal: (): object => ({
    show: () => undefined,
    sendText: (text: string, isRun: boolean) => fake.terminals.push({ text, isRun }),
  }),
};

export const workspace = {
  get workspaceFolders(): readonly Folder[] {
    return fake.folders;
  },
  get textDocuments(): readonly FakeDocument[] {
    return fake.documents;
  },
  getWorkspaceFolder: ({ fsPath }: Folder["uri"]): Folder | undefined =>
    fake.folders.find(({ uri }) => fsPath.startsWith(`${uri.fsPath}/`)),
  asRelativePath: ({ fsPath }: Folder["uri"]): string => fsPath.split("/").slice(-2).join("/"),
  onDidOpenTextDocument: (heard: (opened: FakeDocument) => Promise<void>): typeof disposable => {
    fake.changes.documents = heard;
    return disposable;
  },
  getConfiguration: (): object => ({ get: (name: string, value: unknown) => fake.settings[name] ?? value }),
  onDidChangeWorkspaceFolders: (heard: (change: object) => Promise<void>): typeof disposable => {
    fake.changes.folders = heard;
    return disposable;
  },
  onDidChangeConfiguration: (heard: (change: object) => Promise<void>): typeof disposable => {
    fake.changes.settings = heard;
    return disposable;
  },
};
