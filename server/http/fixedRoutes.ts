import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { isServerPath } from '../../src/contract/serverPaths.ts';
import { fileSessionOf } from '../access/fileCookie.ts';
import type { Principal } from '../access/principal.ts';
import type { RecordFiles } from '../domain/base/recordFiles.ts';
import { answer } from './answer.ts';
import { bearerOf } from './bearer.ts';
import { docsPageOf } from './docsPage.ts';
import { HttpFailure } from './failure.ts';
import { openApiOf } from './openApi.ts';
import type { Route } from './routes.ts';
import type { WebAssets } from './webAssets.ts';

export interface HealthParts {
  readonly isReady: () => boolean | Promise<boolean>;
  readonly callProvenAgoMs: () => number | null | undefined;
  readonly reportsSkipped: () => number | undefined;
}

/** Serves `/healthz`. */
export function healthRoute(app: FastifyInstance, { isReady, callProvenAgoMs, reportsSkipped }: HealthParts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async (request, reply) =>
      (await isReady())
        ? answer(request, reply, 200, {
            code: 0,
            message: '就绪',
            data: {
              ready: true,
              call_proven_ago_ms: callProvenAgoMs(),
              reports_skipped_last_minute: reportsSkipped(),
            },
          })
        : answer(request, reply, 503, { code: 503, message: '尚未就绪', data: { ready: false } }),
  });
}

/** Serves the description of the declared calls, as OpenAPI and as a page. */
export function documentRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  const document = openApiOf(routes);
  const documentText = JSON.stringify(document);
  const docsPage = docsPageOf(document);
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(documentText),
  );
  app.get('/api/docs', (_request, reply) => reply.header('content-type', 'text/html; charset=utf-8').send(docsPage));
}

export interface FileParts {
  readonly files: RecordFiles;
  readonly principalOf: (token: string) => Promise<Principal | undefined>;
  /** The user whose session has this name: the cookie for files carries it. */
  readonly principalOfKey: (key: string) => Promise<Principal | undefined>;
}

/** Serves `/files/<name>`. */
export function fileRoute(app: FastifyInstance, { files, principalOf, principalOfKey }: FileParts): void {
  /** By the bearer, or by the cookie that an `<img>` sends. */
  const viewerOf = (request: FastifyRequest): Promise<Principal | undefined> => {
    const token = bearerOf(request);
    if (token !== undefined) return principalOf(token);
    const key = fileSessionOf(request.headers.cookie ?? '');
    return key === undefined ? Promise.resolve(undefined) : principalOfKey(key);
  };
  app.get<{ Params: { name: string } }>('/files/:name', async (request, reply) => {
    const file = await files.read(request.params.name, await viewerOf(request));
    if (file === undefined) throw new HttpFailure(404, '文件不存在', refusalCodes.notFound);
    if (file.kind === 'damaged')
      throw new HttpFailure(410, '文件已损坏，无法显示，请重新上传或联系管理员', refusalCodes.notFound);
    return reply
      .headers({
        'content-type': file.mime,
        'content-disposition': `attachment; filename="${request.params.name}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        // Browsers ask for a private file again before long, because the right to see it may end.
        'cache-control': file.isPrivate ? 'private, max-age=300' : 'private, max-age=31536000, immutable',
      })
      .send(file.bytes);
  });
}

export interface NotFoundParts {
  readonly methodsOfPath: ReadonlyMap<string, readonly string[]>;
  readonly webAssets: WebAssets | undefined;
  readonly answerFailure: (request: FastifyRequest, reply: FastifyReply, error: unknown) => Promise<FastifyReply>;
}

/** Answers every other path: with the front end where it is one of its own, otherwise with the reason. */
export function otherPaths(app: FastifyInstance, { methodsOfPath, webAssets, answerFailure }: NotFoundParts): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url);
    const methods = methodsOfPath.get(path);
    if (methods !== undefined)
      return answerFailure(
        request,
        reply,
        new HttpFailure(405, '请求方法不受支持', 405, [], { allow: methods.join(', ') }),
      );
    if (webAssets !== undefined && (request.method === 'GET' || request.method === 'HEAD') && !isServerPath(path)) {
      const asked = {
        acceptEncoding: request.headers['accept-encoding'] ?? '',
        ifNoneMatch: request.headers['if-none-match'],
      };
      // A path of the front end's router has no file of its own; a missing file (its last part has a dot) is missing. `/join/<code>` is
      // answered by the page `/join`.
      const found =
        (await webAssets.find(path, asked)) ??
        (/\.[^/]*$/.test(path)
          ? undefined
          : ((await webAssets.find(`/${path.split('/')[1]}`, asked)) ?? (await webAssets.find('/index.html', asked))));
      if (found !== undefined)
        return reply
          .code(found.status)
          .headers(found.headers)
          .send(request.method === 'HEAD' ? undefined : found.body);
    }
    return answerFailure(
      request,
      reply,
      new HttpFailure(404, path.startsWith('/api') ? '接口不存在' : '页面或文件不存在', refusalCodes.notFound),
    );
  });
}

/** Returns the path of an address without its query; `/` for one that cannot be read. */
export function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return '/';
  }
}
