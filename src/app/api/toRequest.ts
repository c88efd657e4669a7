import type { Endpoint } from '../../contract/endpoint.ts';

type Members = ReadonlyArray<readonly [string, unknown]>;

const membersOf = (input: unknown): Members =>
  typeof input === 'object' && input !== null
    ? Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
    : [];

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const queryOf = (members: Members): string => {
  const query = new URLSearchParams();
  for (const [name, value] of members) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, asText(one));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

const formOf = (files: Members): FormData => {
  const form = new FormData();
  for (const [name, value] of files) if (value instanceof Blob) form.append(name, value);
  return form;
};

/** Query for GET and DELETE, JSON for POST and PUT, form data for the file of an upload (specification, section 7). */
export function toRequest(
  endpoint: Endpoint,
  input: unknown,
  token: string | null,
): { url: string; init: RequestInit } {
  const members = membersOf(input);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  const { method, path } = endpoint;
  if (endpoint.transport === 'upload') {
    const words = members.filter(([, value]) => !(value instanceof Blob));
    return { url: path + queryOf(words), init: { method, headers, body: formOf(members) } };
  }
  if (method === 'GET' || method === 'DELETE')
    return { url: path + queryOf(members), init: { method, headers, cache: 'no-store' } };
  return {
    url: path,
    init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(input ?? {}) },
  };
}
