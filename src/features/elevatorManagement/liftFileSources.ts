import { merge, Subject, type Observable } from 'rxjs';
import type { Endpoint, OutputOf } from '../../contract/endpoint.ts';
import { liftFileDelete, liftFileList, liftFileSave } from '../../contract/endpoints/liftFile.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';

export type LiftFile = OutputOf<typeof liftFileList>['list'][number];

export interface LiftFileSources {
  readonly files$: Observable<LoadState<readonly LiftFile[]>>;
  /** Each rejects with a CallError; after it the list is read again. The server says what is wrong with a paper. */
  readonly save: (file: object) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
  /** One as it is now; null where it is gone. */
  readonly read: (id: number) => Promise<LiftFile | null>;
}

/** A lift has at most sixty. */
const all = { page_size: 100, sort: 'issued_on', order: 'desc' } as const;
const quiet = { quiet: true } as const;

/** The papers of a lift, the newest first, and what a person may do to them. */
export function watchLiftFiles({ call, live: { snapshotNeeded$ } }: FeatureDeps, elevatorId: number): LiftFileSources {
  const changed$ = new Subject<void>();
  const load = async () => (await call(liftFileList, { elevator_id: elevatorId, ...all }, quiet)).list;
  return {
    files$: watchLatest({ load, reload$: merge(snapshotNeeded$, changed$) }),
    save: async (file) => {
      await call<Endpoint>(liftFileSave, file, quiet);
      changed$.next();
    },
    remove: async (id) => {
      await call(liftFileDelete, { ids: [id] }, quiet);
      changed$.next();
    },
    read: async (id) => (await load()).find((file) => file.id === id) ?? null,
  };
}
