/**
 * First parts of the paths that the server answers itself. Every other path belongs to the front end's router: the
 * server answers it with the front end's page, and the development page passes only these on.
 */
export const serverPaths = ['api', 'api-open', 'files', 'ws', 'q', 'verify'] as const;

/** Paths under the server's own, `/q` and `/q/…` but not `/quick`. */
export const serverPathPattern = (path: (typeof serverPaths)[number]): string => `^/${path}([/?]|$)`;

const patterns = serverPaths.map((path) => new RegExp(serverPathPattern(path)));

/** Is this path answered by the server itself, and by no page of the front end? */
export const isServerPath = (path: string): boolean => patterns.some((pattern) => pattern.test(path));
