import { liftFileList } from '../../../src/contract/endpoints/liftFile.ts';
import { isStreamOf, parseStream, streamNumber } from '../../../src/contract/streamName.ts';
import type { Principal } from '../../access/principal.ts';
import { elevatorScopeCondition } from '../../access/scope.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Directory } from '../city/directory.ts';
import { liftFilePrefix } from './liftFile.ts';
import { requireRecordInScope, type RecordScope } from '../city/recordScope.ts';
import { NotFound } from '../refusal.ts';
import type { ReadFile, UploadedFiles } from '../records/uploads.ts';

export interface RecordFiles {
  /**
   * A file, if this person may see it; undefined, as for no file, if not. `isPrivate`: not everyone who knows its name may.
   */
  read(name: string, by: Principal | undefined): Promise<(ReadFile & { readonly isPrivate: boolean }) | undefined>;
}

export interface RecordFilesParts {
  readonly store: EventStore;
  readonly directory: Directory;
  readonly uploadedFiles: Pick<UploadedFiles, 'read'>;
  /** By the prefix of a lifecycle's streams, as files name the records that show them: `alarm-12`. */
  readonly scopeOf: (prefix: string) => RecordScope | null | undefined;
}

/** Resolves to true if this person may see a record that shows the file. */
type Guard = (by: Principal) => Promise<boolean>;

/**
 * A picture of an alarm shows people in a car: only users who may see one of the records that show it may see the picture. Likewise a paper
 * of a lift. A file that no record shows is seen only by the user who uploaded it; files of records without a scope of their own
 * are open to anyone who knows their name.
 */
export function createRecordFiles({ store, directory, uploadedFiles, scopeOf }: RecordFilesParts): RecordFiles {
  const seesRecord =
    ({ viewedBy, table }: Guarded, id: number): Guard =>
    async (by) => {
      if (!by.permissions.has(viewedBy)) return false;
      try {
        await requireRecordInScope({ store, directory }, by, table, id);
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    };

  const seesLiftOf =
    (liftFileId: number): Guard =>
    async (by) => {
      if (!by.permissions.has(liftFileList.permission)) return false;
      const found = await store.reads
        .selectFrom('lift_files as f')
        .innerJoin('elevators as e', 'e.id', 'f.elevator_id')
        .innerJoin('communities as c', 'c.id', 'e.community_id')
        .select('f.id')
        .where('f.id', '=', liftFileId)
        .where(() => elevatorScopeCondition(by.scope))
        .executeTakeFirst();
      return found !== undefined;
    };

  /** The names of the records that show the file; the scooter event that an alarm opened shows the alarm's picture too. */
  async function recordsOf(name: string): Promise<readonly string[]> {
    const uses = await store.reads.selectFrom('upload_uses').select('record').where('file_name', '=', name).execute();
    const alarmIds = uses.flatMap(({ record }) => (isStreamOf('alarm', record) ? [streamNumber(record)] : []));
    const opened =
      alarmIds.length === 0
        ? []
        : await store.reads.selectFrom('exceptions').select('id').where('alarm_id', 'in', alarmIds).execute();
    return [...uses.map(({ record }) => record), ...opened.map(({ id }) => `exception-${id}`)];
  }

  async function uploaderOf(name: string): Promise<readonly Guard[]> {
    const row = await store.reads
      .selectFrom('uploads')
      .select('uploaded_by')
      .where('file_name', '=', name)
      .executeTakeFirst();
    return row === undefined ? [] : [({ userId }) => Promise.resolve(row.uploaded_by === userId)];
  }

  /** One for each of the records with a scope of their own; none for a file that anyone may see. */
  async function guardsOf(name: string): Promise<readonly Guard[]> {
    const records = await recordsOf(name);
    if (records.length === 0) return uploaderOf(name);
    return records.flatMap((record) => {
      const id = streamNumber(record);
      if (isStreamOf(liftFilePrefix, record)) return [seesLiftOf(id)];
      const scope = scopeOf(parseStream(record)?.kind ?? '');
      return scope == null || scope.table === null
        ? []
        : [seesRecord({ viewedBy: scope.viewedBy, table: scope.table }, id)];
    });
  }

  return {
    async read(name, by) {
      const guards = await guardsOf(name);
      const isPrivate = guards.length > 0;
      if (isPrivate) {
        if (by === undefined) return undefined;
        const seen = await Promise.all(guards.map((sees) => sees(by)));
        if (!seen.includes(true)) return undefined;
      }
      const file = await uploadedFiles.read(name);
      return file === undefined ? undefined : { ...file, isPrivate };
    },
  };
}

interface Guarded {
  readonly viewedBy: RecordScope['viewedBy'];
  readonly table: NonNullable<RecordScope['table']>;
}
