import type { FastifyInstance, FastifyRequest } from 'fastify';
import { chineseIssue } from '../../src/contract/chineseIssue.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { refusalCodes, type FieldErrors } from '../../src/contract/envelope.ts';
import { findUnkeepable } from '../../src/contract/text.ts';
import type { Clock } from '../runtime/clock.ts';
import { HttpFailure } from './failure.ts';
import { toFieldErrors } from './fieldErrors.ts';
import type { ReceivedFile } from './handlers.ts';

/** Several calls have no input: an empty body is an empty object. */
export function readEmptyJsonAsNothing(app: FastifyInstance): void {
  // Fastify would take any text as a body; nothing of ours is text.
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

export const isMultipart = (request: FastifyRequest) => /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A call's input, checked by its schema. Throws HttpFailure 422 with the fields that are wrong. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const raw = rawInputOf(endpoint, request);
  const unkeepable = findUnkeepable(raw, endpoint.hashed);
  // Whatever the schema would accept: text that the database cannot store is refused here.
  if (unkeepable !== undefined) throw invalidInput([{ field: unkeepable.path.join('.').slice(0, 100), message: unkeepable.message }]);
  const parsed = endpoint.input.safeParse(raw, { error: chineseIssue });
  if (parsed.success) return parsed.data;
  throw invalidInput(toFieldErrors(parsed.error));
}

const invalidInput = (errors: FieldErrors['errors']) => new HttpFailure(422, errors[0]?.message ?? '内容不正确', refusalCodes.invalid, errors);

/** Where a call's input travels: query for GET, body for POST and PUT, both for DELETE. */
function rawInputOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.transport === 'upload') return {};
  if (endpoint.method === 'GET') return request.query;
  if (endpoint.method !== 'DELETE') return request.body ?? {};
  return request.body === undefined || request.body === null
    ? request.query
    : isObject(request.body) && isObject(request.query) ? { ...request.query, ...request.body } : request.body;
}

/** The one file of the form; other fields are passed over. Its bytes are bounded by the multipart limits. Throws HttpFailure 400 for a form that is cut short or broken. */
async function readFile(request: FastifyRequest): Promise<ReceivedFile | undefined> {
  let received: ReceivedFile | undefined;
  try {
    for await (const part of request.parts()) {
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
export async function receiveFile(request: FastifyRequest, { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number }): Promise<ReceivedFile | undefined> {
  if (!isMultipart(request)) return undefined;
  return new Promise((resolve, reject) => {
    const cancel = clock.after(withinMs, () => reject(new HttpFailure(408, '上传超时，请检查网络后重试')));
    readFile(request).then(resolve, reject).finally(cancel);
  });
}
