import type { Config } from './config.ts';
import { projections } from './projections/index.ts';
import { systemClock } from './runtime/clock.ts';
import { StartError, toldError } from './startError.ts';
import { backupStore, restoreStore } from './store/backup.ts';
import { StoreLockedError } from './store/errors.ts';
import type { EventStore } from './store/eventStore.ts';
import { openStore } from './store/open.ts';

async function withStore(config: Config, work: (store: EventStore) => Promise<void>): Promise<void> {
  const store = await openStore({
    databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, clock: systemClock, projections, onRebuild: (note, error) => console.log(note, ...(error === undefined ? [] : [toldError(error)])),
    onFatal: (error) => {
      console.error(toldError(error));
      process.exit(1);
    },
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

export async function rebuild(config: Config): Promise<void> {
  try {
    await withStore(config, async (store) => {
      const { events, durationMs } = await store.rebuild();
      console.log(`已从 ${events} 个事件重建全部列表，用时 ${(durationMs / 1_000).toFixed(1)} 秒`);
    });
  } catch (error) {
    if (error instanceof StoreLockedError) throw new StartError('梯安正在运行，内嵌数据库由它独占。请用 npm start -- --rebuild 重新启动它：列表会在服务的同时重建', { cause: error });
    throw error;
  }
}

export function verify(config: Config): Promise<void> {
  return withStore(config, async (store) => {
    const { events, brokenAtPosition } = await store.verify();
    if (brokenAtPosition !== undefined) throw new StartError(`哈希链在第 ${brokenAtPosition} 个事件处断裂：日志被改动或截断，请立即保全现场并与备份比对`);
    console.log(`${events} 个事件的哈希链完好`);
  });
}

export async function backup(config: Config, target: string | undefined): Promise<void> {
  if (target === undefined) throw new StartError('请指定备份目录：npm run backup -- <目录>');
  const manifest = await backupStore({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL, target, clock: systemClock });
  console.log(`备份完成并已校验：${target}（截至第 ${manifest.position} 个事件，${manifest.files.length} 个文件）`);
}

export async function restore(config: Config, source: string | undefined): Promise<void> {
  if (source === undefined) throw new StartError('请指定备份目录：npm run restore -- <备份目录>');
  const manifest = await restoreStore({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL, source });
  console.log(`已恢复到第 ${manifest.position} 个事件。下次启动时所有页面会重新取全量数据`);
}
