import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BackupError } from '../errors.ts';

const run = promisify(execFile);

/** Runs pg_dump or pg_restore against the database. The password travels in the environment, where other users do not see it. */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  databaseUrl: string | undefined,
  args: readonly string[],
): Promise<string> {
  try {
    const { stdout } = await run(tool, args, {
      env: { ...process.env, ...(databaseUrl === undefined ? {} : connectionEnvironment(databaseUrl)) },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new BackupError(
        `找不到 ${tool}。请安装 PostgreSQL 客户端工具（Debian：apt-get install postgresql-client），版本不低于数据库服务器，然后重试。`,
        error,
      );
    }
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new BackupError(`${tool} 失败：${detail}`, error);
  }
}

function connectionEnvironment(databaseUrl: string): Readonly<Record<string, string>> {
  const url = new URL(databaseUrl);
  const given = {
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
