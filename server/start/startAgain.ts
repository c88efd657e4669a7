import type { Clock } from '../runtime/clock.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { StoreUnavailableError } from '../store/errors.ts';

const mostTries = 5;
const pauseMs = 1_000;

/**
 * Starts, and tries again where the database broke off meanwhile: it was reached before, so no setting is wrong. On a busy machine
 * PostgreSQL ends a session that stayed silent for too long. Throws the last error, and at once whatever else fails.
 */
export async function startAgain<Started>(
  { clock, onTrouble }: { readonly clock: Clock; readonly onTrouble: OnTrouble },
  start: () => Promise<Started>,
): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || tries === mostTries) throw error;
      onTrouble(`${explainBreak(error)}，重新启动服务（第 ${tries} 次）`, error);
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  }
}

const sessionEnds: Readonly<Record<string, string>> = {
  '57P05': '启动时 PostgreSQL 结束了一个过久没有动作的会话（这台机器可能过于繁忙）',
  '25P03': '启动时 PostgreSQL 结束了一个过久没有动作的事务（这台机器可能过于繁忙）',
  '57P01': '启动时 PostgreSQL 结束了本进程的会话（数据库正在停止，或被管理员结束）',
  '25006': '启动时数据库还是只读的备机，尚未切换为主机',
};

/** Returns what happened to the link during the start, in words. */
export function explainBreak({ cause }: StoreUnavailableError): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return sessionEnds[code] ?? '启动时与数据库的连接中断';
}
