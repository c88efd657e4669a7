import type { Principal } from '../access/principal.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { Directory } from './directory.ts';
import { requireRecordInScope, type RecordScope } from './recordScope.ts';
import { NotFound } from './refusal.ts';
import type { ReadFile, UploadedFiles } from './uploads.ts';

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

/**
 * A picture of an alarm shows people in a car: only users who may see one of the records that show it may see the picture. Files of
 * records without a scope of their own, and those that no record shows yet, are open to anyone who knows their name.
 */
export function createRecordFiles({ store, directory, uploadedFiles, scopeOf }: RecordFilesParts): RecordFiles {
  async function sees(by: Principal, { viewedBy, table }: Guarded, id: number): Promise<boolean> {
    if (!by.permissions.has(viewedBy)) return false;
    try {
      await requireRecordInScope({ store, directory }, by, table, id);
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /** The names of the records that show the file; the scooter event that an alarm opened shows the alarm's picture too. */
  async function recordsOf(name: string): Promise<readonly string[]> {
    const uses = await store.reads.selectFrom('upload_uses').select('record').where('file_name', '=', name).execute();
    const alarmIds = uses.flatMap(({ record }) => (record.startsWith('alarm-') ? [Number(record.slice(6))] : []));
    const opened =
      alarmIds.length === 0
        ? []
        : await store.reads.selectFrom('exceptions').select('id').where('alarm_id', 'in', alarmIds).execute();
    return [...uses.map(({ record }) => record), ...opened.map(({ id }) => `exception-${id}`)];
  }

  /** Those of them with a scope of their own. */
  async function guardsOf(name: string): Promise<readonly { readonly guard: Guarded; readonly id: number }[]> {
    return (await recordsOf(name)).flatMap((record) => {
      const [, prefix, id] = /^([a-z]+)-(\d+)$/i.exec(record) ?? [];
      const scope = prefix === undefined ? undefined : scopeOf(prefix);
      return scope == null || scope.table === null
        ? []
        : [{ guard: { viewedBy: scope.viewedBy, table: scope.table }, id: Number(id) }];
    });
  }

  return {
    async read(name, by) {
      const guards = await guardsOf(name);
      const isPrivate = guards.length > 0;
      if (isPrivate) {
        if (by === undefined) return undefined;
        const seen = await Promise.all(guards.map(({ guard, id }) => sees(by, guard, id)));
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
