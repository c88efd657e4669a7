import { randomUUID } from 'node:crypto';
import { chainEvents, chainStream } from '../src/contract/events/chain.ts';
import type { Config } from './start/config.ts';
import { projections } from './lifecycleEntries.ts';
import { requireDatabaseFile } from './start/requireSecrets.ts';
import { systemClock } from './runtime/clock.ts';
import { toDisplayTime } from '../src/contract/time.ts';
import { StartError } from './runtime/startError.ts';
import { toldError } from './start/startError.ts';
import type { LeaseRequest } from './store/postgres/leaseSession.ts';
import { backupStore, restoreStore, type BackupManifest } from './store/backup.ts';
import { StoreInUseError, StoreLockedError } from './store/errors.ts';
import type { EventStore } from './store/eventStore.ts';
import { checkAnchor } from './store/integrity/anchorCheck.ts';
import { anchorNow, readAnchor, writeAnchor } from './store/integrity/logAnchor.ts';
import { readCuts, type LogCut } from './store/integrity/logCuts.ts';
import { openStore } from './store/open.ts';
import { setEpoch } from './store/storeMeta.ts';
import { readVerifiedPlace, writeVerifiedPlace, type VerifiedPlace } from './store/integrity/verifiedPlace.ts';
import { walkChain, type AcknowledgedBreak, type ChainWalk } from './store/integrity/verifyChain.ts';
import type { OpenOptions } from './store/openOptions.ts';

