import { useSearchParams } from 'react-router-dom';
import type { Observable } from 'rxjs';
import type { VisitCounts } from '../../contract/entities/visit.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { counterIn, counterLabels, counterNames, counterTones } from './counters.ts';

/** By these the counters count as well; every other filter goes when one is chosen, so that the list has what was counted. */
const keptKeys: ReadonlySet<string> = new Set([
  'kind',
  'elevator_id',
  'elevator_id_name',
  'community_id',
  'community_id_name',
  'maintenance_id',
  'maintenance_id_name',
  'person_id',
  'person_id_name',
  'page_size',
]);

const toneOf = (name: keyof VisitCounts, count: number): string | undefined =>
  count > 0 ? Object.entries(counterTones).find(([counter]) => counter === name)?.[1] : undefined;

/** The numbers of visits by their standing; a press shows exactly those. */
export function Counters({ counts$ }: { counts$: Observable<VisitCounts | null> }) {
  const counts = useObservable(counts$, null);
  const [params, setParams] = useSearchParams();
  const chosen = counterIn(params);
  const choose = (name: keyof VisitCounts): void =>
    setParams((before) => {
      const next = new URLSearchParams([...before].filter(([key]) => keptKeys.has(key)));
      if (name !== chosen) next.set('counted', name);
      return next;
    });
  return (
    <div className="or-counters" role="group" aria-label="维保计数">
      {counterNames.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          data-tone={counts === null ? undefined : toneOf(name, counts[name])}
          onClick={() => choose(name)}
        >
          <span>{counterLabels[name]}</span>
          <b>{counts === null ? '—' : counts[name].toLocaleString('en-US')}</b>
        </button>
      ))}
    </div>
  );
}
