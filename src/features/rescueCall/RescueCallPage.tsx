import { useEffect, useMemo, useRef, useState } from 'react';
import { map } from 'rxjs';
import { quarantineResolve } from '../../contract/endpoints/alarm.ts';
import { rescueWhy } from '../../contract/endpoints/whyRang.ts';
import type { QuarantineRow } from '../../contract/entities/alarmRecord.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { placeOf } from '../../parts/rescue/rescuePresentation.ts';
import { WhyRangButton } from '../../parts/ringing/WhyRangButton.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { useTitlePart } from '../../ui/title/useTitlePart.ts';
import { createDeskSources } from './deskSources.ts';
import { createDraftStore, type DraftStore } from './forms/drafts.ts';
import { textOfIds } from './forms/AlsoFor.tsx';
import { DraftStoreContext } from './forms/DraftContext.ts';
import type { OpenForm } from './desk/RescueDesk.tsx';
import { deskKeys, type Hotkey } from './keys/hotkeys.ts';
import { KeysDialog } from './keys/KeysDialog.tsx';
import { NewCall } from './newCall/NewCall.tsx';
import { callToAnswer, deskQueue, neighbourId } from './queue/orderQueue.ts';
import { RescueCall, type DeskState } from './RescueCall.tsx';
import { deskOffer, isPress, type DeskEvent } from './rescueActions.ts';
import { lapsingWith } from './queue/claimLapses.ts';
import { rescueFromHelp } from './queue/rescueFromHelp.ts';
import type { Selection } from './desk/selection.ts';
import { focusShownForm, submitShownForm } from './forms/shownForm.ts';
import { useDeskForms } from './forms/useDeskForms.ts';
import { useDeskKeys } from './keys/useDeskKeys.ts';
import { useDeskOrder } from './desk/useDeskOrder.ts';
import { useDeskSelection } from './desk/useDeskSelection.ts';
import { useDeskSteps } from './desk/useDeskSteps.ts';
import { useNewCallDialog } from './newCall/useNewCallDialog.ts';
import { useSeveralCalls } from './useSeveralCalls.ts';

/** Returns the reason why the desk shows no order. */
function emptyDesk(
  queue: LoadState<readonly RescueOrderRow[]>,
  selectedId: number | null,
  selection: Selection['kind'],
  order: LoadState<RescueOrderRow>,
): DeskState {
  if (selectedId === null && queue.kind === 'ready') return { kind: selection === 'elevator' ? 'noOpenOrder' : 'idle' };
  if (selectedId === null && queue.kind === 'failed')
    return { kind: 'failed', failure: 'failed', message: queue.message };
  if (selectedId === null || order.kind !== 'failed') return { kind: 'loading' };
  const failure = order.failure === 'denied' || order.failure === 'notFound' ? order.failure : 'failed';
  return { kind: 'failed', failure, message: order.message };
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

  const { kind: selection, selectedId, isHandling, select, stopHandling } = useDeskSelection(rows);
  const { state, row, timeline, asked, elevator, car } = useDeskOrder(sources, rows, selectedId);
  useTitlePart('subject', row === null ? '' : placeOf(row));

  const forms = useDeskForms(drafts);
  const steps = useDeskSteps({ deps, sources, drafts, forms, row, select, stopHandling });
  const several = useSeveralCalls({
    rows,
    userId: user.id,
    call,
    answered: sources.answered,
    onTaken: (orderId, event) => steps.finish({ orderId, event }),
    openShared(event, orderId, others) {
      forms.openWith({ orderId, event }, { alsoFor: textOfIds(others) });
      select(orderId);
    },
    explain: steps.explain,
  });
  const [isNewCallOpen, setNewCallOpen] = useNewCallDialog(can('exception.report'));
  const [areKeysShown, setKeysShown] = useState(false);

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

  // `handle=1`: the next step opens as soon as the claim shows that there is one to fill in, and that it is one's own.
  const nextEvent =
    row === null || row.accepted_by?.id !== user.id ? null : (deskOffer(row, { can }).next?.event ?? null);
  const openStep = forms.open;
  useEffect(() => {
    if (!isHandling || selectedId === null || nextEvent === null) return;
    if (nextEvent === 'rescue.accepted' || isPress(nextEvent)) return;
    openStep({ orderId: selectedId, event: nextEvent });
    select(selectedId);
  }, [isHandling, selectedId, nextEvent, openStep, select]);

  const isOpenHere = (event: DeskEvent): boolean =>
    forms.steps.some((step) => step.orderId === row?.id && step.event === event);
  useDeskKeys(pageRef, (hotkey: Hotkey) => {
    switch (hotkey.kind) {
      case 'action':
        // Pressed again, a step's key leads back into its form; Esc folds it.
        return isOpenHere(hotkey.event) ? focusShownForm(pageRef.current) : steps.act(hotkey.event);
      case 'submit':
        return submitShownForm(pageRef.current);
      case 'mark':
        if (can('rescue.answer')) several.toggleMark(selectedId);
        return;
      case 'markUnanswered':
      case 'markMine':
        if (can('rescue.answer')) several.toggleAll(hotkey.kind === 'markMine' ? 'mine' : 'unanswered');
        return;
      case 'several':
        if (can('rescue.answer')) several.press(hotkey.key);
        return;
      case 'showKeys':
        return setKeysShown(true);
      case 'answer': {
        const ringing = callToAnswer(rows, selectedId);
        if (ringing !== null && can('rescue.answer')) void steps.answer(ringing.id);
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

  const openForms = forms.steps.flatMap(({ orderId, event, round }): OpenForm[] => {
    const of = orderId === row?.id ? row : rows.find(({ id }) => id === orderId);
    return of === undefined ? [] : [{ row: of, event, round }];
  });
  const desk = ((): DeskState => {
    if (queue.kind === 'failed' && queue.failure === 'denied')
      return { kind: 'failed', failure: 'denied', message: queue.message };
    if (row === null) return emptyDesk(queue, selectedId, selection, state);
    return {
      kind: 'shown',
      desk: {
        row,
        elevator,
        timeline,
        asked,
        car,
        userId: user.id,
        can,
        openForms,
        isAnswering: steps.isAnswering(row.id),
        answerProblem: steps.refusalOf(row.id),
        users$: sources.users$,
        causes$: sources.causes$,
        onAction: steps.act,
        onCloseForm: forms.close,
        onStep: steps.submit,
        onRecording: () => deps.openRecording({ kind: 'rescue', id: row.id }),
        teamOf: several.teamOf,
        lapsingNum: row.accepted_by?.id === user.id ? lapsingWith(row, rows, user.id) : 1,
        why: (
          <WhyRangButton
            key={row.id}
            subject={`救援单 ${row.id}`}
            load={() => call(rescueWhy, { id: row.id }, { quiet: true })}
          />
        ),
      },
    };
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
