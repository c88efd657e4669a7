import type * as z from 'zod';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The right that a call needs: `open`: anybody; `signedIn`: any session; otherwise the permission that the session must hold. */
export type Access = 'open' | 'signedIn' | Permission;

/**
 * One call of the API, declared once: the server validates with it, the client is typed by it, OpenAPI is generated from it.
 *
 * Calls may share a method and path as variants of it, each with its own permission, input, output and handler:
 * `GET /api/user/list` returns the people to choose from, or the accounts to manage. Each then has a `variant` name, and their
 * inputs exclude each other. The server takes the first in the order of declaration whose input fits and whose permission the caller holds.
 */
export interface Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Needs extends Access = Access,
> {
  readonly method: Method;
  readonly path: string;
  readonly permission: Needs;
  /** Query for GET, JSON body for POST and PUT, either for DELETE. */
  readonly input: Input;
  readonly output: Output;
  readonly group: string;
  readonly summary: string;
  /** Distinguishes the calls that share this method and path; absent when there is one only. */
  readonly variant?: string;
  /** `upload`: multipart form data, its other members in the query. `download`: a file instead of an envelope. */
  readonly transport?: 'upload' | 'download';
  /** The most bytes of an uploaded file; 5 MB where it is not said. */
  readonly mostFileBytes?: number;
  /** Members that are hashed and never kept (new passwords): the only texts of an input that need not be plain. */
  readonly hashed?: readonly string[];
  /**
   * Not counted among the writes that an account may make in a second: a rescue never waits, and a list that travels by
   * POST changes nothing.
   */
  readonly isUnmetered?: true;
}

export function defineEndpoint<Input extends z.ZodType, Output extends z.ZodType, Needs extends Access>(
  endpoint: Endpoint<Input, Output, Needs>,
): Endpoint<Input, Output, Needs> {
  return endpoint;
}

/** The input as a caller writes it (before defaults and coercion). */
export type InputOf<E> = E extends Endpoint<infer Input> ? z.input<Input> : never;
/** The input as a handler receives it. */
export type ParsedInputOf<E> = E extends Endpoint<infer Input> ? z.output<Input> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer Output> ? z.output<Output> : never;
