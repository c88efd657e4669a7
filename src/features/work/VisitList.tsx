import type { VisitDetail } from '../../contract/entities/visit.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { StatusTag, type Tone } from '../../ui/StatusTag/StatusTag.tsx';
import type { Queued } from './model/kept.ts';

const dayWords = (visit: VisitDetail): string => visit.planned_on ?? visit.due_on ?? '';
const headings = (day: string, today: string): string => (day === today ? `${day} 今天` : day);

function tagOf(visit: VisitDetail): readonly [label: string, tone: Tone] {
  if (visit.overdue && visit.stage !== 'submitted') return ['已超时', 'high'];
  if (visit.rejected_num > 0 && visit.stage === 'working') return ['已退回', 'high'];
  if (visit.stage === 'working') return [visit.stageLabel, 'info'];
  return [visit.stageLabel, visit.light === 'soon' && visit.stage !== 'submitted' ? 'medium' : 'neutral'];
}

interface VisitListProps {
  visits: readonly VisitDetail[];
  queue: readonly Queued[];
  today: string;
  label: string;
  onOpen: (id: number) => void;
}

/** Visits by day, and within a day by community. */
export function VisitList({ visits, queue, today, label, onOpen }: VisitListProps) {
  const groups = new Map<string, VisitDetail[]>();
  for (const visit of visits) {
    const key = `${dayWords(visit)} ${visit.community_name}`;
    groups.set(key, [...(groups.get(key) ?? []), visit]);
  }
  const sorted = [...groups].toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <section aria-label={label}>
      {sorted.map(([key, list]) => {
        const [first] = list;
        if (first === undefined) return null;
        return (
          <div key={key} className="work-group">
            <h2>
              {headings(dayWords(first), today)} · {first.community_name}
            </h2>
            <ul>
              {list.map((visit) => {
                const [word, tone] = tagOf(visit);
                const unsent = queue.filter(({ step }) => step.id === visit.id).length;
                return (
                  <li key={visit.id}>
                    <button type="button" className="work-row" onClick={() => onOpen(visit.id)}>
                      <span className="work-row__main">
                        <strong>{visit.tag}</strong>
                        <span>{visit.addr}</span>
                      </span>
                      <span className="work-row__side">
                        <span>{visit.kindLabel}</span>
                        <StatusTag label={word} tone={tone} />
                        {unsent > 0 && <small>未上传 {unsent}</small>}
                      </span>
                      <Icon name="angle-right" />
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
