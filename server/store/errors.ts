import { explainDiskError } from './diskError.ts';

/** Another process already has this data folder open. */
export class StoreLockedError extends Error {
  override readonly name = 'StoreLockedError';
  constructor(readonly dataDir: string) {
    super(`数据目录“${dataDir}”正被另一个梯安进程使用。请先停止那个进程，或用 DATA_DIR 指定另一个目录。`);
  }
}

/** A restore into this folder was cut short. */
export class RestoreUnfinishedError extends Error {
  override readonly name = 'RestoreUnfinishedError';
  constructor(readonly dataDir: string) {
    super(`数据目录“${dataDir}”中有一次未完成的恢复。请清空该目录，重新执行恢复。`);
  }
}

/** The disk refused a commit: nothing more is acknowledged, the process must stop and start again. */
export class StoreFailedError extends Error {
  override readonly name = 'StoreFailedError';
  constructor(cause: unknown) {
    super(`数据写入失败，服务已停止接受写入。${explainDiskError(cause) ?? '请检查磁盘空间和硬件，然后重新启动梯安。'}`, { cause });
  }
}

/** The data was last used by a newer program, whose changes to the schema this one does not know. */
export class StoreNewerError extends Error {
  override readonly name = 'StoreNewerError';
  constructor(cause: unknown) {
    super('数据由更新版本的梯安创建，本程序无法打开。请使用同一版本或更新的程序，或恢复升级之前的备份。', { cause });
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

/** A backup or restore that was not done; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The database refuses these very data, now and for ever (SQLSTATE class 22, text that is not well formed): only the request that carried them fails. */
export class UnkeepableDataError extends Error {
  override readonly name = 'UnkeepableDataError';
  constructor(cause: unknown) {
    super('数据中有无法保存的内容（如控制字符或不完整的文字），请修改后重试。', { cause });
  }
}
