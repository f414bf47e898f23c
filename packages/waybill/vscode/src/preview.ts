// A description in an editor -> its documentation beside it, served by `waybill docs dev` as long as the page is open.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import {
  commands,
  type DocumentSymbol,
  env,
  type LogOutputChannel,
  type Position,
  ProgressLocation,
  SymbolKind,
  type Tab,
  TabInputWebview,
  type TextEditor,
  Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import type { Toolkit } from "./program.ts";

interface Served {
  readonly process: ChildProcess;
  /** The address of the site; rejects with what the program prints where it serves none. */
  readonly address: Promise<string>;
}

export class DocumentationPreview {
  private readonly output: LogOutputChannel;
  /** By the path of the description. */
  private readonly served = new Map<string, Served>();

  constructor(output: LogOutputChannel) {
    this.output = output;
  }

  /** Opens the page of the operation at the cursor, or else the first one. */
  async open({ document, selection }: TextEditor, toolkit: Toolkit): Promise<void> {
    const { fsPath } = document.uri;
    const name = path.basename(fsPath);
    const served = this.served.get(fsPath) ?? this.serve(document.uri, toolkit);
    this.served.set(fsPath, served);
    try {
      const title = `Documentation of ${name}`;
      const address = await window.withProgress({ location: ProgressLocation.Window, title }, () => served.address);
      const page = await this.pageOf(address, await operationAt(document.uri, selection.active));
      const target = await env.asExternalUri(Uri.parse(page));
      await commands.executeCommand("simpleBrowser.api.open", target, {
        viewColumn: ViewColumn.Beside,
        preserveFocus: true,
      });
    } catch (error) {
      await this.stopOne(fsPath);
      void window.showErrorMessage(`The documentation of ${name} cannot be shown: ${messageOf(error)}`);
    }
  }

  /** There is one such tab for all previews. */
  async closed(tabs: readonly Tab[]): Promise<void> {
    const isBrowser = ({ input }: Tab): boolean =>
      input instanceof TabInputWebview && input.viewType.includes("simpleBrowser");
    if (tabs.some(isBrowser)) await this.stop();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.served.keys()].map((file) => this.stopOne(file)));
  }

  private async stopOne(file: string): Promise<void> {
    const child = this.served.get(file)?.process;
    this.served.delete(file);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  }

  private serve(uri: Uri, { script, home }: Toolkit): Served {
    const { fsPath } = uri;
    const node = workspace.getConfiguration("waybill", uri).get<string>("node", "node");
    // Any free port.
    const child = spawn(node, [script, "docs", "dev", fsPath, "--port", "0"], { cwd: home });
    const printed: string[] = [];
    let isServing = false;
    const address = new Promise<string>((resolve, reject) => {
      const heard = (line: string): void => {
        this.output.info(line);
        printed.push(line);
        const [, url] = /^docs: (http:\S+)/.exec(line) ?? [];
        if (url === undefined) return;
        isServing = true;
        resolve(url);
      };
      for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", heard);
      child.on("error", reject);
      child.on("close", () => {
        reject(new Error(printed.join("\n")));
        if (this.served.get(fsPath)?.process !== child) return;
        this.served.delete(fsPath);
        if (isServing)
          void window.showErrorMessage(`The documentation of ${path.basename(fsPath)} is no longer served`);
      });
    });
    return { process: child, address };
  }

  /** The page that the site lists for `GET /orders`. */
  private async pageOf(address: string, operation: string | null): Promise<string> {
    if (operation === null) return address;
    const response = await fetch(new URL("index.md", address));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    const line = (await response.text()).split("\n").find((one) => one.endsWith(`: \`${operation}\``));
    const [, page] = /\]\(([^)]+)\.md\)/.exec(line ?? "") ?? [];
    if (page === undefined) this.output.info(`${address} lists no page of ${operation}`);
    return page === undefined ? address : new URL(`${page}/`, address).href;
  }
}

/** `GET /orders`, as the language server names operations; `null` outside of them. */
async function operationAt(uri: Uri, position: Position): Promise<string | null> {
  const all = await commands.executeCommand<readonly DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", uri);
  const inside = (symbols: readonly DocumentSymbol[]): readonly DocumentSymbol[] =>
    symbols.filter(({ range }) => range.contains(position)).flatMap((one) => [one, ...inside(one.children)]);
  return inside(all ?? []).findLast(({ kind }) => kind === SymbolKind.Method)?.name ?? null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
