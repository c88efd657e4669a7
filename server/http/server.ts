import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { clientAddress, isEncrypted, requestedHost } from '../access/clientAddress.ts';
import type { Principal } from '../access/principal.ts';
import type { RecordFiles } from '../domain/base/recordFiles.ts';
import type { Clock } from '../runtime/clock.ts';
import { answer } from './answer.ts';
import { bodyLimitBytes, createCallRoutes } from './callRoutes.ts';
import { codePageRoutes } from './codePage/codePageRoutes.ts';
import type { CodePages } from './codePage/codePages.ts';
import { createServer, type Tls } from './createServer.ts';
import { deviceSnapshotRoute, snapshotPath, type DeviceSnapshots } from './deviceSnapshot.ts';
import { toFailure, type Failure } from './failure.ts';
import { documentRoutes, fileRoute, healthRoute, otherPaths, pathOf } from './fixedRoutes.ts';
import type { HandlersOf } from './handlers.ts';
import { notifyReceiptRoute, type NotifyReceipts } from './notifyReceipt.ts';
import { isMultipart, readEmptyJsonAsNothing } from './readInput.ts';
import { createRequestAdmission, defaultLimits, type CallLimits } from './requestAdmission.ts';
import { routesOf } from './routes.ts';
import { securityHeaders, strictTransportSecurity } from './securityHeaders.ts';
import { verifyPageRoute, type VerifyPage } from './verifyPage/verifyPages.ts';
import type { WebAssets } from './webAssets.ts';

const fileLimitBytes = 5 * 1_048_576;

/** An unforeseen failure: the user saw only its id. */
export interface Fault {
  readonly id: string;
  readonly call: string;
  readonly error: unknown;
}

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

/** At a stop, calls in progress may end, but a request whose rest never comes does not hold it up. */
const requestEndsWithinMs = 2_000;

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
  const admission = createRequestAdmission(clock, limits, trustProxy);
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

  readEmptyJsonAsNothing(app);
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 10_000, fileSize: fileLimitBytes, parts: 11 },
  });
  app.addHook('onRequest', async (request, reply) => {
    admission.watchBody(request, reply);
    void reply.headers(securityHeaders(requestedHost(request.raw, trustProxy), pathOf(request.url)));
    if (isEncrypted(request.raw, trustProxy)) void reply.header('strict-transport-security', strictTransportSecurity);
  });
  app.setErrorHandler((error, request, reply) => answerFailure(request, reply, error));

  const routes = routesOf(endpoints, options.handlers);
  const register = createCallRoutes({
    app,
    clock,
    principalOf,
    whyEnded,
    checkOutputs,
    trustProxy,
    uploadWithinMs: limits.uploadWithinMs,
    admission,
    addressOf,
  });
  for (const route of routes) {
    methodsOfPath.set(route.path, [...(methodsOfPath.get(route.path) ?? []), route.method]);
    register(route);
  }

  healthRoute(app, { isReady, callProvenAgoMs, reportsSkipped });
  documentRoutes(app, routes);

  if (snapshots !== undefined) {
    methodsOfPath.set(snapshotPath, ['PUT']);
    await app.register(deviceSnapshotRoute({ clock, snapshots, addressOf, onFailure: answerFailure }));
  }

  if (receipts !== undefined)
    await app.register(notifyReceiptRoute({ clock, receipts, addressOf, onFailure: answerFailure }));

  if (files !== undefined) fileRoute(app, { files, principalOf, principalOfKey });

  if (codePages !== undefined)
    await app.register(codePageRoutes({ pages: codePages, addressOf, gate: admission.strangersUploads }));

  if (verifyPage !== undefined) await app.register(verifyPageRoute({ verifyPage, addressOf }));

  otherPaths(app, { methodsOfPath, webAssets, answerFailure });

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
      admission.close();
    },
  };
}

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;
