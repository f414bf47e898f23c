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
  readonly messages: string[];
  readonly lines: string[];
  readonly terminals: { readonly text: string; readonly isRun: boolean }[];
  readonly commands: Map<string, () => unknown>;
  readonly changes: {
    folders?: (change: object) => Promise<void>;
    settings?: (change: object) => Promise<void>;
    documents?: (opened: FakeDocument) => Promise<void>;
  };
}

const fake: FakeEditor = {
  folders: [],
  documents: [],
  settings: {},
  choice: undefined,
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
};

export const window = {
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
