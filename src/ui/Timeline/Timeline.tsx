import type { ReactNode } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import type { Tone } from '../StatusTag/StatusTag.tsx';
import { formatDateTime, toMs } from '../time/formatTime.ts';
import './Timeline.css';

export interface TimelineEntry {
  id: string | number;
  /** ISO 8601 or epoch ms. */
  at: string | number;
  /** The actor: a person, a rule, the device. */
  actor: string;
  actorIcon?: IconName;
  title: string;
  detail?: ReactNode;
  icon?: IconName;
  tone?: Tone;
}

interface TimelineProps {
  entries: readonly TimelineEntry[];
  emptyText?: string;
  label?: string;
}

/** Events, newest first, each with its actor and its time. Sorts its entries; at equal times the later entry is on top. */
export function Timeline({ entries, emptyText = '暂无记录', label = '时间线' }: TimelineProps) {
  if (entries.length === 0) return <p className="ti-timeline__empty">{emptyText}</p>;
  const newestFirst = entries.toReversed().toSorted((a, b) => (toMs(b.at) ?? 0) - (toMs(a.at) ?? 0));
  return (
    <ol className="ti-timeline" aria-label={label}>
      {newestFirst.map((entry) => {
        const atMs = toMs(entry.at);
        return (
          <li key={entry.id} className="ti-timeline__entry" data-tone={entry.tone ?? 'neutral'}>
            <span className="ti-timeline__mark">
              <Icon name={entry.icon ?? 'circle-fill'} />
            </span>
            <div className="ti-timeline__text">
              <p className="ti-timeline__title">{entry.title}</p>
              {entry.detail !== undefined && <div className="ti-timeline__detail">{entry.detail}</div>}
              <p className="ti-timeline__by">
                <span className="ti-timeline__actor">
                  {entry.actorIcon !== undefined && <Icon name={entry.actorIcon} />}
                  {entry.actor}
                </span>
                {atMs !== null && <time dateTime={new Date(atMs).toISOString()}>{formatDateTime(atMs)}</time>}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
