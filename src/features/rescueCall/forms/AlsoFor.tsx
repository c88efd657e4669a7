import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../../contract/time.ts';

interface AlsoForProps {
  /** Calls of the same community that this dispatcher has claimed and sent no one to. */
  rows: readonly RescueOrderRow[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
}

/** One team for several lifts of a community. */
export function AlsoFor({ rows, chosen, onChoose }: AlsoForProps) {
  if (rows.length === 0) return null;
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const isAll = rows.every(({ id }) => chosen.has(id));
  return (
    <fieldset className="rc-also">
      <legend className="ti-field__label">同时派往本小区已受理的 {rows.length} 台电梯</legend>
      <label>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChoose(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
        <b>全选</b>
      </label>
      {rows.map(({ id, addr, tag, created_at }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
          <span>
            {addr} · {tag}
          </span>
          <time>{toDisplayTime(created_at).slice(11)} 呼叫</time>
        </label>
      ))}
    </fieldset>
  );
}
