import * as z from 'zod';
import type { Access, Endpoint } from '../../src/contract/endpoint.ts';
import { permissionLabels } from '../../src/contract/permissions.ts';
import type { Route } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Json & { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

interface Operation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
}

interface Parameter extends Json {
  readonly name: string;
  readonly in: 'query';
  readonly required: boolean;
  readonly schema: Json;
}

/** OpenAPI 3.1, derived from the declared calls. */
export function openApiOf(routes: readonly Route[]): OpenApiDocument {
  const schemas: Record<string, Json> = {
    FieldErrors: {
      type: 'object',
      properties: {
        errors: {
          type: 'array',
          items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
        },
      },
    },
  };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { method, path, calls } of routes)
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(calls, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: '梯安 API',
      version: '1.5.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        '每个回答都是 {code, message, data}：code 为 0 表示成功。业务上的拒绝是 HTTP 200 与非零 code；401 未登录，403 无权限，404 不存在或无权查看，422 内容不正确（data.errors 指出字段）。',
    },
    // The calls are on the server that describes them, whatever its name.
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: '登录所得的 token' } },
    },
  };
}

/** OpenAPI knows one operation for a method and path: variants are described together, and their inputs and answers are alternatives. */
function operationOf(calls: Route['calls'], schemas: Record<string, Json>): Operation {
  const [{ name, endpoint }] = calls;
  const inputs = calls.map((call) => schemaOf(`${call.name}Input`, call.endpoint.input, schemas));
  const data = alternatives(
    'anyOf',
    calls.map((call) => schemaOf(`${call.name}Data`, call.endpoint.output, schemas)),
  );
  const needed = calls.map((call) => call.endpoint.permission);
  const isVariant = calls.length > 1;
  const envelope = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer', description: '0 为成功' }, message: { type: 'string' }, data },
  };
  return {
    operationId: name,
    summary: calls.map((call) => call.endpoint.summary).join('；'),
    tags: [endpoint.group],
    description: calls
      .map((call) => `${isVariant ? `${call.endpoint.summary}：` : ''}${needsText(call.endpoint.permission)}`)
      .join('\n'),
    'x-permission': isVariant ? needed : needed[0],
    ...(isVariant ? { 'x-variants': calls.map((call) => call.name) } : {}),
    ...(needed.includes('open') ? { security: [] } : { security: [{ session: [] }] }),
    ...(endpoint.method === 'GET'
      ? { parameters: sharedParameters(inputs.map((input) => parametersOf(input, schemas))) }
      : { requestBody: requestBodyOf(endpoint, alternatives('oneOf', inputs)) }),
    responses: {
      200: {
        description: '成功，或业务上的拒绝（code 不为 0）',
        content: { 'application/json': { schema: envelope } },
      },
      ...(needed.includes('open') ? {} : { 401: { description: '登录已过期或未登录' } }),
      ...(needed.every((needs) => needs === 'open' || needs === 'signedIn')
        ? {}
        : { 403: { description: '没有权限' } }),
      422: {
        description: '内容不正确',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                code: { type: 'integer' },
                message: { type: 'string' },
                data: { $ref: '#/components/schemas/FieldErrors' },
              },
            },
          },
        },
      },
    },
  };
}

function needsText(needs: Access): string {
  if (needs === 'open') return '无需登录。';
  return needs === 'signedIn' ? '需要登录。' : `需要权限：${permissionLabels[needs]}（${needs}）。`;
}

/** `anyOf` where a value may suit several of them; each schema is named once. */
function alternatives(keyword: 'oneOf' | 'anyOf', schemas: readonly Json[]): Json {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? (distinct[0] ?? {}) : { [keyword]: distinct };
}

/** The query parameters of all variants, each once: required where every variant requires it. */
function sharedParameters(ofVariants: readonly (readonly Parameter[])[]): readonly Parameter[] {
  const all = ofVariants.flat();
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const same = all.filter((one) => one.name === name);
    return {
      name,
      in: 'query',
      required: same.length === ofVariants.length && same.every(({ required }) => required),
      schema: alternatives(
        'anyOf',
        same.map(({ schema }) => schema),
      ),
    };
  });
}

function requestBodyOf(endpoint: Endpoint, input: Json): Json {
  if (endpoint.transport === 'upload') {
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
        },
      },
    };
  }
  return { required: endpoint.method !== 'DELETE', content: { 'application/json': { schema: input } } };
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a flat object as query parameters. */
function parametersOf(input: Json, schemas: Readonly<Record<string, Json>>): readonly Parameter[] {
  const ref = input['$ref'];
  const object = typeof ref === 'string' ? schemas[ref.replace('#/components/schemas/', '')] : input;
  const properties = isJson(object?.['properties']) ? object['properties'] : {};
  const required = Array.isArray(object?.['required']) ? object['required'] : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: isJson(schema) ? schema : {},
  }));
}

/** A schema as it travels (before defaults and transforms). Shared and recursive parts become components. */
function schemaOf(name: string, schema: z.ZodType, schemas: Record<string, Json>): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const rename = (ref: string) =>
    ref === '#' ? `#/components/schemas/${name}` : ref.replace('#/$defs/', `#/components/schemas/${name}_`);
  for (const [key, part] of Object.entries($defs ?? {})) schemas[`${name}_${key}`] = withRefs(part, rename);
  const renamed = withRefs(json, rename);
  if (!JSON.stringify(renamed).includes(`"#/components/schemas/${name}"`)) return renamed;
  schemas[name] = renamed;
  return { $ref: `#/components/schemas/${name}` };
}

/** A record with a member for each of certain keys: named one by one, because a required member must be described. */
function namingKeys(value: Json): Json {
  const { propertyNames, additionalProperties, required, properties } = value;
  if (!isJson(propertyNames) || !Array.isArray(required) || properties !== undefined) return value;
  const names = required.filter((name) => typeof name === 'string');
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, additionalProperties])),
    required,
  };
}

function withRefs(schema: object, rename: (ref: string) => string): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isJson(value)) return value;
    return Object.fromEntries(
      Object.entries(namingKeys(value)).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? rename(inner) : walk(inner),
      ]),
    );
  };
  const walked = walk(schema);
  return isJson(walked) ? walked : {};
}
