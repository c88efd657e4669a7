import { Link } from 'react-router-dom';
import type { Observable } from 'rxjs';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import './unplanned.css';

/**
 * Over the list: how many lifts in use get no visit because their records lack something. Nothing where all are planned, and for users who
 * may not ask.
 */
export function UnplannedNotice({ unplanned$ }: { unplanned$: Observable<LoadState<number>> }) {
  const state = useObservable<LoadState<number>>(unplanned$, loading);
  if (state.kind === 'failed' && state.failure !== 'denied')
    return (
      <p className="ti-frame or-unplanned" role="status">
        <Icon name="exclamation-triangle" />
        暂时无法核对有无未排入计划的电梯：{state.message}。正在自动重试。
      </p>
    );
  if (state.kind !== 'ready' || state.value === 0) return null;
  return (
    <section className="ti-frame or-unplanned" aria-label="未排入计划">
      <Icon name="exclamation-triangle" />
      <span>
        未排入计划 <strong>{state.value.toLocaleString('en-US')}</strong> 台：登记资料不全，平台不会为它们排期和提醒。
      </span>
      <Link className="or-unplanned__more" to="?tab=unplanned">
        查看原因
      </Link>
    </section>
  );
}
