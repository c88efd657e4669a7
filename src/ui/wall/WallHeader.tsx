import type { ReactNode } from 'react';
import { formatClockTime, formatDate } from '../time/formatTime.ts';
import './WallHeader.css';

interface WallHeaderProps {
  title: string;
  /** Left of the title: whose wall it is, its scope. */
  place: ReactNode;
  /** Right: the age of the data; always. */
  age: ReactNode;
  nowMs: number;
  /** The wall shows the past: its clock recedes and is labelled as the current time. */
  isReplay?: boolean;
  /** Buttons: full screen, sound. */
  actions?: ReactNode;
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六'];
const utc8Ms = 8 * 3_600_000;

/** The wall's head: title, age of the data, the clock. */
export function WallHeader({ title, place, age, nowMs, isReplay = false, actions }: WallHeaderProps) {
  return (
    <div className="ti-wall-header">
      <div className="ti-wall-header__place">{place}</div>
      <h1>{title}</h1>
      <div className="ti-wall-header__end">
        {age}
        {actions}
        <p className="ti-wall-header__now" data-replay={isReplay || undefined}>
          <b>
            {isReplay && <small>现在</small>}
            {formatClockTime(nowMs)}
          </b>
          <span>
            {formatDate(nowMs)} 星期{weekdays[new Date(nowMs + utc8Ms).getUTCDay()]}
          </span>
        </p>
      </div>
    </div>
  );
}
