import type { Observable } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import { elevatorProven, type ElevatorProven, type ProbeStatus } from '../../contract/endpoints/probe.ts';
import { elevatorRegister } from '../../contract/endpoints/liftRegister.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { watchChain } from '../../streams/calls/watchChain.ts';

export type LiftRecord = OutputOf<typeof elevatorRegister>['list'][number];
export type AuditEntry = OutputOf<typeof auditList>['list'][number];

/** The newest changes that a history shows at once. */
const shownChanges = 50;
const quiet = { quiet: true } as const;

export interface LiftSources {
  /** All that the register knows of a lift, with its companies' contacts. */
  readonly lift$: (id: number) => Observable<LoadState<LiftRecord>>;
  /** Emits when its way to us was last proven. */
  readonly proven$: (id: number) => Observable<LoadState<ElevatorProven>>;
  /** The platform's part of a call's way. */
  readonly chain$: Observable<LoadState<ProbeStatus>>;
  /** Its changes, newest first, and how many there are. */
  readonly changes$: (
    id: number,
  ) => Observable<LoadState<{ readonly list: readonly AuditEntry[]; readonly total: number }>>;
}

export function liftSources({ call }: Pick<FeatureDeps, 'call'>): LiftSources {
  return {
    lift$: (id) =>
      loadWithRetry(async () => {
        const { list } = await call(elevatorRegister, { id, show_more: true, page_size: 1 }, quiet);
        const [lift] = list;
        if (lift === undefined) throw new CallError('notFound', '电梯不存在，或您无权查看', 404);
        return lift;
      }),
    proven$: (id) => loadWithRetry(() => call(elevatorProven, { elevator_id: id }, quiet)),
    chain$: watchChain(call),
    changes$: (id) =>
      loadWithRetry(() =>
        call(auditList, { record: 'elevator', record_id: String(id), page_size: shownChanges }, quiet),
      ),
  };
}
