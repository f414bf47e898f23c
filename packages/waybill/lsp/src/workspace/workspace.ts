// The files that are open -> the APIs they are part of.
import path from "node:path";
import { type DescribedApi, describedNear, ownApi } from "waybill/language";
import type { ApiId, Engine } from "../engine/engine.ts";
import { Project } from "./project.ts";
import type { Texts } from "./texts.ts";

/** A configuration that cannot be read, with what is wrong with it. */
export interface BrokenConfig {
  readonly file: string;
  readonly messages: readonly string[];
}

export class Workspace {
  private readonly texts: Texts;
  private readonly engine: Engine;
  private readonly projects = new Map<string, Project>();
  private readonly configs = new Map<string, Promise<readonly Project[]>>();
  private turn = 0;
  readonly broken: Map<string, BrokenConfig> = new Map();

  constructor(texts: Texts, engine: Engine) {
    this.texts = texts;
    this.engine = engine;
  }

  /** The APIs that have a file; each was read once. */
  async projectsOf(file: string): Promise<readonly Project[]> {
    const known = this.all().filter((project) => project.has(file));
    if (known.length > 0) return known;
    const configured = await this.configuredFor(file);
    const matchingProjects = configured.filter((project) => project.has(file));
    if (matchingProjects.length > 0) return matchingProjects;
    const standaloneProject = this.ownProject(file);
    return standaloneProject === null ? [] : [standaloneProject];
  }

  all(): readonly Project[] {
    return [...this.projects.values()];
  }

  /** Configurations are read again, and so is everything they name. */
  forget(): void {
    this.turn += 1;
    this.projects.clear();
    this.configs.clear();
    this.broken.clear();
  }

  private async configuredFor(file: string): Promise<readonly Project[]> {
    const folder = path.dirname(file);
    const reading = this.configs.get(folder) ?? this.readConfig(file);
    this.configs.set(folder, reading);
    return await reading;
  }

  private async readConfig(file: string): Promise<readonly Project[]> {
    const { apis, configFile, problems } = await describedNear(file, this.turn);
    if (configFile !== null && problems.length > 0) {
      const messages = problems.map(({ message, hint }) => (hint === null ? message : `${message}\n${hint}`));
      this.broken.set(configFile, { file: configFile, messages });
    }
    const configuredProjects = apis.map((described) => {
      const key = `${configFile ?? ""} ${described.files.name}`;
      const project =
        this.projects.get(key) ??
        this.projectOf(described, { configFile: configFile ?? "", name: described.files.name, turn: this.turn });
      this.projects.set(key, project);
      return project;
    });
    // Which files they have is known when they are read.
    for (const project of configuredProjects) await project.known();
    return configuredProjects;
  }

  /** A document that says of itself what it is. */
  private ownProject(file: string): Project | null {
    const text = this.texts.textOf(file) ?? "";
    const [, kind] =
      /^[\s{\uFEFF]*(?:#[^\n]*\s+|---\s+)*["']?(openapi|swagger|asyncapi)["']?\s*:/.exec(text) ??
      /^["']?(openapi|swagger|asyncapi)["']?\s*:/m.exec(text) ??
      [];
    if (kind === undefined) return null;
    const api = kind === "asyncapi" ? "asyncapi" : "openapi";
    const id = { configFile: null, file, kind: api, turn: this.turn } as const;
    const project = this.projects.get(file) ?? this.projectOf(ownApi(file, api), id);
    this.projects.set(file, project);
    return project;
  }

  private projectOf(described: DescribedApi, id: ApiId): Project {
    return new Project({ id, described, texts: this.texts, engine: this.engine });
  }
}
