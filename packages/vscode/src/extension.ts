// What Visual Studio Code runs: a language server for each folder of the workspace whose project has one.
import {
  commands,
  type ExtensionContext,
  type LogOutputChannel,
  type WorkspaceFolder,
  window,
  workspace,
} from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { programOf } from "./program.ts";

const installCommand = "npm install --save-dev waybill @waybill/lsp";

const clients = new Map<string, LanguageClient>();
let output: LogOutputChannel;

export async function activate(context: ExtensionContext): Promise<void> {
  output = window.createOutputChannel("Waybill", { log: true });
  context.subscriptions.push(
    output,
    commands.registerCommand("waybill.restart", restart),
    commands.registerCommand("waybill.output", () => output.show()),
    workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      await Promise.all([...removed.map(stop), ...added.map(start)]);
    }),
    workspace.onDidChangeConfiguration(async (event) => {
      const settings = ["enable", "base", "breakingChanges", "node"].map((name) => `waybill.${name}`);
      if (settings.some((name) => event.affectsConfiguration(name))) await restart();
    }),
  );
  await Promise.all((workspace.workspaceFolders ?? []).map(start));
}

export async function deactivate(): Promise<void> {
  await Promise.all([...clients.values()].map((client) => client.stop()));
  clients.clear();
}

async function restart(): Promise<void> {
  await deactivate();
  await Promise.all((workspace.workspaceFolders ?? []).map(start));
}

async function stop({ uri }: WorkspaceFolder): Promise<void> {
  await clients.get(uri.toString())?.stop();
  clients.delete(uri.toString());
}

async function start(folder: WorkspaceFolder): Promise<void> {
  const { uri } = folder;
  const settings = workspace.getConfiguration("waybill", uri);
  if (uri.scheme !== "file" || clients.has(uri.toString()) || !settings.get<boolean>("enable", true)) return;
  const found = programOf(uri.fsPath);
  if (found.kind === "no-toolkit") {
    output.info(`${uri.fsPath}: no waybill in node_modules; ${installCommand}`);
    return;
  }
  if (found.kind === "no-server") {
    void offerToInstall(folder);
    return;
  }
  const { args, version } = found.program;
  output.info(`${uri.fsPath}: the language server of waybill ${version}`);
  const pattern = `${uri.fsPath.replaceAll("\\", "/")}/**/*`;
  const client = new LanguageClient(
    "waybill",
    "Waybill",
    { command: settings.get<string>("node", "node"), args: [...args], options: { cwd: uri.fsPath } },
    {
      documentSelector: ["yaml", "json", "jsonc"].map((language) => ({ scheme: "file", language, pattern })),
      workspaceFolder: folder,
      outputChannel: output,
      initializationOptions: {
        base: settings.get<string | null>("base", null),
        breakingChanges: settings.get<boolean>("breakingChanges", true),
      },
    },
  );
  clients.set(uri.toString(), client);
  try {
    await client.start();
  } catch (error) {
    clients.delete(uri.toString());
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(`The language server of waybill did not start in ${folder.name}: ${reason}`);
  }
}

async function offerToInstall({ name, uri }: WorkspaceFolder): Promise<void> {
  const open = "Open a terminal with the command";
  const chosen = await window.showInformationMessage(
    `${name} has waybill, and not yet @waybill/lsp, its language server: ${installCommand}`,
    open,
  );
  if (chosen !== open) return;
  const terminal = window.createTerminal({ name: "Waybill", cwd: uri });
  terminal.show();
  // Not run: the user reads it and presses Enter.
  terminal.sendText(installCommand, false);
}
