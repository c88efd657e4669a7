import * as z from 'zod';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { permissionLabels } from '../../src/contract/permissions.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

interface Operation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** OpenAPI 3.1 of the declared calls: nothing in it is written twice. */
export function openApiOf(endpoints: Readonly<Record<string, Endpoint>>): OpenApiDocument {
  const schemas: Record<string, Json> = { FieldErrors: { type: 'object', properties: { errors: { type: 'array', items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } } } } } };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '梯安 API',
      version: '1.5.0',
      description: '每个回答都是 {code, message, data}：code 为 0 表示成功。业务上的拒绝是 HTTP 200 与非零 code；401 未登录，403 无权限，404 不存在或无权查看，422 内容不正确（data.errors 指出字段）。',
    },
    paths,
    components: { schemas, securitySchemes: { session: { type: 'http', scheme: 'bearer', description: '登录所得的 token' } } },
  };
}

function operationOf(name: string, endpoint: Endpoint, schemas: Record<string, Json>): Operation {
  const input = schemaOf(`${name}Input`, endpoint.input, schemas);
  const data = schemaOf(`${name}Data`, endpoint.output, schemas);
  const needs = endpoint.permission;
  const envelope = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer', description: '0 为成功' }, message: { type: 'string' }, data },
  };
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.group],
    description: needs === 'open' ? '无需登录。' : needs === 'signedIn' ? '需要登录。' : `需要权限：${permissionLabels[needs]}（${needs}）。`,
    'x-permission': needs,
    ...(needs === 'open' ? { security: [] } : { security: [{ session: [] }] }),
    ...(endpoint.method === 'GET' ? { parameters: parametersOf(input, schemas) } : {}),
    ...(endpoint.method === 'GET' ? {} : { requestBody: requestBodyOf(endpoint, input) }),
    responses: {
      200: { description: '成功，或业务上的拒绝（code 不为 0）', content: { 'application/json': { schema: envelope } } },
      ...(needs === 'open' ? {} : { 401: { description: '登录已过期或未登录' } }),
      ...(needs === 'open' || needs === 'signedIn' ? {} : { 403: { description: '没有权限' } }),
      422: { description: '内容不正确', content: { 'application/json': { schema: { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' }, data: { $ref: '#/components/schemas/FieldErrors' } } } } } },
    },
  };
}

function requestBodyOf(endpoint: Endpoint, input: Json): Json {
  if (endpoint.transport === 'upload') {
    return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } } } };
  }
  return { required: endpoint.method !== 'DELETE', content: { 'application/json': { schema: input } } };
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a flat object as query parameters. */
function parametersOf(input: Json, schemas: Readonly<Record<string, Json>>): readonly Json[] {
  const ref = input['$ref'];
  const object = typeof ref === 'string' ? schemas[ref.replace('#/components/schemas/', '')] : input;
  const properties = isJson(object?.['properties']) ? object['properties'] : {};
  const required = Array.isArray(object?.['required']) ? object['required'] : [];
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

/** A schema as it travels (before defaults and transforms). Shared and recursive parts become components. */
function schemaOf(name: string, schema: z.ZodType, schemas: Record<string, Json>): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const rename = (ref: string) => (ref === '#' ? `#/components/schemas/${name}` : ref.replace('#/$defs/', `#/components/schemas/${name}_`));
  for (const [key, part] of Object.entries($defs ?? {})) schemas[`${name}_${key}`] = withRefs(part, rename);
  const renamed = withRefs(json, rename);
  if (!JSON.stringify(renamed).includes(`"#/components/schemas/${name}"`)) return renamed;
  schemas[name] = renamed;
  return { $ref: `#/components/schemas/${name}` };
}

function withRefs(schema: object, rename: (ref: string) => string): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isJson(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === '$ref' && typeof inner === 'string' ? rename(inner) : walk(inner)]));
  };
  const walked = walk(schema);
  return isJson(walked) ? walked : {};
}
