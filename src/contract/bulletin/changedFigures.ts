import { bulletinSections, bulletinSectionTitles, type BulletinContent } from './bulletinContent.ts';
import { tablesOf, type BulletinTable } from './bulletinTables.ts';

/** A figure that a later correction of the records has changed. */
export interface ChangedFigure {
  readonly section: string;
  /** The row and the column: `东湖区 · 困人（起）`. */
  readonly figure: string;
  /** As it was frozen, and as it would be counted now; a dash where the row is in one of them only. */
  readonly was: string;
  readonly now: string;
}

const absent = '—';

/** Columns whose words stand for the row. */
const namesIn = ({ columns }: BulletinTable): number => (columns[1] === '具体原因' ? 2 : 1);

function changesOf(section: string, then: BulletinTable, now: BulletinTable): readonly ChangedFigure[] {
  const names = namesIn(then);
  const [before, after] = [then, now].map(({ rows }) => new Map(rows.map((row) => [row.key, row])));
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...keys].flatMap((key) => {
    const [was, is] = [before?.get(key), after?.get(key)];
    const name = (was ?? is)?.cells
      .slice(0, names)
      .map(({ text }) => text)
      .join(' · ');
    return then.columns.slice(names).flatMap((column, index) => {
      const [old, fresh] = [was?.cells[names + index]?.text ?? absent, is?.cells[names + index]?.text ?? absent];
      return old === fresh ? [] : [{ section, figure: `${name ?? ''} · ${column}`, was: old, now: fresh }];
    });
  });
}

/** Returns the figures in which a frozen bulletin differs from what the records say now, in the order of its sections. */
export const changedFigures = (frozen: BulletinContent, now: BulletinContent): readonly ChangedFigure[] =>
  bulletinSections.flatMap((section) => {
    const today = tablesOf(section, now);
    return tablesOf(section, frozen).flatMap((table, index) =>
      changesOf(bulletinSectionTitles[section], table, today[index] ?? { ...table, rows: [] }),
    );
  });
