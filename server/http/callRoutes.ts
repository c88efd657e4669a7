import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointName } from '../../src/contract/endpoints/index.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { isEncrypted, requestedOrigin } from '../access/clientAddress.ts';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../runtime/clock.ts';
import { answer, answerFile, answerPrepared } from './answer.ts';
import { bearerOf } from './bearer.ts';
import { deniedMessage, HttpFailure, LoginExpired } from './failure.ts';
import { networkOf } from './handlers/wall.ts';
import { PreparedJson } from './preparedJson.ts';
import { chooseCall, isMultipart, receiveFile } from './readInput.ts';
import type { RequestAdmission } from './requestAdmission.ts';
import type { Route, RoutedCall } from './routes.ts';
import { SentFile } from './sentFile.ts';

/** JSON bodies; files have their own bound. */
export const bodyLimitBytes = 1_048_576;
const openBodyLimitBytes = 16_384;

interface Caller {
  readonly principal: Principal;
  readonly token: string;
}

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

export interface CallRouteParts {
  readonly app: FastifyInstance;
  readonly clock: Clock;
  readonly principalOf: (token: string) => Promise<Principal | undefined>;
  readonly whyEnded: (token: string) => string | undefined;
  readonly checkOutputs: boolean;
  readonly trustProxy: boolean;
  readonly uploadWithinMs: number;
  readonly admission: RequestAdmission;
  readonly addressOf: (request: FastifyRequest) => string;
}

/** Returns the function that serves the declared calls of one method and path: permission, budgets, input, handler, answer. */
export function createCallRoutes(parts: CallRouteParts): (route: Route) => void {
  const { app, clock, principalOf, whyEnded, checkOutputs, trustProxy, uploadWithinMs, admission, addressOf } = parts;
  const { admitWrite, bodies, uploads, strangersUploads } = admission;
  const callers = new WeakMap<FastifyRequest, Caller>();

  async function authenticate(request: FastifyRequest, { calls }: Route): Promise<void> {
    const token = bearerOf(request);
    const principal = token === undefined ? undefined : await principalOf(token);
    if (token === undefined || principal === undefined)
      throw new LoginExpired(token === undefined ? undefined : whyEnded(token));
    const refusals = calls.map((call) => refusalOf(principal, call));
    if (refusals[0] !== undefined && !refusals.includes(undefined)) throw refusals[0];
    callers.set(request, { principal, token });
  }

  return function register(route: Route): void {
    const { method, path, calls } = route;
    const isOpen = calls[0].endpoint.permission === 'open';
    const isUpload = calls[0].endpoint.transport === 'upload';
    const isMetered = ({ endpoint }: RoutedCall) => method !== 'GET' && endpoint.isUnmetered !== true;
    const areAllMetered = calls.every(isMetered);
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
        if (areAllMetered) admitWrite(caller.principal.userId);
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
        if (caller !== undefined && !areAllMetered && isMetered(call)) admitWrite(caller.principal.userId);
        const known = {
          ip: addressOf(request),
          agent: agentOf(request),
          file: isUpload
            ? await receiveFile(request, {
                clock,
                withinMs: uploadWithinMs,
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
  };
}

const agentOf = (request: FastifyRequest) => (request.headers['user-agent'] ?? '').slice(0, 300);

function checkOutput({ name, endpoint }: RoutedCall, output: unknown): void {
  const wire: unknown = JSON.parse(JSON.stringify(output));
  const parsed = endpoint.output.safeParse(wire);
  if (!parsed.success) throw new Error(`${name} answers what its schema refuses: ${parsed.error.message}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), wire))
    throw new Error(`${name} answers more than its schema says`);
}
