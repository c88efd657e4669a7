import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { map, NEVER, of } from 'rxjs';
import { rescueSteps } from '../../contract/events/rescue.ts';
import { CallError } from '../../contract/call.ts';
import { quarantineResolve } from '../../contract/endpoints/alarm.ts';
import { rescueWhy } from '../../contract/endpoints/whyRang.ts';
import { WhyRangButton } from '../../parts/ringing/WhyRangButton.tsx';
import { rescueAck, rescueAckState, type RescueStep } from '../../contract/endpoints/rescue.ts';
import type { QuarantineRow } from '../../contract/entities/alarmRecord.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loadState.ts';
import { nothingPolled, type PolledData } from '../../streams/pollLatestData.ts';
import { unwatchedOrder } from '../../streams/watchRescueOrder.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { createDeskSources, type DeskSources } from './deskSources.ts';
import { createDraftStore, type DraftStore } from './drafts.ts';
import { DraftStoreContext } from './forms/DraftContext.ts';
import type { OpenForm } from './desk/RescueDesk.tsx';
import { deskKeys, type Hotkey } from './hotkeys.ts';
import { KeysDialog } from './KeysDialog.tsx';
import { NewCall } from './NewCall.tsx';
import type { OrderStep } from './openSteps.ts';
import { callToAnswer, deskQueue, neighbourId } from './orderQueue.ts';
import { placeOf } from '../../parts/rescue/rescuePresentation.ts';
import { useTitlePart } from '../../ui/title/useTitlePart.ts';
import { RescueCall, type DeskState } from './RescueCall.tsx';
import { deskOffer, isPress, pressedText, type DeskEvent, type PressEvent } from './rescueActions.ts';
import { rescueFromHelp } from './queue/rescueFromHelp.ts';
import { queryOf, selectedIdIn, selectionOf } from './selection.ts';
import { focusShownForm, submitShownForm } from './shownForm.ts';
import { useSeveralCalls } from './useSeveralCalls.ts';
import { useDeskForms } from './useDeskForms.ts';
import { useDeskKeys } from './useDeskKeys.ts';

/** The selected order: its own watch, or until that speaks, its row in the queue. */
function selectedRow(
  watched: LoadState<RescueOrderRow>,
  queued: RescueOrderRow | undefined,
): LoadState<RescueOrderRow> {
  if (watched.kind !== 'ready' && queued !== undefined) return { kind: 'ready', value: queued, problem: null };
  return watched;
}

/** The lift of the order and its car, while one is selected. */
function useLift(
  sources: DeskSources,
  elevatorId: number | null,
): { elevator: ElevatorDetail | null; car: PolledData } {
  const elevator$ = useMemo(() => (elevatorId === null ? NEVER : sources.elevator$(elevatorId)), [sources, elevatorId]);
  const car$ = useMemo(() => (elevatorId === null ? NEVER : sources.car$(elevatorId)), [sources, elevatorId]);
  const elevator = useObservable(elevator$, loading);
  const car = useObservable(car$, nothingPolled);
  return { elevator: elevator.kind === 'ready' ? elevator.value : null, car };
}

