import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { openApiOf } from '../../server/http/openApi.ts';
import { routesOf } from '../../server/http/routes.ts';

// What a public linter of OpenAPI asks for by default, as far as the document has once failed it.

const document = openApiOf(
  routesOf(endpoints, Object.fromEntries(Object.keys(endpoints).map((name) => [name, async () => ({})]))),
);

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each object of the document, with its place. */
function* objectsOf(value: unknown, at: string): Generator<readonly [at: string, object: Json]> {
  if (isJson(value)) yield [at, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* objectsOf(inner, `${at}/${key}`);
}
const objects = [...objectsOf(document, '#')];
const failing = (isWrong: (object: Json) => boolean) =>
  objects.filter(([, object]) => isWrong(object)).map(([at]) => at);

test('the document says where its calls are, and under which licence', () => {
  expect(document.servers).toEqual([{ url: '/' }]);
  expect(document.info).toMatchObject({ license: { identifier: 'Apache-2.0' } });
});

const repeats = (list: unknown) =>
  Array.isArray(list) && new Set(list.map((one) => JSON.stringify(one))).size < list.length;

test('no alternative is named twice', () => {
  expect(objects.some(([, { anyOf }]) => Array.isArray(anyOf))).toBe(true);
  expect(failing(({ oneOf, anyOf }) => repeats(oneOf) || repeats(anyOf))).toEqual([]);
});

test('every required member is described', () => {
  expect(
    failing(
      ({ type, required, properties }) =>
        type === 'object' &&
        Array.isArray(required) &&
        required.some((name) => typeof name === 'string' && !(isJson(properties) && name in properties)),
    ),
  ).toEqual([]);
});

test('every reference leads somewhere, and every call has a name of its own', () => {
  const known = new Set(objects.map(([at]) => at));
  expect(failing(({ $ref }) => typeof $ref === 'string' && !known.has($ref))).toEqual([]);
  const names = Object.values(document.paths).flatMap((path) => Object.values(path).map((call) => call.operationId));
  expect(names.length).toBeGreaterThan(100);
  expect(new Set(names).size).toBe(names.length);
});
