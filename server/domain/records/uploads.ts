import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { sysConfigDefaults } from '../../../src/contract/sysConfigDefaults.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import { Turnstile } from '../../runtime/turnstile.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { Refusal } from '../refusal.ts';
import { sha256InTurns } from './sha256InTurns.ts';
import { legacyRecord } from './uploadUses.ts';

export type ImageExtension = 'jpg' | 'png';
const mimes: Readonly<Record<ImageExtension, string>> = { jpg: 'image/jpeg', png: 'image/png' };
const nameShape = /^[\w-]{22}\.(jpg|png)$/;

/** One part is one write. A call for help waits for at most one of them, however many files come in. */
const partBytes = 128 * 1024;
export const bytesOfGigabyte = 1_073_741_824;
const defaultQuotaBytes = sysConfigDefaults.storage_limit_gb * bytesOfGigabyte;
const orphanAfterMs = 24 * 3_600_000;
/** Those of strangers are gone within a day, though the sweep comes every hour only. */
const strangersOrphanAfterMs = 22 * 3_600_000;
/** Of the quota, for strangers' files that no review has taken yet. */
const strangersShare = 1 / 8;
/** Files that one page of the public may send. */
const filesOfTicket = 3;
/** The most that one account may upload within 24 hours: the photos of a busy day many times over. */
const defaultQuotaOfAccount = { files: 200, bytes: 200 * 1_048_576 } as const;
const accountPeriodMs = 24 * 3_600_000;
/**
 * Beyond the quota of all files lies a reserve for those who have uploaded little within 24 hours, so that no one can keep the photo of
 * somebody else's rescue out.
 */
const reserveShare = 1 / 8;
const littleShare = 1 / 10;
/** Its upload ended with the process, or the connection. */
const unfinishedAfterMs = 3_600_000;
const mostSweptAtOnce = 200;

/** `damaged`: what is stored is not what was uploaded, or it is missing. */
export type ReadFile =
  { readonly kind: 'found'; readonly bytes: Buffer; readonly mime: string } | { readonly kind: 'damaged' };

/** Uploaded files: each under a name that cannot be guessed, which is all that is needed to read it. */
export interface UploadedFiles {
  /**
   * Stores the bytes durably under a new name; returns the name. Throws Refusal when all files together, or those of this account within
   * 24 hours, would exceed their quota.
   */
  keep(
    file: { readonly bytes: Uint8Array; readonly extension: ImageExtension },
    uploadedBy: number | null,
  ): Promise<string>;
  /**
   * The same of a stranger's file, which nobody sees until a review takes it. `ticket` names the page that it came from, empty without one:
   * a page sends three.
   */
  keepOfStranger(
    file: { readonly bytes: Uint8Array; readonly extension: ImageExtension },
    ticket: string,
  ): Promise<string>;
  /** Undefined when there is no file of that name. */
  read(name: string): Promise<ReadFile | undefined>;
  /** Removes files that no record has used for a day, and uploads that never ended. Returns how many. */
  sweep(): Promise<number>;
  /** Moves files that an older version wrote to disk into the store; a file that cannot be moved stays and is read from there. */
  takeIn(): Promise<void>;
  /** Ends a sweep or a move that is in progress after the file that it is at. */
  close(): void;
}

/** The room that all files together take, of their limit. */
export interface StorageUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

export interface UploadedFilesParts {
  readonly store: EventStore;
  readonly clock: Clock;
  /** The folder in which older versions kept their files. */
  readonly folder: string;
  readonly onTrouble: OnTrouble;
  /** The limit of all files together, as it is set just now. */
  readonly quotaBytes?: (() => number) | undefined;
  /** Gets the use that each new file leads to, or would have led to where there is no room for it. */
  readonly onUse?: ((use: StorageUse) => void) | undefined;
  /** The limit of one account within 24 hours. */
  readonly quotaOfAccount?: { readonly files: number; readonly bytes: number } | undefined;
}

const noFiles = { files: 0, bytes: 0 } as const;

/** Returns the uploads of an account since then, without removed ones. */
function* filesOfDay(
  queries: Queries,
  uploadedBy: number,
  sinceMs: number,
): TransactionSteps<{ readonly files: number; readonly bytes: number }> {
  const [own] = yield* run(
    queries
      .selectFrom('uploads')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('files'),
        fn.sum<number | string | null>('size_bytes').as('bytes'),
      ])
      .where('uploaded_by', '=', uploadedBy)
      .where('created_at_ms', '>', sinceMs),
  );
  return { files: Number(own?.files ?? 0), bytes: Number(own?.bytes ?? 0) };
}

const isExtension = (text: string | undefined): text is ImageExtension => text === 'jpg' || text === 'png';

