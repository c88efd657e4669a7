import type { FastifyRequest } from 'fastify';

/** Returns the token of the request's Authorization header; undefined if it has none. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{16,200})$/i.exec(request.headers.authorization ?? '')?.[1];
