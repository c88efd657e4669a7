import { chinaOffsetMs } from '../../contract/time.ts';

export interface CountedHour {
  readonly at: string;
  readonly rescue: number;
  readonly alarm: number;
}

/** Today's curves as a line chart draws them. */
export interface TodayCurve {
  readonly labels: readonly string[];
  readonly nowIndex: number;
  readonly unit: string;
  readonly series: readonly {
    readonly name: string;
    readonly tone: 'normal' | 'critical';
    readonly isArea?: boolean;
    readonly values: readonly (number | null)[];
  }[];
}

const hoursADay = 24;

/** The hour of the city's day, 0–23. */
export const hourOf = (time: string | number): number =>
  new Date((typeof time === 'number' ? time : Date.parse(time)) + chinaOffsetMs).getUTCHours();

/** Today by the hour, `nowHour` being the hour that it is; hours that have not come are gaps, hours without any are zero. */
export function toTodayCurve(hours: readonly CountedHour[], nowHour: number): TodayCurve {
  const counted = new Map(hours.map((hour) => [hourOf(hour.at), hour]));
  const values = (pick: (hour: CountedHour) => number): (number | null)[] =>
    Array.from({ length: hoursADay }, (_, hour) => {
      const known = counted.get(hour);
      if (hour > nowHour) return null;
      return known === undefined ? 0 : pick(known);
    });
  return {
    labels: Array.from({ length: hoursADay }, (_, hour) => `${hour} 时`),
    nowIndex: nowHour,
    unit: '件',
    series: [
      { name: '报警', tone: 'normal', isArea: true, values: values(({ alarm }) => alarm) },
      { name: '困人救援', tone: 'critical', values: values(({ rescue }) => rescue) },
    ],
  };
}