function DeskPage({ deps, drafts }: { deps: FeatureDeps; drafts: DraftStore }) {
  const { call, live, user, can, notify } = deps;
  const [sources] = useState(() => createDeskSources(deps));
  const [serverNow$] = useState(() => live.serverNow$.pipe(map((ms): number | null => ms)));
  const pageRef = useRef<HTMLDivElement>(null);
  const nowMs = useObservable(serverNow$, null);
  const loaded = useObservable(sources.queue$, loading);
  const queue = useMemo(
    () => (loaded.kind === 'ready' ? { ...loaded, value: deskQueue(loaded.value, user.id) } : loaded),
    [loaded, user.id],
  );
  const rows = queue.kind === 'ready' ? queue.value : [];
  const possibleHelp = useObservable(sources.possibleHelp$, loading);

  const [query, setQuery] = useSearchParams();
  const selection = selectionOf(query);
  const selectedId = selectedIdIn(rows, selection);
  const select = useCallback(
    (id: number, isHandling = false) => setQuery(queryOf(id, isHandling), { replace: true }),
    [setQuery],
  );
  // The address names the order from now on: a newer, worse call must not take the desk away from someone who is working.
  const pinned = selection.kind === 'order' ? null : selectedId;
  const isHandling = selection.kind !== 'none' && selection.isHandling;
  useEffect(() => {
    if (pinned !== null) select(pinned, isHandling);
  }, [pinned, isHandling, select]);

  const order$ = useMemo(
    () => (selectedId === null ? of(unwatchedOrder) : sources.order$(selectedId)),
    [sources, selectedId],
  );
  const watched = useObservable(order$, unwatchedOrder);
  const rowState = selectedRow(
    watched.row,
    rows.find(({ id }) => id === selectedId),
  );
  const row = rowState.kind === 'ready' && rowState.value.id === selectedId ? rowState.value : null;
  useTitlePart('subject', row === null ? '' : placeOf(row));
  const { elevator, car } = useLift(sources, row?.elevator_id ?? null);

  const resolveHelp = async ({ id, repeat_num, tag }: QuarantineRow, note: string): Promise<void> => {
    await call(quarantineResolve, { id, repeat_num, note }, { quiet: true });
    notify.success(`已处理疑似求救：${tag === '' ? '未知设备' : tag}`);
    sources.helpResolved();
  };

  const helpRescue = rescueFromHelp(call, (orderId, message) => {
    notify.success(message);
    sources.helpResolved();
    select(orderId);
  });

  const forms = useDeskForms(drafts);
  const [answeringId, setAnsweringId] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<{ readonly orderId: number; readonly message: string } | null>(null);
  const [isNewCallOpen, setNewCallOpen] = useState(false);
  const [areKeysShown, setKeysShown] = useState(false);

  const answer = async (orderId: number): Promise<void> => {
    setAnsweringId(orderId);
    setRefusal(null);
    select(orderId, true);
    try {
      sources.answered(await call(rescueAck, { id: orderId }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal({ orderId, message: error.message });
      select(orderId);
    } finally {
      setAnsweringId(null);
    }
  };
  const finish = (step: OrderStep): void => {
    drafts.drop(step);
    forms.finish(step);
  };
  const submitStep = async (step: RescueStep): Promise<void> => {
    sources.answered(await call(rescueAckState, step, { quiet: true }));
    finish({ orderId: step.id, event: step.event });
    const done = rescueSteps[step.event].label;
    notify.success(`${done}已记录：救援单 ${step.id}${row?.id === step.id ? `（${placeOf(row)}）` : ''}`);
  };
  const press = async (orderId: number, event: PressEvent): Promise<void> => {
    try {
      sources.answered(await call(rescueAckState, { id: orderId, event, data: {} }, { quiet: true }));
      notify.success(pressedText[event]);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal({ orderId, message: error.message });
    }
  };
  const several = useSeveralCalls({
    rows,
    userId: deps.user.id,
    call,
    answered: sources.answered,
    onDispatched: (orderId) => finish({ orderId, event: 'rescue.dispatched' }),
  });
  const isOpenHere = (event: DeskEvent): boolean =>
    forms.steps.some((step) => step.orderId === row?.id && step.event === event);
  const act = (event: DeskEvent): void => {
    if (row === null || !deskOffer(row, { can }).actions.some((action) => action.event === event)) return;
    setRefusal(null);
    if (event === 'rescue.accepted') void answer(row.id);
    else if (isPress(event)) void press(row.id, event);
    else forms.toggle({ orderId: row.id, event });
  };

  // `handle=1`: the next step opens as soon as the claim shows that there is one to fill in.
  const nextEvent = row === null ? null : (deskOffer(row, { can }).next?.event ?? null);
  const openStep = forms.open;
  useEffect(() => {
    if (!isHandling || selectedId === null || nextEvent === null) return;
    if (nextEvent === 'rescue.accepted' || isPress(nextEvent)) return;
    openStep({ orderId: selectedId, event: nextEvent });
    select(selectedId);
  }, [isHandling, selectedId, nextEvent, openStep, select]);

  useDeskKeys(pageRef, (hotkey: Hotkey) => {
    switch (hotkey.kind) {
      case 'action':
        // Pressed again, a step's key leads back into its form; Esc folds it.
        return isOpenHere(hotkey.event) ? focusShownForm(pageRef.current) : act(hotkey.event);
      case 'submit':
        return submitShownForm(pageRef.current);
      case 'mark':
        if (can('rescue.answer')) several.toggleMark(selectedId);
        return;
      case 'claimMarked':
        return several.several.onClaim();
      case 'showKeys':
        return setKeysShown(true);
      case 'answer': {
        const ringing = callToAnswer(rows, selectedId);
        if (ringing !== null && can('rescue.answer')) void answer(ringing.id);
        return;
      }
      case 'next':
      case 'previous': {
        const id = neighbourId(rows, selectedId, hotkey.kind === 'next' ? 1 : -1);
        if (id !== null) select(id);
        return;
      }
      case 'newCall':
        if (can('exception.report')) setNewCallOpen(true);
        return;
      case 'close':
        if (selectedId !== null) forms.close(selectedId);
    }
  });

  const openForms = forms.steps.flatMap(({ orderId, event }): OpenForm[] => {
    const of = orderId === row?.id ? row : rows.find(({ id }) => id === orderId);
    return of === undefined ? [] : [{ row: of, event }];
  });
  const desk = ((): DeskState => {
    if (queue.kind === 'failed' && queue.failure === 'denied')
      return { kind: 'failed', failure: 'denied', message: queue.message };
    if (row !== null) {
      return {
        kind: 'shown',
        desk: {
          row,
          elevator,
          timeline: watched.timeline,
          car,
          userId: user.id,
          can,
          openForms,
          isAnswering: answeringId === row.id,
          answerProblem: refusal?.orderId === row.id ? refusal.message : null,
          users$: sources.users$,
          onAction: act,
          onCloseForm: forms.close,
          onStep: submitStep,
          onRecording: () => deps.openRecording({ kind: 'rescue', id: row.id }),
          teamOf: several.teamOf,
          why: (
            <WhyRangButton
              key={row.id}
              subject={`救援单 ${row.id}`}
              load={() => call(rescueWhy, { id: row.id }, { quiet: true })}
            />
          ),
        },
      };
    }
    if (selectedId === null) {
      if (queue.kind === 'ready') return selection.kind === 'elevator' ? { kind: 'noOpenOrder' } : { kind: 'idle' };
      return queue.kind === 'failed'
        ? { kind: 'failed', failure: 'failed', message: queue.message }
        : { kind: 'loading' };
    }
    if (rowState.kind !== 'failed') return { kind: 'loading' };
    const failure = rowState.failure === 'denied' || rowState.failure === 'notFound' ? rowState.failure : 'failed';
    return { kind: 'failed', failure, message: rowState.message };
  })();

  return (
    <div ref={pageRef}>
      {/* The first tick of the server's clock comes within a second; until then no clock could be right. */}
      {nowMs !== null && (
        <RescueCall
          queue={queue}
          selectedId={selectedId}
          desk={desk}
          nowMs={nowMs}
          userId={user.id}
          onSelect={select}
          possibleHelp={possibleHelp.kind === 'ready' ? possibleHelp.value : []}
          onResolveHelp={can('rescue.handle') ? resolveHelp : undefined}
          helpRescue={can('rescue.handle') && can('exception.report') ? helpRescue : undefined}
          onNewCall={can('exception.report') ? () => setNewCallOpen(true) : undefined}
          several={can('rescue.answer') ? several.several : undefined}
          results={several.results}
        />
      )}
      {areKeysShown && <KeysDialog keys={deskKeys} onClose={() => setKeysShown(false)} />}
      {isNewCallOpen && (
        <NewCall
          call={call}
          notify={notify}
          search$={sources.search$}
          onClose={() => setNewCallOpen(false)}
          userId={user.id}
          onOpened={(orderId, isOwn) => {
            setNewCallOpen(false);
            select(orderId, isOwn);
          }}
        />
      )}
    </div>
  );
}

/** The rescue call center, live, with what was typed in it before. */
export function RescueCallPage({ deps }: { deps: FeatureDeps }) {
  const [drafts] = useState(() => createDraftStore(deps.tabStorage, deps.user.id));
  return (
    <DraftStoreContext value={drafts}>
      <DeskPage deps={deps} drafts={drafts} />
    </DraftStoreContext>
  );
}
