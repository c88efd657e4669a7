import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { statsRescueCauses } from '../../contract/endpoints/stats.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { barOption, barTable, type BarChartData } from '../../ui/chart/barOption.ts';
import { Chart } from '../../ui/chart/Chart.tsx';
import { chartTheme } from '../../ui/chart/chartTheme.ts';
import { numberColumn, textColumn } from '../../ui/list/columns.tsx';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { dateRangeFilter } from '../../ui/list/filters.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { percentText } from '../../ui/percent/percentText.ts';
import { Figures } from './Figures.tsx';
import {
  causeBars,
  causeNameOf,
  detailedOf,
  detailNameOf,
  historyOf,
  rowKeyOf,
  type CauseCounts,
  type CauseRow,
  type TimeQuery,
} from './rescueCauses.ts';
import './reportStatistics.css';

/** Room for a bar and its name, px. */
const barPx = 30;

function CauseFigures({ counts }: { counts: CauseCounts | null }) {
  const { named, detailed } = counts === null ? { named: 0, detailed: 0 } : detailedOf(counts);
  const whenKnown = (text: string): string | null => (counts === null ? null : text);
  return (
    <Figures
      label="全部救援"
      figures={[
        {
          label: '救援',
          value: whenKnown((counts?.total ?? 0).toLocaleString('en-US')),
          unit: '起',
          hint: '误报除外，含未结束的',
        },
        { label: '已填原因', value: whenKnown(named.toLocaleString('en-US')), unit: '起' },
        { label: '已填具体原因', value: whenKnown(percentText(detailed, named)), hint: '占已填原因的救援' },
      ]}
    />
  );
}

function CauseChart({ counts }: { counts: CauseCounts }) {
  const drawn = useMemo(() => {
    const data: BarChartData = { name: '救援', unit: '起', bars: causeBars(counts) };
    return {
      words: data.bars.map(({ name, value }) => `${name} ${value} 起`).join('，'),
      option: barOption(chartTheme(), data),
      table: barTable(data),
      heightPx: data.bars.length * barPx,
    };
  }, [counts]);
  return (
    <Chart label={`各原因的救援：${drawn.words}`} option={drawn.option} table={drawn.table} height={drawn.heightPx} />
  );
}

/** Rescues by cause and its detail (`/report-statistics/rescue-causes`): a table, and beside it the most frequent as bars. */
export function RescueCausesPage({ deps, readNowMs = Date.now }: { deps: FeatureDeps; readNowMs?: () => number }) {
  const navigate = useNavigate();
  const [loaded$] = useState(() => new BehaviorSubject<CauseCounts | null>(null));
  const [screen] = useState(() => {
    /** The time of the rows that are shown. */
    let shownTime: TimeQuery = {};
    return defineListScreen<CauseRow & { readonly share: number }, TimeQuery>({
      name: 'RescueCauses',
      title: screenNamed('RescueCauses').title,
      load: async ({ from, to }, signal) => {
        const time = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        const counts = await deps.call(statsRescueCauses, time, { quiet: true, signal });
        shownTime = time;
        loaded$.next(counts);
        const list = counts.causes.map((row) => ({ ...row, share: row.num / Math.max(1, counts.total) }));
        return { list, current_page: 1, page_size: Math.max(1, list.length), total: list.length, max_page: 1 };
      },
      rowId: rowKeyOf,
      goToRow: (row) => {
        const search = historyOf(row, shownTime);
        if (search !== undefined) void navigate(`${screenNamed('RescueCallHistory').path}?${search}`);
      },
      filters: [dateRangeFilter({ from: 'from', to: 'to' }, '呼叫时间', { readNowMs })],
      columns: [
        { ...textColumn('cause_label', '原因', { width: 190 }), cell: causeNameOf, csv: causeNameOf },
        { ...textColumn('cause_detail_label', '具体原因', { width: 190 }), cell: detailNameOf, csv: detailNameOf },
        { ...numberColumn('num', '救援', { unit: '起', width: 90 }), csvHeader: '救援（起）' },
        {
          id: 'share',
          header: '占比',
          csvHeader: '占比（%）',
          width: 84,
          align: 'right',
          cell: ({ share }) => percentText(share, 1),
          csv: ({ share }) => Number((share * 100).toFixed(2)),
        },
        { ...numberColumn('trapped_num', '确有被困', { unit: '起', width: 104 }), csvHeader: '确有被困（起）' },
        { ...numberColumn('people_num', '被困人数', { unit: '人', width: 104 }), csvHeader: '被困人数（人）' },
      ],
      empty: { title: '没有救援', hint: '所选时间内没有救援，或都被判为误报。' },
    });
  });
  const counts = useObservable(loaded$, null);
  return (
    <ListScreen
      screen={screen}
      readNowMs={readNowMs}
      lead={<CauseFigures counts={counts} />}
      aside={
        <Panel title="最常见的原因" icon="chart-bar">
          {counts === null || causeBars(counts).length === 0 ? (
            <p className="rs-wait">{counts === null ? '等待数据…' : '没有可以比较的数据'}</p>
          ) : (
            <CauseChart counts={counts} />
          )}
        </Panel>
      }
    />
  );
}
