// What Visual Studio Code runs: a language server for each folder of the workspace whose project has one; where only packages inside it
// have one, as in a monorepo, for each package with a description that is open.
import path from "node:path";
import {
  commands,
  type ExtensionContext,
  type LogOutputChannel,
  type TextDocument,
  type Uri,
  type WorkspaceFolder,
  window,
  workspace,
} from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { DocumentationPreview } from "./preview.ts";
import { type Toolkit, toolkitOf } from "./program.ts";

const installCommand = "npm install --save-dev waybill @waybill/lsp";
const languages = ["yaml", "json", "jsonc"];

/** A project: a folder of the workspace, or a package inside one. */
interface Project {
  readonly folder: WorkspaceFolder;
  readonly place: string;
}

interface Running extends Project {
  readonly client: LanguageClient;
}

/** By the place of the project. */
const running = new Map<string, Running>();
/** The places that the user was asked about. */
const promptedPlaces = new Set<string>();
let output: LogOutputChannel;
let preview: DocumentationPreview | null = null;

export async function activate(context: ExtensionContext): Promise<void> {
  output = window.createOutputChannel("Waybill", { log: true });
  preview = new DocumentationPreview(output);
  context.subscriptions.push(
    output,
    commands.registerCommand("waybill.restart", restart),
    commands.registerCommand("waybill.output", () => output.show()),
    commands.registerCommand("waybill.preview", openPreview),
    window.tabGroups.onDidChangeTabs(({ closed }) => preview?.closed(closed)),
    workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      await Promise.all(removed.map(stop));
      await startAll(added);
    }),
    workspace.onDidOpenTextDocument(startFor),
    workspace.onDidChangeConfiguration(async (event) => {
      const settings = ["enable", "base", "breakingChanges", "node"].map((name) => `waybill.${name}`);
      if (settings.some((name) => event.affectsConfiguration(name))) await restart();
    }),
  );
  await startAll(workspace.workspaceFolders ?? []);
}

export async function deactivate(): Promise<void> {
  await Promise.all([stopServers(), preview?.stop()]);
}

async function stopServers(): Promise<void> {
  await Promise.all([...running.values()].map(({ client }) => client.stop()));
  running.clear();
  promptedPlaces.clear();
}

async function restart(): Promise<void> {
  await stopServers();
  await startAll(workspace.workspaceFolders ?? []);
}

async function stop({ uri }: WorkspaceFolder): Promise<void> {
  const stopped = [...running].filter(([, { folder }]) => folder.uri.toString() === uri.toString());
  for (const [place] of stopped) running.delete(place);
  await Promise.all(stopped.map(([, { client }]) => client.stop()));
}

/** The folders first: their servers are those of all their files. */
async function startAll(folders: readonly WorkspaceFolder[]): Promise<void> {
  await Promise.all(folders.map(startFolder));
  await Promise.all(workspace.textDocuments.map(startFor));
}

async function startFolder(folder: WorkspaceFolder): Promise<void> {
  const { fsPath } = folder.uri;
  if (!isEnabled(folder.uri)) return;
  const toolkit = toolkitOf(fsPath);
  if (toolkit === null) output.info(`${fsPath}: no waybill in node_modules; ${installCommand}`);
  else await startOrOffer(toolkit, { folder, place: fsPath });
}

/** The server of the package that a file belongs to, where its folder of the workspace has none. */
async function startFor(document: TextDocument): Promise<void> {
  const folder = workspace.getWorkspaceFolder(document.uri);
  if (folder === undefined || !isEnabled(document.uri) || running.has(folder.uri.fsPath)) return;
  if (!languages.includes(document.languageId) || !isDescription(document)) return;
  const toolkit = toolkitOf(path.dirname(document.uri.fsPath));
  if (toolkit === null) {
    const name = workspace.asRelativePath(document.uri);
    await offerToInstall(`There is no waybill in node_modules for ${name}`, { folder, place: folder.uri.fsPath });
  } else await startOrOffer(toolkit, { folder, place: toolkit.home });
}

async function openPreview(): Promise<void> {
  const editor = window.activeTextEditor;
  const toolkit = editor === undefined ? null : toolkitOf(path.dirname(editor.document.uri.fsPath));
  if (editor === undefined || !isDescription(editor.document))
    void window.showErrorMessage("Open an OpenAPI or AsyncAPI description to see its documentation");
  else if (toolkit === null)
    void window.showErrorMessage(`There is no waybill in node_modules: ${installCommand} @waybill/docs`);
  else await preview?.open(editor, toolkit);
}

/** Another file may be part of one; only the entry says what it is. */
function isDescription(document: TextDocument): boolean {
  return /^\s*(?:\{\s*)?["']?(?:openapi|swagger|asyncapi)["']?\s*:/m.test(document.getText());
}

function isEnabled(uri: Uri): boolean {
  const settings = workspace.getConfiguration("waybill", uri);
  return uri.scheme === "file" && settings.get<boolean>("enable", true);
}

async function startOrOffer(toolkit: Toolkit, project: Project): Promise<void> {
  if (toolkit.hasServer) return await start(toolkit, project);
  void offerToInstall(
    `${path.basename(project.place)} has waybill, and not yet @waybill/lsp, its language server`,
    project,
  );
}

async function start({ script, version }: Toolkit, { folder, place }: Project): Promise<void> {
  if (running.has(place)) return;
  const settings = workspace.getConfiguration("waybill", folder.uri);
  output.info(`${place}: the language server of waybill ${version}`);
  const pattern = `${place.replaceAll("\\", "/")}/**/*`;
  const client = new LanguageClient(
    "waybill",
    "Waybill",
    { command: settings.get<string>("node", "node"), args: [script, "lsp", "--stdio"], options: { cwd: place } },
    {
      documentSelector: languages.map((language) => ({ scheme: "file", language, pattern })),
      workspaceFolder: folder,
      outputChannel: output,
      initializationOptions: {
        base: settings.get<string | null>("base", null),
        breakingChanges: settings.get<boolean>("breakingChanges", true),
      },
    },
  );
  running.set(place, { folder, place, client });
  try {
    await client.start();
  } catch (error) {
    running.delete(place);
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`The language server of waybill did not start in ${path.basename(place)}: ${reason}`);
  }
}

/** Once for each project. */
async function offerToInstall(reason: string, { place }: Project): Promise<void> {
  if (promptedPlaces.has(place)) return;
  promptedPlaces.add(place);
  const open = "Open a terminal with the command";
  const chosen = await window.showInformationMessage(`${reason}: ${installCommand}`, open);
  if (chosen !== open) return;
  const terminal = window.createTerminal({ name: "Waybill", cwd: place });
  terminal.show();
  // Not run: the user reads it and presses Enter.
  terminal.sendText(installCommand, false);
}
