import { explainDiskError } from './diskError.ts';

/** Another process already has this data folder open. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
  constructor(readonly dataDir: string) {
    super(`数据目录“${dataDir}”正被另一个梯安进程使用。请先停止那个进程，或用 DATA_DIR 指定另一个目录。`);
  }
}

/** A restore into this folder was interrupted. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';
  constructor(readonly dataDir: string) {
    super(`数据目录“${dataDir}”中有一次未完成的恢复。请清空该目录，重新执行恢复。`);
  }
}

/** The disk refused a commit: nothing more is acknowledged, and the process must restart. */
export class StoreFailedError extends Error {
  override readonly name = 'StoreFailedError';
  constructor(cause: unknown) {
    super(
      `数据写入失败，服务已停止接受写入。${explainDiskError(cause) ?? '请检查磁盘空间和硬件，然后重新启动梯安。'}`,
      { cause },
    );
  }
}

/** The data was last used by a newer program whose schema changes this one does not know. */
export class StoreNewerError extends Error {
  override readonly name = 'StoreNewerError';
  constructor(cause: unknown) {
    super('数据由更新版本的梯安创建，本程序无法打开。请使用同一版本或更新的程序，或恢复升级之前的备份。', { cause });
  }
}

/** The data was last used by a program from before version 1.5.0, whose schema changes are no longer here. */
export class StoreOlderError extends Error {
  override readonly name = 'StoreOlderError';
  constructor(cause: unknown) {
    super(
      '数据由 1.5.0 之前的梯安创建，本程序不能直接升级，数据未作改动。请先用 1.5.0 版启动一次，正常停止并备份后，再用本程序启动。',
      { cause },
    );
  }
}

/** The database cannot be reached at the moment; whether the request was written is unknown, so retry with the same message id. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  constructor(cause: unknown) {
    super('暂时无法连接数据库，请稍后重试。', { cause });
  }
}

/** The store was closed before the request was written. */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError';
  constructor() {
    super('服务正在停止，请稍后重试。');
  }
}

/** A backup or restore failed; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The reason why a log that lacks events is not that of a promoted standby (docs/decisions/0017), in words for an operator. */
const noFailOverTexts = {
  notPostgres: '',
  untold: '数据库没有报告它的系统标识或时间线，无法判断是否为主备切换。',
  otherCluster: '这是另一个 PostgreSQL 实例（系统标识不同），不是原数据库的备机。',
  notPromoted: '数据库没有经过主备切换（时间线未变），更像是装入了较早的备份或数据被删改。',
  olderTimeline: '数据库的时间线早于本机记录的时间线，更像是启动了切换之前的旧主机或旧备份。',
  tooOld: '数据库落后本机的记录一小时以上，更像是较早的备份。',
} as const;
export type NoFailOver = keyof typeof noFailOverTexts;

/** The log no longer contains what this machine saw at its end. */
export class LogRolledBackError extends Error {
  override readonly name = 'LogRolledBackError';
  constructor(
    readonly anchoredPosition: number,
    readonly headPosition: number,
    readonly reason: NoFailOver,
  ) {
    const found =
      headPosition < anchoredPosition ? `数据库中只剩 ${headPosition} 个` : '数据库中同一位置却是另一个事件';
    super(
      `事件日志被截断、改动或换成了另一份：本机曾记录到第 ${anchoredPosition} 个事件，${found}。${noFailOverTexts[reason]}请先保全现场并与备份比对，` +
        '再用 npm run restore -- <备份目录> 恢复到空的 DATA_DIR；若确是有意恢复到较早的时刻，请执行 node dist/server/main.js accept-log --by <姓名> --reason <原因>，然后重新启动。',
    );
  }
}

/** The log that this machine has seen was in a database of the other kind: a setting is missing, or was changed. */
export class OtherDatabaseError extends Error {
  override readonly name = 'OtherDatabaseError';
  constructor(anchoredKind: 'sqlite' | 'postgres', anchoredPosition: number) {
    const [before, now, advice] =
      anchoredKind === 'postgres'
        ? ['DATABASE_URL 指定的 PostgreSQL 数据库', 'DATA_DIR 中的内嵌数据库', '请设置原来的 DATABASE_URL']
        : ['DATA_DIR 中的内嵌数据库', 'DATABASE_URL 指定的 PostgreSQL 数据库', '请去掉 DATABASE_URL'];
    super(
      `本机此前使用的是 ${before}（记录到第 ${anchoredPosition} 个事件），现在用的却是 ${now}，其中没有这些事件。${advice}，再重新启动；` +
        '若确是有意更换，请执行 node dist/server/main.js accept-log --by <姓名> --reason <原因>，然后重新启动。',
    );
  }
}

/** The database file holds text that nobody can read: the driver would end the process. */
export class StoreDamagedError extends Error {
  override readonly name = 'StoreDamagedError';
  constructor(place: string) {
    super(
      `数据库文件已损坏：${place}的文字不是有效的 UTF-8。请保留原文件，并用 npm run restore -- <备份目录> 把最近的备份恢复到一个新的 DATA_DIR。`,
    );
  }
}

/**
 * The database will always refuse this data (SQLSTATE class 22, text that is not well formed): only the request that
 * carried them fails.
 */
export class UnkeepableDataError extends Error {
  override readonly name = 'UnkeepableDataError';
  constructor(cause: unknown) {
    super('数据中有无法保存的内容（如控制字符或不完整的文字），请修改后重试。', { cause });
  }
}

/** The store cannot be written at the moment, whatever the request: retry later. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || error instanceof StoreClosedError || error instanceof StoreFailedError;

/** Another process is active on this database. */
export class StoreInUseError extends Error {
  override readonly name = 'StoreInUseError';
  constructor() {
    super('另一个梯安进程正在使用 DATABASE_URL 指定的数据库。请先停止它，再执行此操作。');
  }
}

/** This process may no longer write: another has, or may have, taken over. It must exit; its supervisor restarts it as a standby. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor(reason: 'takenOver' | 'unconfirmed', cause?: unknown) {
    super(
      reason === 'takenOver'
        ? '另一个梯安进程已接替本进程，本进程停止。重新启动后将作为备用进程待命。'
        : '与数据库的联系中断，另一个梯安进程可能已经接替，本进程停止。重新启动后将等待数据库或作为备用进程待命。',
      { cause },
    );
  }
}

/** The database's log is not the one that this process wrote: it went back to an older state, as after a fail-over to a lagging standby. */
export class LogWentBackError extends Error {
  override readonly name = 'LogWentBackError';
  constructor(
    /** The last event that this process knew; its hash is null if it was missing. */
    readonly known: { readonly position: number; readonly hash: string | null },
    readonly position: number,
  ) {
    super(
      `数据库的事件日志退回了：本进程已写到第 ${known.position} 个事件，数据库中现为第 ${position} 个，或内容不同（多因切换到落后的数据库备机）。` +
        '本进程停止并重新启动。若是主备切换，重新启动后照常接警，并列出丢失的部分；请把数据库备机设为同步复制。',
    );
  }
}

/** Returns true if the error's message says all there is to know: the store is away, closing, no longer ours, or not what it was. */
export function isStoreTrouble(error: unknown): boolean {
  return [
    StoreUnavailableError,
    StoreClosedError,
    StoreFailedError,
    LeaseLostError,
    LogWentBackError,
    LogRolledBackError,
  ].some((kind) => error instanceof kind);
}
