import { dutiesOf, onDutyAt, weekdayOf, weekdayWord, type Rota } from '../../contract/rules/rota.ts';
import { startOfDayMs } from '../../contract/time.ts';
import './ladders.css';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The number of colours in the style sheet; beyond it people share colours, and only their names differ. */
const tones = 6;
const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const clock = (ms: number): string =>
  `${String(Math.floor(ms / hourMs)).padStart(2, '0')}:${String(Math.floor(ms / 60_000) % 60).padStart(2, '0')}`;

interface WeekGridProps {
  rota: Rota;
  nameOf: (personId: number) => string;
  /** Shows the week that contains this moment, from Monday. */
  nowMs: number;
}

/** The week of a rota, one row per day: who is on duty when, and when no one is. */
export function WeekGrid({ rota, nameOf, nowMs }: WeekGridProps) {
  const today = startOfDayMs(nowMs);
  const monday = today - (weekdayOf(nowMs) - 1) * dayMs;
  const people = [...new Set([...rota.shifts, ...rota.overrides].flatMap(({ person_ids: ids }) => ids))];
  const toneOf = (ids: readonly number[]): number => people.indexOf(ids[0] ?? 0) % tones;
  const now = onDutyAt(rota, nowMs).map(nameOf).join('、');
  return (
    <div className="week-grid">
      <p className="week-grid__now">
        此刻值班：<b data-gap={now === '' || undefined}>{now === '' ? '无人' : now}</b>
      </p>
      <div className="week-grid__hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => {
        const fromMs = monday + day * dayMs;
        const word = weekdayWord(day + 1);
        return (
          <div key={day} className="week-grid__day" data-today={fromMs === today || undefined}>
            <span>{word}</span>
            <ul aria-label={word}>
              {dutiesOf(rota, { fromMs, toMs: fromMs + dayMs }).map((duty) => {
                const names = duty.personIds.map(nameOf).join('、');
                const words = `${clock(duty.fromMs - fromMs)}–${clock(duty.toMs - fromMs)} ${names === '' ? '无人' : names}`;
                return (
                  <li
                    key={duty.fromMs}
                    title={words}
                    aria-label={words}
                    data-tone={names === '' ? 'gap' : toneOf(duty.personIds)}
                    style={{ width: `${((duty.toMs - duty.fromMs) / dayMs) * 100}%` }}
                  >
                    {names === '' ? '无人' : names}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
