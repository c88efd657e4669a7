import type { FastifyInstance, FastifyRequest } from 'fastify';
import { chineseIssue } from '../../src/contract/chineseIssue.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { refusalCodes, type FieldErrors } from '../../src/contract/envelope.ts';
import { findUnkeepable } from '../../src/contract/text.ts';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../runtime/clock.ts';
import { HttpFailure } from './failure.ts';
import { toFieldErrors } from './fieldErrors.ts';
import type { ReceivedFile } from './handlers.ts';
import type { Route, RoutedCall } from './routes.ts';

/** Several calls have no input: an empty body is an empty object. */
export function readEmptyJsonAsNothing(app: FastifyInstance): void {
  // Fastify would accept any text as a body; none of our calls takes text.
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

export const isMultipart = (request: FastifyRequest) =>
  /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The call that a request makes, and its input as the call's schema returns it. */
export interface MadeCall {
  readonly call: RoutedCall;
  readonly input: unknown;
}

/**
 * The first of a route's calls that the input fits and that the caller may make. Throws the refusal of the first that
 * fits where the caller may make none such (`refusalOf` returns undefined for a permitted call), and HttpFailure 422
 * with the wrong fields where the input fits none, and with what else stands in the call's way.
 */
export async function chooseCall(
  calls: Route['calls'],
  refusalOf: (call: RoutedCall) => HttpFailure | undefined,
  request: FastifyRequest,
  by: Principal | undefined,
): Promise<MadeCall> {
  const raw = rawInputOf(calls[0].endpoint, request);
  let refusal: HttpFailure | undefined;
  let closest: (WrongInput & { readonly call: RoutedCall }) | undefined;
  for (const call of calls) {
    const read = readInput(call.endpoint, raw);
    const refused = refusalOf(call);
    if (read.errors === undefined && refused === undefined) return { call, input: read.input };
    if (read.errors === undefined) refusal ??= refused;
    else if (refused === undefined && (closest === undefined || isCloser(read, closest))) closest = { ...read, call };
  }
  if (refusal !== undefined) throw refusal;
  const { errors = [], isKeepable = false, call } = closest ?? {};
  const wrong = new Set(errors.map(({ field }) => field));
  const more = by === undefined || !isKeepable ? undefined : await call?.handler.alsoWrong?.(raw, by);
  throw invalidInput([...errors, ...(more ?? []).filter(({ field }) => !wrong.has(field))]);
}

interface WrongInput {
  readonly errors: FieldErrors['errors'];
  /** The number of fields whose value is not among those allowed: a variant is usually told by such a field, as `type: 3` is. */
  readonly wrongChoices: number;
  /** False of text that the database cannot be asked about. */
  readonly isKeepable: boolean;
}

/** Returns true if the first of two variants was more likely meant: its choices fit, and then the fewest fields are wrong. */
const isCloser = (one: WrongInput, other: WrongInput): boolean =>
  one.wrongChoices === other.wrongChoices
    ? one.errors.length < other.errors.length
    : one.wrongChoices < other.wrongChoices;

type ReadInput = { readonly input: unknown; readonly errors?: undefined } | WrongInput;

function readInput(endpoint: Endpoint, raw: unknown): ReadInput {
  const unkeepable = findUnkeepable(raw, endpoint.hashed);
  // Text that the database cannot keep stops here, whatever the schema allows.
  if (unkeepable !== undefined)
    return {
      errors: [{ field: unkeepable.path.join('.').slice(0, 100), message: unkeepable.message }],
      wrongChoices: 0,
      isKeepable: false,
    };
  const parsed = endpoint.input.safeParse(raw, { error: chineseIssue });
  if (parsed.success) return { input: parsed.data };
  return {
    errors: toFieldErrors(parsed.error),
    wrongChoices: parsed.error.issues.filter(({ code }) => code === 'invalid_value').length,
    isKeepable: true,
  };
}

const invalidInput = (errors: FieldErrors['errors']) =>
  new HttpFailure(422, errors[0]?.message ?? '内容不正确', refusalCodes.invalid, errors);

/** Returns the input of a call from where it travels: query for GET and beside a file, body for POST and PUT, both for DELETE. */
function rawInputOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.transport === 'upload' || endpoint.method === 'GET') return request.query;
  if (endpoint.method !== 'DELETE') return request.body ?? {};
  return request.body === undefined || request.body === null
    ? request.query
    : isObject(request.body) && isObject(request.query)
      ? { ...request.query, ...request.body }
      : request.body;
}

/**
 * The one file of the form; other fields are passed over. Its bytes are bounded by the multipart limits. Throws
 * HttpFailure 400 for a form that is cut short or broken.
 */
async function readFile(request: FastifyRequest, mostBytes: number | undefined): Promise<ReceivedFile | undefined> {
  let received: ReceivedFile | undefined;
  try {
    for await (const part of request.parts(mostBytes === undefined ? {} : { limits: { fileSize: mostBytes } })) {
      if (part.type !== 'file') continue;
      received = { name: part.filename, bytes: await part.toBuffer() };
    }
  } catch (error) {
    // The framework gives a status to what it refuses by its limits. Everything else is a form that cannot be read.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new HttpFailure(400, '上传的内容不完整或格式有误，请重新上传');
  }
  return received;
}

/** The file of an upload that arrives within `withinMs`. Throws HttpFailure 408 after that, 400 for a form that is cut short or broken. */
export async function receiveFile(
  request: FastifyRequest,
  {
    clock,
    withinMs,
    mostBytes,
  }: { readonly clock: Clock; readonly withinMs: number; readonly mostBytes?: number | undefined },
): Promise<ReceivedFile | undefined> {
  if (!isMultipart(request)) return undefined;
  return new Promise((resolve, reject) => {
    const cancel = clock.after(withinMs, () => reject(new HttpFailure(408, '上传超时，请检查网络后重试')));
    readFile(request, mostBytes).then(resolve, reject).finally(cancel);
  });
}