/** Files in the store, in every backup; takes in what lies on disk and sweeps in the background. */
export function openUploadedFiles({
  store,
  clock,
  folder,
  onTrouble,
  quotaBytes = () => defaultQuotaBytes,
  onUse,
  quotaOfAccount = defaultQuotaOfAccount,
}: UploadedFilesParts): UploadedFiles {
  /** The parts of all uploads take turns, so that two never lie in front of a call for help. */
  const turns = new Turnstile(1);
  let isClosed = false;

  /** Refuses an upload beyond the room of strangers. Throws Refusal. */
  function* requireStrangersRoom(queries: Queries, size: number, ticket: string): TransactionSteps {
    const [waiting] = yield* run(
      queries
        .selectFrom('uploads as u')
        .leftJoin('upload_uses as s', 's.file_name', 'u.file_name')
        .select(({ fn }) => fn.sum<number | string | null>('u.size_bytes').as('bytes'))
        .where('u.ticket', 'is not', null)
        .where('s.record', 'is', null),
    );
    if (Number(waiting?.bytes ?? 0) + size > quotaBytes() * strangersShare)
      throw new Refusal('当前上传的照片较多，请稍后再传，或不附照片提交', refusalCodes.throttled);
    if (ticket === '') return;
    const own = yield* run(queries.selectFrom('uploads').select('id').where('ticket', '=', ticket));
    if (own.length >= filesOfTicket)
      throw new Refusal(`每次最多 ${filesOfTicket} 张照片`, refusalCodes.throttled, [
        { field: 'photos', message: `每次最多 ${filesOfTicket} 张照片` },
      ]);
  }

  /** Asked in the transaction that reserves the room. Throws Refusal. */
  function* requireRoom(
    queries: Queries,
    size: number,
    uploadedBy: number | null,
    ticket: string | null,
  ): TransactionSteps {
    if (ticket !== null) yield* requireStrangersRoom(queries, size, ticket);
    const own = uploadedBy === null ? noFiles : yield* filesOfDay(queries, uploadedBy, clock.nowMs() - accountPeriodMs);
    const { files, bytes } = quotaOfAccount;
    if (own.files + 1 > files || own.bytes + size > bytes)
      throw new Refusal(
        `您 24 小时内上传的图片已达上限（${files} 张或 ${Math.round(bytes / 1_048_576)} MB），请稍后再上传；未使用的图片一天后自动清除`,
        refusalCodes.throttled,
      );
    const isLittle = uploadedBy !== null && own.bytes + size <= bytes * littleShare;
    const [total] = yield* run(
      queries.selectFrom('uploads').select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('used')),
    );
    const use = { usedBytes: Number(total?.used ?? 0) + size, limitBytes: quotaBytes() };
    onUse?.(use);
    if (use.usedBytes > use.limitBytes * (isLittle ? 1 + reserveShare : 1))
      throw new Refusal('存储空间已满，请联系管理员清理', refusalCodes.refused);
  }

  /** The row comes first, so that simultaneous uploads count towards the quota. */
  async function reserve(row: {
    readonly file_name: string;
    readonly mime: string;
    readonly size_bytes: number;
    readonly sha256: string;
    readonly uploaded_by: number | null;
    readonly ticket: string | null;
  }): Promise<number> {
    const id = await store.nextId('upload');
    await store.write(function* (queries) {
      yield* requireRoom(queries, row.size_bytes, row.uploaded_by, row.ticket);
      yield* run(queries.insertInto('uploads').values({ ...row, id, created_at_ms: clock.nowMs(), is_complete: 0 }));
    });
    return id;
  }

  async function writeParts(id: number, bytes: Uint8Array): Promise<void> {
    for (let seq = 0; seq * partBytes < bytes.length; seq += 1) {
      const part = bytes.subarray(seq * partBytes, (seq + 1) * partBytes);
      await turns.pass(() =>
        store.write(function* (queries) {
          yield* run(
            queries
              .insertInto('upload_parts')
              .values({ upload_id: id, seq, bytes: part })
              .onConflict((conflict) => conflict.columns(['upload_id', 'seq']).doUpdateSet({ bytes: part })),
          );
        }),
      );
    }
  }

  /** `unlessUsed`: not if a record has begun to use it since it was found. Returns whether it was removed. */
  async function remove(id: number, fileName: string, unlessUsed = false): Promise<boolean> {
    const [last] = await store.rows
      .selectFrom('upload_parts')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .where('upload_id', '=', id)
      .execute();
    const hidden = await store.write(function* (queries) {
      const used = queries.selectFrom('upload_uses').select('file_name').where('file_name', '=', fileName);
      if (unlessUsed && (yield* run(used)).length > 0) return false;
      yield* run(queries.updateTable('uploads').set({ is_complete: 0 }).where('id', '=', id));
      return true;
    });
    if (!hidden) return false;
    for (let seq = last?.seq ?? -1; seq >= 0; seq -= 1)
      await turns.pass(() =>
        store.write(function* (queries) {
          yield* run(queries.deleteFrom('upload_parts').where('upload_id', '=', id).where('seq', '=', seq));
        }),
      );
    await rm(join(folder, fileName), { force: true });
    await store.write(function* (queries) {
      yield* run(queries.deleteFrom('uploads').where('id', '=', id));
    });
    return true;
  }

  /** Part by part, so that other work has its turn in between. Undefined when none is stored. */
  async function readParts(id: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for (;;) {
      const part = await store.reads
        .selectFrom('upload_parts')
        .select('bytes')
        .where('upload_id', '=', id)
        .where('seq', '=', parts.length)
        .executeTakeFirst();
      if (part === undefined) return parts.length === 0 ? undefined : Buffer.concat(parts);
      parts.push(Buffer.from(part.bytes));
    }
  }

  async function takeInOne(name: string, extension: ImageExtension): Promise<void> {
    const path = join(folder, name);
    const bytes = await readFile(path);
    const sha256 = await sha256InTurns(bytes);
    const known = await store.rows.selectFrom('uploads').selectAll().where('file_name', '=', name).executeTakeFirst();
    if (known !== undefined && known.sha256 !== sha256)
      throw new Error(`the file ${name} is not what was uploaded: its SHA-256 differs`);
    const row = {
      file_name: name,
      mime: mimes[extension],
      size_bytes: bytes.length,
      sha256,
      uploaded_by: null,
      ticket: null,
    };
    const id = known?.id ?? (await reserve(row));
    await writeParts(id, bytes);
    await store.write(function* (queries) {
      yield* run(queries.updateTable('uploads').set({ is_complete: 1 }).where('id', '=', id));
      // No older version wrote down which record uses a file, so it is kept.
      yield* run(
        queries
          .insertInto('upload_uses')
          .values({ file_name: name, record: legacyRecord })
          .onConflict((conflict) => conflict.doNothing()),
      );
    });
    await rm(path);
  }

  async function keep(
    { bytes, extension }: { readonly bytes: Uint8Array; readonly extension: ImageExtension },
    by: { readonly uploaded_by: number | null; readonly ticket: string | null },
  ): Promise<string> {
    const name = `${randomBytes(16).toString('base64url')}.${extension}`;
    const id = await reserve({
      file_name: name,
      mime: mimes[extension],
      size_bytes: bytes.length,
      sha256: await sha256InTurns(bytes),
      ...by,
    });
    try {
      await writeParts(id, bytes);
      await store.write(function* (queries) {
        yield* run(queries.updateTable('uploads').set({ is_complete: 1 }).where('id', '=', id));
      });
    } catch (error) {
      // Where even this fails, the sweep removes it.
      await remove(id, name).catch(() => undefined);
      throw error;
    }
    return name;
  }

  return {
    keep: (file, uploadedBy) => keep(file, { uploaded_by: uploadedBy, ticket: null }),
    keepOfStranger: (file, ticket) => keep(file, { uploaded_by: null, ticket }),

    async read(name) {
      const extension = nameShape.exec(name)?.[1];
      if (!isExtension(extension)) return undefined;
      const row = await store.reads
        .selectFrom('uploads')
        .select(['id', 'mime', 'sha256'])
        .where('file_name', '=', name)
        .where('is_complete', '=', 1)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const bytes = (await readParts(row.id)) ?? (await readFile(join(folder, name)).catch(() => undefined));
      if (bytes !== undefined && (await sha256InTurns(bytes)) === row.sha256)
        return { kind: 'found', bytes, mime: row.mime };
      onTrouble(`文件 ${name} 已损坏或缺失，请从备份恢复`, new Error('the stored bytes do not have their SHA-256'));
      return { kind: 'damaged' };
    },

    async sweep() {
      const nowMs = clock.nowMs();
      const unused = await store.reads
        .selectFrom('uploads as u')
        .select(['u.id', 'u.file_name', 'u.is_complete'])
        .where((u) =>
          u.or([
            u.and([u('u.is_complete', '=', 0), u('u.created_at_ms', '<', nowMs - unfinishedAfterMs)]),
            u.and([
              u.or([
                u('u.created_at_ms', '<', nowMs - orphanAfterMs),
                u.and([u('u.ticket', 'is not', null), u('u.created_at_ms', '<', nowMs - strangersOrphanAfterMs)]),
              ]),
              u.not(
                u.exists(
                  u.selectFrom('upload_uses as s').select('s.record').whereRef('s.file_name', '=', 'u.file_name'),
                ),
              ),
            ]),
          ]),
        )
        .limit(mostSweptAtOnce)
        .execute();
      let removed = 0;
      for (const { id, file_name: name, is_complete: isComplete } of unused) {
        if (isClosed) break;
        if (await remove(id, name, isComplete === 1)) removed += 1;
      }
      return removed;
    },

    async takeIn() {
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names.toSorted()) {
        if (isClosed) return;
        const extension = nameShape.exec(name)?.[1];
        if (!isExtension(extension)) continue;
        try {
          await takeInOne(name, extension);
        } catch (error) {
          onTrouble(`旧版本的文件 ${name} 没有移入数据库，仍从磁盘读取`, error);
        }
      }
    },

    close() {
      isClosed = true;
    },
  };
}
