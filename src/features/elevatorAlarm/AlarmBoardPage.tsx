import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  map,
  merge,
  shareReplay,
  skip,
  Subject,
  type Observable,
} from 'rxjs';
import type { AlarmEntry } from '../../contract/endpoints/alarmBoard.ts';
import { DatedBadge } from '../../parts/dated/DatedBadge.tsx';
import { isOutdated } from '../../parts/dated/isOutdated.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { holdLines, isPointing, noLines, type HeldLines, type Pointing } from '../../streams/lists/holdLines.ts';
import type { LinkStatus } from '../../streams/link/liveFeed.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import type { DatedBoard } from '../../streams/lists/watchAlarmBoard.ts';
import { DetailPanel } from '../../ui/list/DetailPanel.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { AlarmBoard } from './AlarmBoard.tsx';
import { AlarmDetail } from './AlarmDetail.tsx';
import type { AlarmSources, BoardAsked } from './alarmSources.ts';
import {
  keyOfAlarm,
  oneTarget,
  selectedGroup,
  targetOf,
  toggled,
  type Selected,
  type Selection,
} from './alarmTargets.ts';
import { asksAlike, askedOf, openIdOf, withChanges } from './boardAddress.ts';
import { BulkBar, PartlyDoneNote } from './BulkBar.tsx';
import { useAlarmSteps, type StepName } from './useAlarmSteps.tsx';
import './elevatorAlarm.css';

const notConnected: LinkStatus = { state: 'connecting', sinceMs: 0 };
const nothingSelected: Selection = new Map();
/** Polled every 30 s: older than this means that two polls failed. */
const staleAfterMs = 65_000;

interface LiveBoard {
  readonly asked$: BehaviorSubject<BoardAsked>;
  readonly retries$: Subject<void>;
  readonly pointing$: Subject<Pointing>;
  readonly board$: Observable<LoadState<DatedBoard>>;
  readonly lines$: Observable<HeldLines<AlarmEntry>>;
}

/** The board of one page, from opening it until leaving it. */
function openBoard(sources: AlarmSources, first: BoardAsked): LiveBoard {
  const asked$ = new BehaviorSubject(first);
  const retries$ = new Subject<void>();
  const pointing$ = new Subject<Pointing>();
  const changes$ = merge(asked$.pipe(distinctUntilChanged(asksAlike), skip(1)), retries$);
  const board$ = sources.board$(() => asked$.value, changes$).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  const entries$ = board$.pipe(
    filter((state) => state.kind === 'ready'),
    map((state) => state.value.board.entries.list),
  );
  return { asked$, retries$, pointing$, board$, lines$: holdLines(entries$, isPointing(pointing$)) };
}

/** The alarms that wait for the operator now, live (`/alarm-center/elevator-alarm`). */
export function AlarmBoardPage({ deps, sources }: { deps: FeatureDeps; sources: AlarmSources }) {
  const { live, notify, can } = deps;
  const [params, setParams] = useSearchParams();
  const [{ asked$, retries$, pointing$, board$, lines$ }] = useState(() => openBoard(sources, askedOf(params)));
  const [selection, setSelection] = useState(nothingSelected);
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const [isResolving, setResolving] = useState(false);
  const localNowMs = useNowMs();
  const state = useObservable<LoadState<DatedBoard>>(board$, loading);
  const held = useObservable<HeldLines<AlarmEntry>>(lines$, noLines);
  const link = useObservable(live.link$, notConnected);
  const nowMs = useObservable(live.serverNow$, localNowMs);
  const steps = useAlarmSteps(
    sources,
    notify,
    () => nowMs,
    (refusedIds) => {
      const refused = new Set(refusedIds.map(keyOfAlarm));
      setSelection((before) => new Map([...before].filter(([key]) => refused.has(key))));
    },
  );
  const asked = askedOf(params);
  const openId = openIdOf(params);

  const show = (changes: Readonly<Record<string, string | null>>): void => {
    setParams(withChanges(params, changes), { replace: true });
    setSelection(nothingSelected);
  };
  // The address may also change by a link or by the browser's own buttons.
  useEffect(() => asked$.next(askedOf(params)), [asked$, params]);

  const openDetail = (id: number | null): void =>
    setParams(withChanges(params, { id: id === null ? null : String(id) }), { replace: true });
  const beginWith = (event: StepName, chosen: Selection): void => {
    setResolving(true);
    targetOf(chosen, sources.idsOfGroup)
      .then(
        (target) => steps.begin(event, target),
        (error: unknown) => notify.error(error instanceof Error ? error.message : '操作失败，请稍后重试'),
      )
      .finally(() => setResolving(false));
  };

  const isLinkLive = link.state === 'live' || link.state === 'connecting';
  const isStale = isOutdated(state, { isLinkLive, nowMs: localNowMs, staleAfterMs });
  return (
    <div className="ti-list ea-page" data-stale={isStale || undefined}>
      <PageHeader title="报警记录" note={<DatedBadge state={state} isStale={isStale} nowMs={localNowMs} />} />
      <div className="ti-list__split" data-detail={openId !== null || undefined}>
        <div className="ea-board">
          <AlarmBoard
            state={state}
            held={held}
            view={asked.view}
            nowMs={nowMs}
            openId={openId}
            openGroups={openGroups}
            selection={can('alarm.handle') ? selection : null}
            bulk={
              can('alarm.handle') && (
                <>
                  <BulkBar
                    view={asked.view}
                    selection={selection}
                    isBusy={isResolving}
                    onStep={(event) => beginWith(event, selection)}
                    onClear={() => setSelection(nothingSelected)}
                  />
                  {steps.partlyDone !== null && (
                    <PartlyDoneNote result={steps.partlyDone} onClose={steps.forgetPartlyDone} />
                  )}
                </>
              )
            }
            groupAlarms$={sources.group$}
            onView={(view) => show({ view: view === 'todo' ? null : view, page: null })}
            onOpen={(alarm) => openDetail(alarm.id)}
            onOpenGroup={(key) =>
              setOpenGroups((before) => {
                const next = new Set(before);
                if (!next.delete(key)) next.add(key);
                return next;
              })
            }
            onSelect={(key: string, line: Selected) => setSelection((before) => toggled(before, key, line))}
            onAcknowledge={(alarm) => steps.begin('alarm.acknowledged', oneTarget(alarm))}
            onGroupStep={(event, group) => beginWith(event, new Map([['group', selectedGroup(group)]]))}
            onGroup={(isGrouped) => show({ grouped: isGrouped ? '1' : '0', page: null })}
            onPage={(page) => show({ page: String(page) })}
            onPointing={(pointing) => pointing$.next(pointing)}
            onRetry={() => retries$.next()}
          />
        </div>
        {openId !== null && (
          <DetailPanel title={`报警 ${openId}`} onClose={() => openDetail(null)}>
            <AlarmDetail key={openId} id={openId} deps={deps} sources={sources} onStep={steps.begin} />
          </DetailPanel>
        )}
      </div>
      {steps.dialog}
    </div>
  );
}
