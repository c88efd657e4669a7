import { useState } from 'react';
import { filter, map, merge } from 'rxjs';
import { alarmRecordList } from '../../contract/endpoints/alarm.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import { communitySearch } from '../../parts/place/communitySearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import type { ListChange } from '../../ui/list/listTypes.ts';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { AlarmDetail } from './AlarmDetail.tsx';
import { alarmHistoryScreen } from './alarmHistory.screen.tsx';
import type { AlarmListQuery, AlarmSources } from './alarmSources.ts';
import { labelOfAlarm } from './alarmTargets.ts';
import { useAlarmSteps } from './useAlarmSteps.tsx';
import './elevatorAlarm.css';

/** Alarms that leave the board come here. */
const endings: ReadonlySet<string> = new Set(['alarm.completed', 'alarm.judgedFalse', 'alarm.hidden']);

/** Only what is closed, unless a status is selected. */
const inHistory = (query: AlarmListQuery): AlarmListQuery =>
  query.status === undefined ? { ...query, scope: 'history' } : query;

/** The alarms of the past (`/alarm-center/elevator-alarm?tab=history`). */
export function AlarmHistoryPage({
  deps,
  sources,
  readNowMs = Date.now,
}: {
  deps: FeatureDeps;
  sources: AlarmSources;
  readNowMs?: () => number;
}) {
  const { call, live, notify, can, saveFile } = deps;
  const nowMs = useObservable(live.serverNow$, readNowMs());
  const steps = useAlarmSteps(sources, notify, () => nowMs);
  const [subscribe] = useState(() =>
    subscribeTo(
      merge(
        live.events$.pipe(filter((event) => isChangeOf(event, 'alarm') && endings.has(event.fact.type))),
        live.snapshotNeeded$,
        sources.acted$,
      ).pipe(map((): ListChange<AlarmRecordRow> => ({ kind: 'refetch' }))),
    ),
  );
  const [screen] = useState(() => {
    const exportAll = exportFileOf(saveFile, alarmRecordList);
    return alarmHistoryScreen({
      load: (query, signal) => sources.list(inHistory(query), signal),
      exportFile: (asked, signal) => exportAll({ ...asked, query: inHistory(asked.query) }, signal),
      searchCommunities: can('community.view') ? communitySearch(call) : null,
      hide: can('alarm.delete')
        ? async (row, reason) => {
            await sources.hide(row.id, reason);
            notify.success(`已删除：${labelOfAlarm(row)}`);
          }
        : null,
      renderDetail: ({ id }) => (
        <AlarmDetail key={id} id={Number(id)} deps={deps} sources={sources} onStep={steps.begin} />
      ),
      readNowMs,
    });
  });
  return (
    <>
      <ListScreen screen={screen} subscribe={subscribe} readNowMs={readNowMs} />
      {steps.dialog}
    </>
  );
}
