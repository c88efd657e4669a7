import { toDisplayTime } from '../../contract/time.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import type { AuditEntry } from './liftSources.ts';

/** The changes of a lift, each with its author, newest first. */
export function LiftChanges({ list, total }: { list: readonly AuditEntry[]; total: number }) {
  if (list.length === 0) return <EmptyState title="没有变更记录" hint="此后的每次变更都会记在这里。" />;
  return (
    <>
      <ol className="lift-changes">
        {list.map(({ id, at, actor_name: actor, action, changes }) => (
          <li key={id}>
            <div className="lift-changes__head">
              <time dateTime={at}>{toDisplayTime(at)}</time>
              <span>{actor}</span>
              <strong>{action}</strong>
            </div>
            {action === '修改' && (
              <ul>
                {changes.map(({ field, before, after }) => (
                  <li key={field}>
                    {field}：{before === '' ? '空' : before} → {after === '' ? '空' : after}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {total > list.length && <p className="lift-detail__quiet">更早的 {total - list.length} 条见审计日志。</p>}
    </>
  );
}
