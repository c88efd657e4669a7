import { useState } from 'react';
import { regionTree } from '../../contract/endpoints/region.ts';
import { siteTypeOptions } from '../../contract/entities/community.ts';
import { ageBandLabels, ageBands, type StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { addDays, dayOf, dayStartMs } from '../../contract/time.ts';
import { regionSearch } from '../../parts/place/regionSearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { DateTimeRange } from '../../ui/form/DateTimeRange.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { lookupFilter, selectFilter } from '../../ui/list/filters.tsx';
import type { Filter, FilterControl } from '../../ui/list/listTypes.ts';
import { Select } from '../../ui/Select/Select.tsx';
import {
  describePeriod,
  keyOfDay,
  keyOfDays,
  periodBeside,
  periodKindLabels,
  periodKinds,
  readPeriod,
  thisMonth,
  type PeriodKind,
} from './periods.ts';
import { keys } from './statisticsAddress.ts';

const kindOptions = periodKinds.map((value) => ({ value, label: periodKindLabels[value] }));

function PeriodChoice({ params, setParams, readNowMs }: FilterControl & { readNowMs: () => number }) {
  const today = dayOf(readNowMs());
  const { period } = readPeriod(params.get(keys.period), today);
  // A free period that is a month stays a month in the address; the person who chose days still sees days.
  const [wantsDays, setWantsDays] = useState(false);
  const kind: PeriodKind = wantsDays ? 'free' : period.kind;
  const go = (key: string): void => setParams({ [keys.period]: key === thisMonth(today).key ? null : key });
  const before = periodBeside(period, -1, today);
  const after = periodBeside(period, 1, today);
  return (
    <div className="st-period">
      <Select<PeriodKind>
        label="统计期"
        value={kind}
        options={kindOptions}
        onChange={(chosen) => {
          if (chosen === null) return;
          setWantsDays(chosen === 'free');
          if (chosen !== 'free') go(keyOfDay(chosen, period.to));
        }}
      />
      {kind === 'free' ? (
        <DateTimeRange
          label="起止日期"
          readNowMs={readNowMs}
          value={{ fromMs: dayStartMs(period.from), toMs: dayStartMs(addDays(period.to, 1)) - 1_000 }}
          onChange={({ fromMs, toMs }) =>
            go(
              fromMs === null
                ? thisMonth(today).key
                : keyOfDays(dayOf(fromMs), toMs === null ? today : dayOf(toMs), today),
            )
          }
        />
      ) : (
        <>
          <IconButton
            icon="angle-left"
            label="上一期"
            disabled={before === null}
            onClick={() => before !== null && go(before)}
          />
          <b>{describePeriod(period)}</b>
          <IconButton
            icon="angle-right"
            label="下一期"
            disabled={after === null}
            onClick={() => after !== null && go(after)}
          />
        </>
      )}
    </div>
  );
}

/** The head of the page: the period, and what narrows the lifts that are counted. */
export const statisticsFilters = (
  subject: StatisticsSubject,
  { call, can }: Pick<FeatureDeps, 'call' | 'can'>,
  readNowMs: () => number,
): readonly Filter<object>[] => [
  {
    label: '统计期',
    keys: [keys.period],
    width: 372,
    toQuery: () => ({}),
    Control: (control) => <PeriodChoice {...control} readNowMs={readNowMs} />,
  },
  ...(can(regionTree.permission) ? [lookupFilter(keys.area, '区域', regionSearch(call), { width: 150 })] : []),
  selectFilter(keys.site, '场所类型', siteTypeOptions, { width: 120 }),
  selectFilter(
    keys.age,
    '梯龄',
    ageBands.map((value) => ({ value, label: ageBandLabels[value] })),
    { width: 120 },
  ),
  ...(subject === 'trap'
    ? [
        {
          label: '含未确认',
          keys: [keys.unconfirmed],
          width: 100,
          toQuery: () => ({}),
          Control: ({ params, setParams }: FilterControl) => (
            <Switch
              label="含未确认"
              isOn={params.get(keys.unconfirmed) === '1'}
              onChange={(isOn) => setParams({ [keys.unconfirmed]: isOn ? '1' : null })}
            />
          ),
        },
      ]
    : []),
];
