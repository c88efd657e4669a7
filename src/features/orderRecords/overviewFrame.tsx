import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { InputOf } from '../../contract/endpoint.ts';
import type { visitCalendar } from '../../contract/endpoints/visitPlanning.ts';
import { addMonths } from '../../contract/time.ts';
import { visitKinds } from '../../contract/visits/visitKinds.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { sharedFilters } from './visitFilters.tsx';

/** Filters that lists and overviews share, by their keys in the address. */
const sharedKeys = [
  'kind',
  'maintenance_id',
  'maintenance_id_name',
  'community_id',
  'community_id_name',
  'person_id',
  'person_id_name',
] as const;

const monthIn = (params: URLSearchParams, thisMonth: string): string => {
  const month = params.get('month') ?? '';
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : thisMonth;
};

/** Returns the query of the calendar and the summaries that the address asks for. */
export function overviewQuery(params: URLSearchParams, thisMonth: string): InputOf<typeof visitCalendar> {
  const kinds = (params.get('kind') ?? '').split(',').filter((kind) => visitKinds.some((known) => known === kind));
  const idOf = (key: string): number | undefined => {
    const id = Number(params.get(key) ?? '');
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  };
  const [company, community, person] = [idOf('maintenance_id'), idOf('community_id'), idOf('person_id')];
  return {
    month: monthIn(params, thisMonth),
    ...(kinds.length === 0 ? {} : { kind: kinds.join(',') }),
    ...(company === undefined ? {} : { maintenance_id: company }),
    ...(community === undefined ? {} : { community_id: community }),
    ...(person === undefined ? {} : { person_id: person }),
  };
}

/** The list with the same filters and what is added to them. */
export function listAddress(params: URLSearchParams, added: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams();
  for (const key of sharedKeys) {
    const value = params.get(key);
    if (value !== null) next.set(key, value);
  }
  for (const [key, value] of Object.entries(added)) next.set(key, value);
  return `?${next.toString()}`;
}

interface OverviewFrameProps {
  title: string;
  thisMonth: string;
  deps: Pick<FeatureDeps, 'call' | 'can'>;
  /** The last refresh failed: what is shown may be old. */
  problem: string | null;
  /** Beside the month. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The common frame of calendar and summaries: the month, the filters, and how old it all is. */
export function OverviewFrame({ title, thisMonth, deps, problem, tools, children }: OverviewFrameProps) {
  const [params, setParams] = useSearchParams();
  const [filters] = useState(() => sharedFilters(deps));
  const month = monthIn(params, thisMonth);
  const change = (changes: Readonly<Record<string, string | null>>): void =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [key, value] of Object.entries(changes))
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      return next;
    });
  const goTo = (to: string): void => change({ month: to === thisMonth ? null : to });
  return (
    <div className="or-overview">
      <PageHeader
        title={title}
        note={problem === null ? undefined : `可能不是最新：${problem}，正在自动重试`}
        actions={
          <>
            {tools}
            <IconButton icon="angle-left" label="上个月" onClick={() => goTo(addMonths(month, -1))} />
            <b className="or-overview__month">{month.replace('-', ' 年 ')} 月</b>
            <IconButton icon="angle-right" label="下个月" onClick={() => goTo(addMonths(month, 1))} />
          </>
        }
      />
      <FilterBar filters={filters} params={params} setParams={change} />
      {children}
    </div>
  );
}
