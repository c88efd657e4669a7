#!/usr/bin/env node
/**
 * `npm start`: builds what is not built or older than its sources, then runs the server as a child that is started again after a crash.
 * Other commands (`verify`, `--help`) run once, in this process.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = ['dist/web/index.html', 'dist/server/main.js', 'dist/server/superviseServer.js'];
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

/** Resolves with its exit code. A terminal sees the seconds go by, a log gets two lines. */
async function build() {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1_000);
  const isTerminal = process.stdout.isTTY;
  process.stdout.write(`正在构建页面与服务，约需一分钟 …${isTerminal ? '' : '\n'}`);
  const ticking = isTerminal
    ? setInterval(() => process.stdout.write(`\r正在构建页面与服务，约需一分钟 … ${seconds()} 秒`), 1_000)
    : undefined;
  const child = spawn('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  clearInterval(ticking);
  if (isTerminal) process.stdout.write('\n');
  if (status === 0) console.log(`构建完成，用时 ${seconds()} 秒`);
  return status;
}

const isFresh =
  built.every((path) => existsSync(path)) &&
  Math.min(...built.map((path) => statSync(path).mtimeMs)) >=
    Math.max(...sources.filter((path) => existsSync(path)).map(newestMs));
if (!isFresh) {
  const status = await build();
  if (status !== 0) {
    console.error('构建失败，请查看上面的错误。');
    process.exit(status);
  }
}

const server = new URL('../dist/server/main.js', import.meta.url);
const args = process.argv.slice(2);
const { isService, superviseServer } = await import(new URL('superviseServer.js', server).href);
if (isService(args)) superviseServer({ file: fileURLToPath(server), args });
else await import(server.href);
