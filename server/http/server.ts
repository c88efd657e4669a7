import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { EndpointName } from '../../src/contract/endpoints/index.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { isServerPath } from '../../src/contract/serverPaths.ts';
import { Buckets } from '../access/buckets.ts';
import type { Principal } from '../access/principal.ts';
import { fileSessionOf } from '../access/fileCookie.ts';
import type { RecordFiles } from '../domain/base/recordFiles.ts';
import type { Clock } from '../runtime/clock.ts';
import { answer, answerFile, answerPrepared } from './answer.ts';
import { codePageRoutes } from './codePage/codePageRoutes.ts';
import type { CodePages } from './codePage/codePages.ts';
import { clientAddress, isEncrypted, requestedHost, requestedOrigin } from '../access/clientAddress.ts';
import { BodyBudget } from './bodyBudget.ts';
import { createServer, endWith, tooSlow, type Tls } from './createServer.ts';
import { deviceSnapshotRoute, snapshotPath, type DeviceSnapshots } from './deviceSnapshot.ts';
import { notifyReceiptRoute, type NotifyReceipts } from './notifyReceipt.ts';
import { docsPageOf } from './docsPage.ts';
import { deniedMessage, HttpFailure, LoginExpired, toFailure, type Failure } from './failure.ts';
import type { HandlersOf } from './handlers.ts';
import { networkOf } from './handlers/wall.ts';
import { openApiOf } from './openApi.ts';
import { verifyPageRoute, type VerifyPage } from './verifyPage/verifyPages.ts';
import { PreparedJson } from './preparedJson.ts';
import { SentFile } from './sentFile.ts';
import { chooseCall, isMultipart, readEmptyJsonAsNothing, receiveFile } from './readInput.ts';
import { routesOf, type Route, type RoutedCall } from './routes.ts';
import { securityHeaders, strictTransportSecurity } from './securityHeaders.ts';
import { defaultBodyLimits, SlowBodies, type BodyLimits } from './slowBodies.ts';
import { UploadGate, uploadsOfStrangers } from './uploadGate.ts';
import type { WebAssets } from './webAssets.ts';

/** JSON bodies; files have their own bound. */
const bodyLimitBytes = 1_048_576;
const openBodyLimitBytes = 16_384;
const fileLimitBytes = 5 * 1_048_576;

/** An unforeseen failure: the user saw only its id. */
export interface Fault {
  readonly id: string;
  readonly call: string;
  readonly error: unknown;
}

/** The limits of one account's calls. */
export interface CallLimits {
  /** Calls that change something, except those of a rescue. */
  readonly writesPerSecond: number;
  /** The longest that an upload may take, however well it moves. */
  readonly uploadWithinMs: number;
  readonly bodies: BodyLimits;
}
const defaultLimits: CallLimits = { writesPerSecond: 20, uploadWithinMs: 900_000, bodies: defaultBodyLimits };

export interface HttpServerOptions<Defs extends Readonly<Record<string, Endpoint>>> {
  readonly clock: Clock;
  readonly endpoints: Defs;
  readonly handlers: HandlersOf<Defs>;
  /** Resolves to the user who presents the token; undefined without a live session. */
  readonly principalOf: (token: string) => Promise<Principal | undefined>;
  /** Returns the reason for the end of the token's session, in Chinese, where it is known. */
  readonly whyEnded?: (token: string) => string | undefined;
  readonly isReady: () => boolean | Promise<boolean>;
  /** The time since a synthetic call last reached the log, ms; null if none has, undefined where none are made. */
  readonly callProvenAgoMs?: () => number | null | undefined;
  /** Reports that were skipped for newer ones in the last minute. */
  readonly reportsSkipped?: () => number | undefined;
  readonly onFault: (fault: Fault) => void;
  /** Checks answers against their schema, which may have no other members: for tests and development. */
  readonly checkOutputs?: boolean;
  readonly trustProxy?: boolean;
  /** With it the server speaks HTTPS only. */
  readonly tls?: Tls | undefined;
  /** The built front end; without it only the API is served. */
  readonly webAssets?: WebAssets | undefined;
  readonly files?: RecordFiles | undefined;
  /** The user whose session has this name: the cookie for files carries it. */
  readonly principalOfKey?: (key: string) => Promise<Principal | undefined>;
  /** Pictures that devices send after their events. */
  readonly snapshots?: DeviceSnapshots | undefined;
  /** Receipts that providers of notices report. */
  readonly receipts?: NotifyReceipts | undefined;
  /** The public pages behind the code in a car, at `/q/<code>`. */
  readonly codePages?: CodePages | undefined;
  /** The open page that confirms a printed record, at `/verify/<hash>`. */
  readonly verifyPage?: VerifyPage | undefined;
  readonly limits?: Partial<CallLimits>;
}

