/** The month so many months later: `addMonthsTo('2026-11', 2)` is `2027-01`. */
export function addMonthsTo(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
