#!/usr/bin/env node
/**
 * `npm start`: builds what is not built or older than its sources, then runs the server as a child that is started again after a crash.
 * Other commands (`verify`, `--help`) run once, in this process.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isService, supervise } from './supervisor.mjs';

const built = ['dist/web/index.html', 'dist/server/main.js'];
const sources = [
  'src',
  'server',
  'public',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
];

function newestMs(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), 0);
}

const isFresh =
  built.every((path) => existsSync(path)) &&
  Math.min(...built.map((path) => statSync(path).mtimeMs)) >=
    Math.max(...sources.filter((path) => existsSync(path)).map(newestMs));
if (!isFresh) {
  console.log('正在构建 …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('构建失败，请查看上面的错误。');
    process.exit(status ?? 1);
  }
}

const server = new URL('../dist/server/main.js', import.meta.url);
const args = process.argv.slice(2);
if (isService(args)) supervise({ file: fileURLToPath(server), args });
else await import(server.href);
