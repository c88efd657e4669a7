import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.mp3': 'audio/mpeg',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.wasm', '.txt', '.webmanifest', '.ttf']);

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface Asset {
  readonly type: string;
  readonly etag: string;
  /** Files with a hash in their name never change. */
  readonly isImmutable: boolean;
  readonly plain: Buffer;
  readonly isCompressible: boolean;
  brotli?: Buffer;
  gzip?: Promise<Buffer>;
}

export interface AssetAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface WebAssets {
  /** `path`: decoded and absolute, as asked for; a page's own HTML needs no ending. Undefined when there is no such file. */
  find(
    path: string,
    asked: { readonly acceptEncoding: string; readonly ifNoneMatch: string | undefined },
  ): Promise<AssetAnswer | undefined>;
}

/**
 * The built front end in memory. A path is looked up, never joined to a folder, so nothing beside it can be reached.
 * Brotli is made once after the start; until then gzip is sent.
 */
export async function loadWebAssets(folder: string): Promise<WebAssets> {
  const assets = new Map<string, Asset>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).replaceAll('\\', '/').replace(/^\/?/, '/');
    const plain = await readFile(file);
    const extension = extname(entry.name);
    assets.set(path, {
      type: types[extension] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      isImmutable: path.startsWith('/assets/'),
      plain,
      isCompressible: compressible.has(extension) && plain.length > 500,
    });
  }
  void compressAll(assets);

  return {
    async find(path, { acceptEncoding, ifNoneMatch }) {
      const asset = assets.get(path === '/' ? '/index.html' : path) ?? assets.get(`${path}.html`);
      if (asset === undefined) return undefined;
      const headers = {
        'content-type': asset.type,
        'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: asset.etag,
        ...(asset.isCompressible ? { vary: 'accept-encoding' } : {}),
      };
      if (ifNoneMatch === asset.etag) return { status: 304, headers, body: undefined };
      if (!asset.isCompressible) return { status: 200, headers, body: asset.plain };
      if (asset.brotli !== undefined && /\bbr\b/.test(acceptEncoding))
        return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: asset.brotli };
      if (/\bgzip\b/.test(acceptEncoding)) {
        asset.gzip ??= toGzip(asset.plain, { level: 6 });
        return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: await asset.gzip };
      }
      return { status: 200, headers, body: asset.plain };
    },
  };
}

/** In sequence, the page's own files first, because the start needs the cores for other work. */
async function compressAll(assets: ReadonlyMap<string, Asset>): Promise<void> {
  for (const asset of assets.values()) {
    if (!asset.isCompressible) continue;
    asset.brotli = await toBrotli(asset.plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: asset.plain.length },
    });
  }
}