export interface HttpServer {
  /** For the push socket's upgrade. */
  readonly server: Server;
  /** Resolves when connections are accepted; port 0 takes a free one. Rejects when the port is in use. */
  listen(options: { readonly port: number; readonly host?: string }): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

interface Caller {
  readonly principal: Principal;
  readonly token: string;
}

/** At a stop, calls in progress may end, but a request whose rest never comes does not hold it up. */
const requestEndsWithinMs = 2_000;

/** Calls that a user whose password must be changed first can still make. */
const allowedBeforePasswordChange: ReadonlySet<string> = new Set<EndpointName>([
  'changeOwnPassword',
  'userDetail',
  'logout',
  'userMenuTree',
]);

/** Returns the reason why this person may not make this call; undefined when they may. */
function refusalOf(
  { permissions, mustChangePassword }: Principal,
  { name, endpoint: { permission } }: RoutedCall,
): HttpFailure | undefined {
  if (permission !== 'open' && permission !== 'signedIn' && !permissions.has(permission))
    return new HttpFailure(403, deniedMessage, refusalCodes.denied);
  return mustChangePassword && !allowedBeforePasswordChange.has(name)
    ? new HttpFailure(403, '您的密码需要更换，请先修改密码再继续', refusalCodes.denied)
    : undefined;
}

/**
 * The API of the declared endpoints, the health check, the documents and the front end on one port.
 * Throws when an endpoint has no handler or no permission, or shares its path without being a variant: what is not decided is not served.
 */
export async function createHttpServer<Defs extends Readonly<Record<string, Endpoint>>>(
  options: HttpServerOptions<Defs>,
): Promise<HttpServer> {
  const {
    clock,
    endpoints,
    principalOf,
    whyEnded = () => undefined,
    isReady,
    callProvenAgoMs = () => undefined,
    reportsSkipped = () => undefined,
    onFault,
    checkOutputs = false,
    trustProxy = false,
    tls,
    webAssets,
    files,
    principalOfKey = () => Promise.resolve(undefined),
    snapshots,
    receipts,
    codePages,
    verifyPage,
  } = options;
  const app = Fastify({
    serverFactory: (handler) => createServer(tls, handler),
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => {
      void answerFailure(request, reply, error);
    },
    return503OnClosing: false,
  });
  const limits = { ...defaultLimits, ...options.limits };
  const writes = new Buckets({ burst: limits.writesPerSecond, perHour: limits.writesPerSecond * 3_600 }, clock);
  const uploads = new UploadGate(clock);
  /** Of people without an account, who are told apart by their networks. */
  const strangersUploads = new UploadGate(clock, uploadsOfStrangers);
  const bodies = new BodyBudget(clock);
  const slowBodies = new SlowBodies(clock, limits.bodies);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const methodsOfPath = new Map<string, string[]>();

  const addressOf = (request: FastifyRequest) => clientAddress(request.raw, trustProxy);

  async function answerFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    const id = randomBytes(6).toString('hex');
    const failure: Failure = toFailure(error, id);
    if (failure.isFault === true) onFault({ id, call: `${request.method} ${request.url.split('?')[0] ?? ''}`, error });
    void reply.headers({ ...failure.headers });
    // The rest of a refused body is not read: the connection cannot be used again.
    if (failure.status === 413 || isMultipart(request)) void reply.header('connection', 'close');
    return answer(request, reply, failure.status, failure.envelope);
  }

  async function authenticate(request: FastifyRequest, { calls }: Route): Promise<void> {
    const token = bearerOf(request);
    const principal = token === undefined ? undefined : await principalOf(token);
    if (token === undefined || principal === undefined)
      throw new LoginExpired(token === undefined ? undefined : whyEnded(token));
    const refusals = calls.map((call) => refusalOf(principal, call));
    if (refusals[0] !== undefined && !refusals.includes(undefined)) throw refusals[0];
    callers.set(request, { principal, token });
  }

  /** Takes one of the caller's writes of this second. Throws HttpFailure 429 when none is left. */
  function admitWrite({ principal: { userId } }: Caller): void {
    if (!writes.tryTake(String(userId)))
      throw new HttpFailure(429, '操作过于频繁，请稍等一秒再试', refusalCodes.throttled, [], { 'retry-after': '1' });
  }

  /** Watches the speed of a body, of users and strangers alike, whether or not it will be read. */
  function watchBody({ raw }: FastifyRequest, reply: FastifyReply): void {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return;
    const { socket } = raw;
    const before = socket.bytesRead;
    const leave = slowBodies.watch({
      address: networkOf(clientAddress(raw, trustProxy)),
      received: () => socket.bytesRead - before,
      isComplete: () => raw.complete,
      refuse: () => {
        if (reply.raw.headersSent) socket.destroy();
        else endWith(socket, '408 Request Timeout', tooSlow);
      },
    });
    raw.once('close', leave);
  }

