const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The strength of a cell's colour, 0 to 4, relative to the busiest cell. */
const stepOf = (count: number, most: number): number => (count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4)));

/**
 * The times at which a rule would have fired, by hour of the week: `counts` has seven rows from Monday, of 24 hours each. Every cell shows
 * its number.
 */
export function WeekHeatMap({
  counts,
  what,
}: {
  counts: readonly (readonly number[])[];
  /** The noun for the counted events: 本应响起. */
  what: string;
}) {
  const most = Math.max(1, ...counts.flat());
  return (
    <table className="rule-heat">
      <caption>{what}（按星期与小时，次数）</caption>
      <thead>
        <tr>
          <td />
          {hours.map((hour) => (
            <th key={hour} scope="col">
              <span className={hour % 3 === 0 ? undefined : 'ti-visually-hidden'}>{hour}</span>
            </th>
          ))}
          <th scope="col">合计</th>
        </tr>
      </thead>
      <tbody>
        {weekdays.map((day, index) => {
          const row = counts[index] ?? [];
          return (
            <tr key={day}>
              <th scope="row">{day}</th>
              {hours.map((hour) => {
                const count = row[hour] ?? 0;
                return (
                  <td key={hour} data-step={stepOf(count, most)} title={`${day} ${hour}–${hour + 1} 时：${count} 次`}>
                    {count === 0 ? <span className="ti-visually-hidden">0</span> : count}
                  </td>
                );
              })}
              <td className="rule-heat__sum">{row.reduce((sum, count) => sum + count, 0)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
