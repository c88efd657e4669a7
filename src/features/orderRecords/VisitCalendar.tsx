import { useMemo, useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { OutputOf } from '../../contract/endpoint.ts';
import { visitCalendar, type CalendarDay } from '../../contract/endpoints/visitPlanning.ts';
import { screenNamed } from '../../contract/screens.ts';
import { dayOf } from '../../contract/time.ts';
import { visitKindLabels } from '../../contract/visits/visitKinds.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { monthGrid } from '../../ui/RangeCalendar/monthGrid.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { lightLabels, lightTones } from './visitLook.ts';
import { overviewQuery, OverviewFrame, listAddress } from './overviewFrame.tsx';
import { createVisitSources } from './visitSources.ts';

type Calendar = OutputOf<typeof visitCalendar>;
const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const;

function Day({ day, isToday, to }: { day: CalendarDay; isToday: boolean; to: string }) {
  const { light, open_num: open, done_num: done, kinds } = day;
  const words = kinds
    .map(({ kind, open_num: due, done_num: made }) => `${visitKindLabels[kind]} ${due + made} 单`)
    .join('，');
  return (
    <td data-today={isToday || undefined}>
      <Link
        to={to}
        data-tone={light === null ? undefined : lightTones[light]}
        aria-label={`${day.day}：${light === null ? '' : `${lightLabels[light]} `}未完成 ${open} 单，完成 ${done} 单${words === '' ? '' : `，${words}`}`}
      >
        <time dateTime={day.day}>{Number(day.day.slice(8))}</time>
        {open > 0 && light !== null && (
          <b>
            {lightLabels[light]} {open}
          </b>
        )}
        {done > 0 && <span>完成 {done}</span>}
        <small title={words}>
          {kinds.map(({ kind, open_num: due, done_num: made }) => (
            <span key={kind}>
              {visitKindLabels[kind].slice(0, 2)} {due + made}
            </span>
          ))}
        </small>
      </Link>
    </td>
  );
}

/** A month of visits: what is due and open on each day, and what was made on it; a day leads to its list. */
function VisitCalendar({ calendar, params }: { calendar: Calendar; params: URLSearchParams }) {
  const byDay = new Map(calendar.days.map((day) => [day.day, day]));
  const weeks = monthGrid(Date.parse(`${calendar.month}-01T00:00:00+08:00`));
  return (
    <table className="or-calendar" aria-label={`${calendar.month} 维保月历`}>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              周{weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((ms) => ms !== null)}>
            {week.map((ms, index) => {
              const day = ms === null ? undefined : byDay.get(dayOf(ms));
              return day === undefined ? (
                <td key={weekdays[index]} />
              ) : (
                <Day
                  key={day.day}
                  day={day}
                  isToday={day.day === calendar.today}
                  to={listAddress(params, { on: day.day })}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The tab 月历. */
export function createVisitCalendar(deps: FeatureDeps, readNowMs: () => number = Date.now): ComponentType {
  const sources = createVisitSources(deps);
  return function VisitCalendarPage() {
    const [params] = useSearchParams();
    const [thisMonth] = useState(() => dayOf(readNowMs()).slice(0, 7));
    const key = JSON.stringify(overviewQuery(params, thisMonth));
    const calendar$ = useMemo(() => {
      const query = overviewQuery(params, thisMonth);
      return sources.overview$(() => deps.call(visitCalendar, query, { quiet: true }));
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query alone decides what is loaded
    }, [key]);
    const calendar = useObservable<LoadState<Calendar>>(calendar$, loading);
    return (
      <OverviewFrame
        title={screenNamed('OrderRecords').title}
        thisMonth={thisMonth}
        deps={deps}
        problem={calendar.kind === 'ready' ? calendar.problem : null}
      >
        {calendar.kind === 'loading' && <p role="status">正在读取月历…</p>}
        {calendar.kind === 'failed' && <FailedRecord failed={calendar} noun="维保月历" />}
        {calendar.kind === 'ready' && <VisitCalendar calendar={calendar.value} params={params} />}
      </OverviewFrame>
    );
  };
}
