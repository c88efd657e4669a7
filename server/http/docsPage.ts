import type { OpenApiDocument } from './openApi.ts';
import { escapeHtml } from './openPage.ts';

const json = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined;
const at = (value: unknown, ...keys: readonly string[]): unknown => keys.reduce(field, value);

const style = `
:root{color-scheme:dark}
body{margin:0 auto;max-width:1100px;padding:24px;background:#0b1120;color:#dbe4f0;font:14px/1.6 system-ui,"Noto Sans CJK SC",sans-serif}
h1{font-size:24px}
h2{margin-top:32px;font-size:18px;color:#7dd3c8}
a{color:#7dd3c8}
details{margin:6px 0;border:1px solid #24324a;border-radius:6px;background:#111a2c}
summary{cursor:pointer;padding:8px 12px}
summary:focus-visible{outline:2px solid #7dd3c8}
code{font-family:ui-monospace,monospace}
.m{display:inline-block;width:64px;font-weight:700}
.in{padding:0 12px 12px}
.note{color:#9fb0c8}
pre{overflow:auto;margin:4px 0;padding:10px;border-radius:4px;background:#070c17;font-size:12px}`;

/** The declared calls for people to read: one page without scripts. */
export function docsPageOf(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const sections = groups.map((group) => {
    const calls = operations
      .filter(({ operation }) => operation.tags.includes(group))
      .map(({ path, method, operation }) => {
        const parameters = operation['parameters'];
        const body = at(operation, 'requestBody', 'content');
        const data = at(operation, 'responses', '200', 'content', 'application/json', 'schema', 'properties', 'data');
        const query = Array.isArray(parameters) && parameters.length > 0 ? `<p>查询参数</p>${json(parameters)}` : '';
        const content = body === undefined ? '' : `<p>请求内容</p>${json(body)}`;
        return `<details id="${escapeHtml(operation.operationId)}">
<summary><span class="m">${method}</span> <code>${escapeHtml(path)}</code> — ${escapeHtml(operation.summary)}</summary>
<div class="in"><p class="note">${escapeHtml(operation.description)}</p>
${query}${content}<p>data</p>${json(data)}</div></details>`;
      });
    return `<h2>${escapeHtml(group)}</h2>${calls.join('\n')}`;
  });
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>梯安 API</title><style>${style}</style></head>
<body><h1>梯安 API</h1><p>${escapeHtml(document.info.description)}</p>
<p>机器可读：<a href="/api/openapi.json">/api/openapi.json</a>（OpenAPI 3.1）</p>
${sections.join('\n')}
<h2>schemas</h2><details><summary>共用的结构</summary><div class="in">${json(document.components.schemas)}</div></details></body></html>`;
}