/** The options of the commands about the log. */
export interface LogSwitches {
  readonly all?: boolean | undefined;
  readonly position?: string | undefined;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

async function withStore(
  config: Config,
  work: (store: EventStore) => Promise<void>,
  more: Partial<OpenOptions> = {},
): Promise<void> {
  requireDatabaseFile(config);
  const store = await openStore({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    clock: systemClock,
    projections,
    onRebuild: (note, error) => console.log(note, ...(error === undefined ? [] : [toldError(error)])),
    onFatal: (error) => {
      console.error(toldError(error));
      process.exit(1);
    },
    ...more,
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** No other process may use the store meanwhile. */
const alone: LeaseRequest = {
  whileTaken() {
    throw new StoreInUseError();
  },
  whileAway(error) {
    throw error;
  },
};

export async function rebuild(config: Config): Promise<void> {
  try {
    await withStore(config, rebuildAll, { readsWholeLog: true, lease: alone });
  } catch (error) {
    const isRunning = error instanceof StoreLockedError || error instanceof StoreInUseError;
    if (isRunning)
      throw new StartError(
        '梯安正在运行，数据库由它独占。请用 npm start -- --rebuild 重新启动它：列表会在服务的同时重建',
        { cause: error },
      );
    throw error;
  }
}

async function rebuildAll(store: EventStore): Promise<void> {
  const { events, durationMs } = await store.rebuild();
  console.log(`已从 ${events} 个事件重建全部列表，用时 ${(durationMs / 1_000).toFixed(1)} 秒`);
}

const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const knownBreak = ({ position, by, reason, atMs }: AcknowledgedBreak) =>
  `第 ${position} 个事件处有一处已知的断裂，${by}于 ${dateOf(atMs)} 确认：${reason}`;

const knownCut = ({ position, reason, confirmed }: LogCut) =>
  `第 ${position} 个事件标明一次主备切换：${reason}` +
  (confirmed === undefined ? '尚未有人确认' : `${confirmed.by}于 ${dateOf(confirmed.atMs)} 确认：${confirmed.note}`);

/** Returns a sentence about the events that this check read, and those for which it relies on earlier ones. */
function checkedText({ end, startedAfter }: ChainWalk, earlier: VerifiedPlace | undefined): string {
  if (startedAfter === 0)
    return end.position === 0
      ? '日志中还没有事件'
      : `校验了 ${end.position} 个事件（第 1–${end.position} 个，全部），哈希链完好`;
  const before =
    `第 1–${startedAfter} 个此前已校验` +
    (earlier?.atMs === undefined ? '，时间没有记录' : `，最近一次在 ${toDisplayTime(earlier.atMs)}`);
  const count = end.position - startedAfter;
  return count === 0
    ? `没有新的事件，本次只核对了最后一个（第 ${end.position} 个）：仍与上次相同。${before}，本次没有重读；加 --all 从头校验`
    : `校验了 ${count} 个事件（第 ${startedAfter + 1}–${end.position} 个），哈希链完好。${before}，本次没有重读；加 --all 从头校验`;
}

/** Continues where the last check ended; `all` starts from event zero. */
export function verify(config: Config, { all = false }: LogSwitches): Promise<void> {
  const { DATA_DIR: dataDir } = config;
  return withStore(
    config,
    async (store) => {
      const anchored = await checkAnchor(store, dataDir);
      if (anchored.kind === 'failedOver') {
        const { kept, lost } = anchored.loss;
        console.error(
          `数据库已切换到落后的备机：本机曾记录到第 ${lost.position} 个事件，备机只有到第 ${kept.position} 个。下次启动时会在日志中标明`,
        );
      }
      const earlier = all ? undefined : await readVerifiedPlace(dataDir);
      const walk = await walkChain(store.rows, earlier);
      const { end, broken, acknowledged } = walk;
      for (const known of acknowledged) console.log(knownBreak(known));
      for (const cut of await readCuts(store.rows)) console.log(knownCut(cut));
      if (broken !== undefined) {
        throw new StartError(
          `哈希链在第 ${broken.position} 个事件处断裂：日志被改动或截断，请立即保全现场并与备份比对。\n` +
            `查明原因后，可由负责人确认：node dist/server/main.js acknowledge-break --position ${broken.position} --by <姓名> --reason <原因>`,
        );
      }
      console.log(checkedText(walk, earlier));
      // A check that read nothing is not the latest one.
      if (end.position > walk.startedAfter || earlier === undefined)
        await writeVerifiedPlace(dataDir, { ...end, atMs: systemClock.nowMs() });
    },
    { readsWholeLog: true },
  );
}

/** Throws StartError, in words that name the switch. */
function readSwitches<Data>(
  schema: {
    safeParse(
      value: unknown,
    ): { success: true; data: Data } | { success: false; error: { issues: readonly { message: string }[] } };
  },
  value: unknown,
): Data {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StartError(parsed.error.issues.map(({ message }) => message).join('；'));
}

const commandLine = (by: string) => ({ kind: 'system', id: 'command-line', name: by }) as const;

/** A named person acknowledges the first break of the chain: from then on it is reported, and verification continues. */
export async function acknowledgeBreak(config: Config, { position: text, by, reason }: LogSwitches): Promise<void> {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 1)
    throw new StartError('请用 --position 写明断裂的位置（verify 会给出）');
  await withStore(
    config,
    async (store) => {
      const { broken } = await walkChain(store.rows);
      if (broken === undefined) throw new StartError('哈希链完好，没有需要确认的断裂');
      if (broken.position !== position)
        throw new StartError(`第一处未确认的断裂在第 ${broken.position} 个事件，不是第 ${position} 个`);
      const data = readSwitches(chainEvents['chain.breakAcknowledged'], { ...broken, by, reason });
      await store.append({
        stream: chainStream,
        expectedVersion: 'any',
        actor: commandLine(data.by),
        events: [{ type: 'chain.breakAcknowledged', data, atMs: systemClock.nowMs() }],
      });
      console.log(`已记录：${knownBreak({ ...data, atMs: systemClock.nowMs() })}`);
    },
    { readsWholeLog: true },
  );
}

/**
 * A named person confirms that the log rightly ends before what this machine has seen, because somebody restored it by hand: the
 * server starts again from then on. This also renews the epoch, so that no console continues from a position that now holds
 * another event.
 */
export function acceptLog(config: Config, { by, reason }: LogSwitches): Promise<void> {
  const { DATA_DIR: dataDir } = config;
  return withStore(config, async (store) => {
    const anchor = await readAnchor(dataDir);
    const isKept = await checkAnchor(store, dataDir).then(
      ({ kind }) => kind === 'kept',
      () => false,
    );
    if (anchor === undefined || isKept) throw new StartError('日志与本机的记录相符，无需确认');
    const { position, hash } = await anchorNow(store);
    const data = readSwitches(chainEvents['chain.rewindAccepted'], {
      anchored: { position: anchor.position, hash: anchor.hash },
      head: { position, hash },
      by,
      reason,
    });
    const epoch = randomUUID();
    await store.append({
      stream: chainStream,
      expectedVersion: 'any',
      actor: commandLine(data.by),
      events: [{ type: 'chain.rewindAccepted', data, atMs: systemClock.nowMs() }],
      effects: (queries) => setEpoch(queries, epoch),
    });
    await writeAnchor(dataDir, { ...(await anchorNow(store)), epoch });
    console.log(
      `已记录：${data.by}确认日志止于第 ${position} 个事件（本机曾记录到第 ${anchor.position} 个）。现在可以启动`,
    );
  });
}

function warnOfBroken({ brokenAtPosition, unreadableText }: BackupManifest): void {
  if (brokenAtPosition !== undefined)
    console.error(
      `警告：此备份中的事件日志在第 ${brokenAtPosition} 个事件处断裂，被改动或截断过。请立即保全现场并与更早的备份比对。`,
    );
  if (unreadableText !== undefined)
    console.error(
      `警告：此备份中的数据库已损坏，${unreadableText}的文字不是有效的 UTF-8，恢复后不能启动。请使用更早的备份。`,
    );
}

export async function backup(config: Config, target: string | undefined): Promise<void> {
  if (target === undefined) throw new StartError('请指定备份目录：npm run backup -- <目录>');
  const manifest = await backupStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    target,
    clock: systemClock,
  });
  console.log(`备份完成并已校验：${target}（截至第 ${manifest.position} 个事件，${manifest.files.length} 个文件）`);
  warnOfBroken(manifest);
}

export async function restore(config: Config, source: string | undefined): Promise<void> {
  if (source === undefined) throw new StartError('请指定备份目录：npm run restore -- <备份目录>');
  const manifest = await restoreStore({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL, source });
  console.log(`已恢复到第 ${manifest.position} 个事件。下次启动时所有页面会重新取全量数据`);
  warnOfBroken(manifest);
}
