// NestJS: a controller passes requests to the handler, so guards, interceptors, injection and the global prefix apply.
import "reflect-metadata";
import {
  All,
  type CanActivate,
  Controller,
  type DynamicModule,
  type ExecutionContext,
  Get,
  Header,
  Inject,
  Injectable,
  Module,
  Req,
  Res,
  UnauthorizedException,
  UseGuards,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { Request, Response } from "express";
import { createMatcher, createNodeHandler, type NodeHandler, routes } from "./generated/server/index.gen.ts";
import { createService, isAllowed, type ServiceOptions } from "./service.ts";
import type { Started, StartOptions } from "./start.ts";

const HANDLER = Symbol("the handler of the API");
const match = createMatcher(routes);

/** Rejects a request before Nest calls the controller. The handler rejects paths and methods that do not exist. */
@Injectable()
class CredentialsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const [path = "", query = ""] = request.url.slice("/api".length).split("?");
    const found = match(request.method, path);
    const header = (name: string): string | null => request.get(name) ?? null;
    if (found.kind !== "found" || isAllowed({ route: found.route, header, query })) return true;
    throw new UnauthorizedException({ error: "unauthorized" });
  }
}

@Controller()
class HealthController {
  @Get("health")
  health(): object {
    return { ok: true };
  }
}

@Controller()
@UseGuards(CredentialsGuard)
class ApiController {
  readonly #handler: NodeHandler;

  constructor(@Inject(HANDLER) handler: NodeHandler) {
    this.#handler = handler;
  }

  @All("*path")
  @Header("X-Served-By", "nest")
  serve(@Req() request: Request, @Res() response: Response): void {
    this.#handler(request, response);
  }
}

@Module({})
class AppModule {
  static with(options: ServiceOptions): DynamicModule {
    const handler = createNodeHandler({ ...createService(options), prefix: "/api" });
    return {
      module: AppModule,
      controllers: [HealthController, ApiController],
      providers: [{ provide: HANDLER, useValue: handler }],
    };
  }
}

export async function start({ port, ...options }: StartOptions): Promise<Started> {
  const app = await NestFactory.create(AppModule.with(options), { logger: ["error"] });
  app.setGlobalPrefix("api", { exclude: ["health"] });
  await app.listen(port, "127.0.0.1");
  return { url: await app.getUrl(), close: () => app.close() };
}
