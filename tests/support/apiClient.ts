import { createHash } from 'node:crypto';
import * as z from 'zod';
import { testPassword } from './testAccounts.ts';

const envelopeSchema = z.object({ code: z.number(), message: z.string(), data: z.unknown() });
export type Answer = z.infer<typeof envelopeSchema> & { readonly status: number };

const md5Hex = (text: string): string => createHash('md5').update(text).digest('hex');

/** A signed-in caller that knows no more than the specification's wire conventions. */
export class ApiClient {
  readonly url: string;
  readonly token: string;
  readonly userId: number;

  private constructor(url: string, token: string, userId: number) {
    this.url = url;
    this.token = token;
    this.userId = userId;
  }

  static async login(url: string, account: string, password = testPassword): Promise<ApiClient> {
    const answer = await call(url, 'POST', '/api/auth/login', { account, password: md5Hex(password) });
    const { token, userInfo } = z
      .object({ token: z.string(), userInfo: z.object({ id: z.number() }) })
      .parse(answer.data);
    return new ApiClient(url, token, userInfo.id);
  }

  get(path: string): Promise<Answer> {
    return call(this.url, 'GET', path, undefined, this.token);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return call(this.url, 'POST', path, body, this.token);
  }

  /** The push socket's first frame (specification, section 7). */
  get helloText(): string {
    return `${this.userId}@${md5Hex(this.token).slice(8, 24)}`;
  }
}

async function call(url: string, method: string, path: string, body: unknown, token?: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ...envelopeSchema.parse(await response.json()), status: response.status };
}
