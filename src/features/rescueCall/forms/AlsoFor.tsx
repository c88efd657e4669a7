import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import { isSameCommunity } from './dispatchSiblings.ts';
import { Spoken, SpokenLine } from '../../../ui/Spoken/Spoken.tsx';

interface AlsoForProps {
  /** The call whose form this is. */
  of: RescueOrderRow;
  /** The dispatcher's other calls that the step may be taken for, those of the same community first. */
  rows: readonly RescueOrderRow[];
  legend: string;
  chosen: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
}

/** Ids as a field of a form, so that its draft keeps them: separated by spaces. */
export const idsInText = (text: string | undefined): ReadonlySet<number> =>
  new Set((text ?? '').split(' ').filter(Boolean).map(Number));
export const textOfIds = (ids: Iterable<number>): string => [...ids].join(' ');

interface GroupProps {
  label: string;
  ids: readonly number[];
}

/** One step for several calls: of one community, or all. */
export function AlsoFor({ of, rows, legend, chosen, onChoose }: AlsoForProps) {
  if (rows.length === 0) return null;
  const near = rows.filter((row) => isSameCommunity(row, of)).map(({ id }) => id);
  const groups: readonly GroupProps[] = [
    ...(near.length > 0 && near.length < rows.length ? [{ label: `本小区 ${near.length} 起`, ids: near }] : []),
    { label: '全选', ids: rows.map(({ id }) => id) },
  ];
  const toggle = (ids: readonly number[]): void => {
    const isOn = ids.every((id) => chosen.has(id));
    const next = new Set(chosen);
    for (const id of ids) {
      if (isOn) next.delete(id);
      else next.add(id);
    }
    onChoose(next);
  };
  return (
    <fieldset className="rc-also">
      <legend className="ti-field__label">{legend}</legend>
      <div className="rc-also__groups">
        {groups.map(({ label, ids }) => (
          <label key={label}>
            <input type="checkbox" checked={ids.every((id) => chosen.has(id))} onChange={() => toggle(ids)} />
            <b>{label}</b>
          </label>
        ))}
      </div>
      {rows.map((row) => (
        <label key={row.id}>
          <input type="checkbox" checked={chosen.has(row.id)} onChange={() => toggle([row.id])} />
          <SpokenLine>
            <Spoken>{row.tag}</Spoken>
            <span>{isSameCommunity(row, of) ? row.addr : placeOf(row)}</span>
          </SpokenLine>
          <time>{toDisplayTime(row.created_at).slice(11)} 呼叫</time>
        </label>
      ))}
    </fieldset>
  );
}
