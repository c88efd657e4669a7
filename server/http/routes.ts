import type { Endpoint, Method } from '../../src/contract/endpoint.ts';
import type { FieldErrors } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import type { OpenRequest, SignedInRequest } from './handlers.ts';

export type AnyHandler = ((input: unknown, request: OpenRequest | SignedInRequest) => Promise<unknown>) & {
  /** Returns the problems of the call besides those of the fields that its schema refuses; `entered` is as it came. */
  readonly alsoWrong?: (entered: unknown, by: Principal) => Promise<FieldErrors['errors']>;
};

/** A declared call with the handler of its name. */
export interface RoutedCall {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

/** One method and path: a single call, or the variants of one in the order of their declaration. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly calls: readonly [RoutedCall, ...RoutedCall[]];
}

/**
 * `HandlersOf` pairs each handler with the endpoint of its name, whose schema parses what it is called with; a loop
 * over names cannot see that.
 */
const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function';

/**
 * The routes of the declared calls. Throws when a call has no handler or no permission, and when two share a method and path
 * but are no proper variants: each needs a name, a session (who calls is known before the body is read) and JSON or a query.
 */
export function routesOf(
  endpoints: Readonly<Record<string, Endpoint>>,
  handlers: Readonly<Record<string, unknown>>,
): readonly Route[] {
  const routes = new Map<string, Route>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { method, path } = endpoint;
    const handler = handlers[name];
    if (!isHandler(handler)) throw new Error(`endpoint ${name} (${method} ${path}) has no handler`);
    if (typeof endpoint.permission !== 'string')
      throw new Error(`endpoint ${name} (${method} ${path}) has no permission`);
    const call: RoutedCall = { name, endpoint, handler };
    const known = routes.get(`${method} ${path}`);
    routes.set(`${method} ${path}`, { method, path, calls: known === undefined ? [call] : [...known.calls, call] });
  }
  for (const route of routes.values()) requireProperVariants(route);
  return [...routes.values()];
}

function requireProperVariants({ method, path, calls }: Route): void {
  if (calls.length === 1) return;
  const names = new Set(calls.map(({ endpoint }) => endpoint.variant));
  if (names.has(undefined) || names.size < calls.length)
    throw new Error(
      `${method} ${path} is declared by ${calls.map(({ name }) => name).join(' and ')}: each needs a variant name of its own`,
    );
  const improper = calls.find(({ endpoint }) => endpoint.permission === 'open' || endpoint.transport === 'upload');
  if (improper !== undefined)
    throw new Error(`${improper.name}, a variant of ${method} ${path}, can be neither open nor an upload`);
}
