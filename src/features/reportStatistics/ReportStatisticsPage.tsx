import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { loading } from '../../streams/loading/loadState.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { AgeChoices, AgeDetailContext } from './AgeChoices.tsx';
import { readAgeAddress, readBrandId, toAgeSearch } from './ageAddress.ts';
import { AgeOverview } from './AgeOverview.tsx';
import { ageScreen, liftPath } from './reportStatistics.screen.tsx';
import { createStatisticsSources, type StatisticsDeps } from './statisticsSources.ts';
import './reportStatistics.css';

interface ReportStatisticsPageProps {
  deps: StatisticsDeps;
  readNowMs?: () => number;
}

/** The lifts by age (specification, section 2): `yearsStart` and `yearsEnd` stand in the address. */
export function ReportStatisticsPage({ deps, readNowMs = Date.now }: ReportStatisticsPageProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [sources] = useState(() => createStatisticsSources(deps));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [screen] = useState(() =>
    ageScreen({ load: sources.loadLifts, brands$: sources.brands$, openLift: (id) => void navigate(liftPath(id)) }),
  );
  const brandId = readBrandId(params);
  const ages$ = useMemo(() => sources.ages$(brandId), [sources, brandId]);
  const detail = useObservable(ages$, loading);
  const brands = useObservable(sources.brands$, loading);
  const address = useMemo(() => readAgeAddress(params), [params]);
  const brandName =
    brandId === null
      ? null
      : ((brands.kind === 'ready' ? brands.value.find(({ id }) => id === brandId)?.name : undefined) ??
        `品牌 ${brandId}`);

  return (
    <AgeDetailContext value={detail}>
      {address.kind === 'ok' ? (
        <ListScreen
          screen={screen}
          subscribe={subscribe}
          readNowMs={readNowMs}
          lead={<AgeOverview state={detail} filter={address.filter} brandName={brandName} />}
        />
      ) : (
        <div className="rs-bad">
          <PageHeader title={screen.title} />
          <AgeChoices params={params} />
          <Panel>
            <EmptyState
              icon="exclamation-circle"
              title="链接中的梯龄范围无效"
              hint={address.message}
              action={<Link to={{ search: toAgeSearch(params, {}) }}>查看全部梯龄</Link>}
            />
          </Panel>
        </div>
      )}
    </AgeDetailContext>
  );
}