  function register(route: Route): void {
    const { method, path, calls } = route;
    const isOpen = calls[0].endpoint.permission === 'open';
    const isUpload = calls[0].endpoint.transport === 'upload';
    const isMetered = ({ endpoint }: RoutedCall) => method !== 'GET' && endpoint.isUnmetered !== true;
    const areAllMetered = calls.every(isMetered);
    methodsOfPath.set(path, [...(methodsOfPath.get(path) ?? []), method]);
    app.route({
      method,
      url: path,
      // Strangers send little: a code, a name and a hash.
      bodyLimit: isOpen ? openBodyLimitBytes : bodyLimitBytes,
      // Before reading the body: callers without permission send nothing further, and the others pay for the body first.
      onRequest: async (request, reply) => {
        if (!isOpen) await authenticate(request, route);
        if (request.headers['content-type'] !== undefined && method !== 'GET' && isUpload !== isMultipart(request)) {
          throw new HttpFailure(
            415,
            isUpload ? '请以 multipart/form-data 上传文件' : '不支持的内容类型，请以 JSON 提交',
          );
        }
        const caller = callers.get(request);
        if (caller === undefined) {
          if (!isUpload) return;
          const leave = strangersUploads.enter(networkOf(addressOf(request)));
          if (reply.raw.destroyed) leave();
          else reply.raw.once('close', leave);
          return;
        }
        if (areAllMetered) admitWrite(caller);
        if (!isUpload) {
          if (method !== 'GET')
            reply.raw.once('close', bodies.admit(caller.principal.userId, request.raw, bodyLimitBytes));
          return;
        }
        const leave = uploads.enter(caller.principal.userId);
        // A sender who hung up during the look-up of the session does not close a second time.
        if (reply.raw.destroyed) leave();
        else reply.raw.once('close', leave);
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        const { call, input } = await chooseCall(
          calls,
          (one) => (caller === undefined ? undefined : refusalOf(caller.principal, one)),
          request,
          caller?.principal,
        );
        // If the path has an unmetered variant, only the body tells which variant this is.
        if (caller !== undefined && !areAllMetered && isMetered(call)) admitWrite(caller);
        const known = {
          ip: addressOf(request),
          agent: agentOf(request),
          file: isUpload
            ? await receiveFile(request, {
                clock,
                withinMs: limits.uploadWithinMs,
                mostBytes: call.endpoint.mostFileBytes,
              })
            : undefined,
          cookie: request.headers.cookie ?? '',
          isEncrypted: isEncrypted(request.raw, trustProxy),
          origin: requestedOrigin(request.raw, trustProxy),
          setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
          clearCache: () => void reply.header('clear-site-data', '"cache"'),
        };
        const data = await call.handler(input, { ...known, ...caller });
        if (data instanceof SentFile) return answerFile(reply, data);
        if (checkOutputs) checkOutput(call, data instanceof PreparedJson ? data.data : data);
        if (data instanceof PreparedJson) return answerPrepared(request, reply, data);
        return answer(request, reply, 200, { code: 0, message: '成功', data });
      },
    });
  }

  readEmptyJsonAsNothing(app);
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 10_000, fileSize: fileLimitBytes, parts: 11 },
  });
  app.addHook('onRequest', async (request, reply) => {
    watchBody(request, reply);
    void reply.headers(securityHeaders(requestedHost(request.raw, trustProxy), pathOf(request.url)));
    if (isEncrypted(request.raw, trustProxy)) void reply.header('strict-transport-security', strictTransportSecurity);
  });
  app.setErrorHandler((error, request, reply) => answerFailure(request, reply, error));

  const routes = routesOf(endpoints, options.handlers);
  for (const route of routes) register(route);

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

  const document = openApiOf(routes);
  const documentText = JSON.stringify(document);
  const docsPage = docsPageOf(document);
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(documentText),
  );
  app.get('/api/docs', (_request, reply) => reply.header('content-type', 'text/html; charset=utf-8').send(docsPage));

  if (snapshots !== undefined) {
    methodsOfPath.set(snapshotPath, ['PUT']);
    await app.register(deviceSnapshotRoute({ clock, snapshots, addressOf, onFailure: answerFailure }));
  }

  if (receipts !== undefined)
    await app.register(notifyReceiptRoute({ clock, receipts, addressOf, onFailure: answerFailure }));

  if (files !== undefined) {
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

  if (codePages !== undefined)
    await app.register(codePageRoutes({ pages: codePages, addressOf, gate: strangersUploads }));

  if (verifyPage !== undefined) await app.register(verifyPageRoute({ verifyPage, addressOf }));

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

  await app.ready();
  return {
    server: app.server,
    async listen({ port, host = '0.0.0.0' }) {
      await app.listen({ port, host });
      const address = app.server.address();
      return { port: isAddress(address) ? address.port : port };
    },
    async close() {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), requestEndsWithinMs);
      await app.close();
      clearTimeout(cutOff);
      slowBodies.close();
    },
  };
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{16,200})$/i.exec(request.headers.authorization ?? '')?.[1];
const agentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 300);
const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function checkOutput({ name, endpoint }: RoutedCall, output: unknown): void {
  const wire: unknown = JSON.parse(JSON.stringify(output));
  const parsed = endpoint.output.safeParse(wire);
  if (!parsed.success) throw new Error(`${name} answers what its schema refuses: ${parsed.error.message}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), wire))
    throw new Error(`${name} answers more than its schema says`);
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return '/';
  }
}
