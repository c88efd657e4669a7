import { useCallback, useMemo, useState } from 'react';
import { map, NEVER } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { firstLine } from '../../contract/companyLines.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { ExceptionDetail } from '../../contract/entities/exception.ts';
import { doorLabels } from '../../contract/labels.ts';
import { offeredSteps } from '../../machines/exceptionSteps.ts';
import { viewerOf } from '../../machines/viewerOf.ts';
import { carTrust } from '../../parts/lift/carTrust.ts';
import {
  isPress,
  offerOf,
  type ActionEvent,
  type FormEvent,
  type PressEvent,
} from '../../parts/exception/exceptionSteps.ts';
import { LiveCar } from '../../parts/lift/LiveCar.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { nothingPolled, type PolledData } from '../../streams/loading/pollLatestData.ts';
import { unwatchedException } from '../../streams/lists/watchException.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { CommentDraft, CommentDrafts } from './commentDrafts.ts';
import { ExceptionDetailView } from './ExceptionDetailView.tsx';
import { nameOf } from './exceptionLook.ts';
import type { ExceptionSourcesOfPage } from './exceptionSources.ts';
import { StepDialog } from './StepDialog.tsx';

interface ExceptionPanelProps {
  id: number;
  deps: FeatureDeps;
  sources: ExceptionSourcesOfPage;
  drafts: CommentDrafts;
}

/** The lift's live state beside an exception that is still open. */
function LiveCarOf({
  elevatorId,
  elevator,
  isDoorHeld,
  deps,
  sources,
}: {
  elevatorId: number;
  elevator: LoadState<ElevatorDetail>;
  isDoorHeld: boolean;
} & Pick<ExceptionPanelProps, 'deps' | 'sources'>) {
  const car$ = useMemo(() => sources.car$(elevatorId), [sources, elevatorId]);
  const [now$] = useState(() => deps.live.serverNow$.pipe(map((ms): number | null => ms)));
  const polled = useObservable(car$, nothingPolled);
  const nowMs = useObservable(now$, null);
  const lift = elevator.kind === 'ready' ? elevator.value : null;
  if (nowMs === null) return null;
  return (
    <div className="exc-car">
      <DoorContradiction isDoorHeld={isDoorHeld} polled={polled} isDeviceOffline={lift !== null && lift.status !== 1} />
      <LiveCar
        polled={polled}
        isDeviceOffline={lift !== null && lift.status !== 1}
        floors={lift === null ? null : { min: lift.floor_min, max: lift.floor_max }}
        nowMs={nowMs}
      />
    </div>
  );
}

/** Two devices say two things of one door: neither is believed without a look. */
function DoorContradiction({
  isDoorHeld,
  polled,
  isDeviceOffline,
}: {
  isDoorHeld: boolean;
  polled: PolledData;
  isDeviceOffline: boolean;
}) {
  const door = polled.data?.door;
  if (!isDoorHeld || door !== 'closed' || carTrust(polled, isDeviceOffline) !== 'live') return null;
  return (
    <p className="exc-car__door" role="alert">
      <Icon name="exclamation-triangle" />
      摄像机报告梯门保持打开，轿厢却报告{doorLabels[door]}：请通过视频或到现场确认梯门。
    </p>
  );
}

/** The recording around its alarm, or around the rescue it belongs to. */
function recordingOf(row: ExceptionDetail) {
  if (row.recording_id === null) return null;
  if (row.alarm_id !== null) return { kind: 'alarm', id: row.alarm_id } as const;
  return row.rescue_order_id === null ? null : ({ kind: 'rescue', id: row.rescue_order_id } as const);
}

/** One exception beside the list, live, with the steps the user may take. */
export function ExceptionPanel({ id, deps, sources, drafts }: ExceptionPanelProps) {
  const { can, notify, user } = deps;
  const mayOpenLift = can('elevator.view');
  const exception$ = useMemo(() => sources.exception$(id), [sources, id]);
  const { detail, comments } = useObservable(exception$, unwatchedException);
  const elevatorId = detail.kind === 'ready' ? detail.value.elevator_id : null;
  const elevator$ = useMemo(
    () => (elevatorId === null || !mayOpenLift ? NEVER : sources.elevator$(elevatorId)),
    [sources, elevatorId, mayOpenLift],
  );
  const elevator = useObservable(elevator$, loading);
  const isRescue = detail.kind === 'ready' && detail.value.type === 1;
  const asked$ = useMemo(() => (isRescue ? sources.asked$(id) : NEVER), [sources, id, isRescue]);
  const asked = useObservable(asked$, loading);
  const [openEvent, setOpenEvent] = useState<FormEvent | null>(null);
  const [busyEvent, setBusyEvent] = useState<ActionEvent | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [draft] = useState(() => drafts.read(id));
  const keepDraft = useCallback((kept: CommentDraft) => drafts.keep(id, kept), [drafts, id]);

  switch (detail.kind) {
    case 'loading':
      return <p className="exc-quiet">正在读取…</p>;
    case 'failed':
      return <FailedRecord failed={detail} noun="异常" />;
    case 'ready': {
      const row = detail.value;
      const allowed = offeredSteps(row, viewerOf(user, can));
      const offer = offerOf(row, allowed);
      const recording = recordingOf(row);
      const press = async (event: PressEvent): Promise<void> => {
        setBusyEvent(event);
        setRefusal(null);
        try {
          await sources.step({ id, event, data: {} });
          notify.success(
            `${offer.actions.find((action) => action.event === event)?.label ?? ''}已记录：${nameOf(row)}`,
          );
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          setRefusal(error.message);
        } finally {
          setBusyEvent(null);
        }
      };
      return (
        <>
          <ExceptionDetailView
            row={row}
            problem={detail.problem}
            offer={offer}
            now$={deps.live.serverNow$}
            car={
              // With several lifts, no single one represents them all.
              !row.is_finished &&
              row.children.length === 0 &&
              mayOpenLift && (
                <LiveCarOf
                  elevatorId={row.elevator_id}
                  elevator={elevator}
                  isDoorHeld={row.door_held}
                  deps={deps}
                  sources={sources}
                />
              )
            }
            maintenanceTelephone={elevator.kind === 'ready' ? firstLine(elevator.value.maintain_info) : ''}
            comments={{
              comments,
              upload: sources.upload,
              draft,
              onDraft: keepDraft,
              onComment: (text, photos) => sources.comment(id, text, photos),
            }}
            asked={asked.kind === 'ready' ? asked.value : []}
            busyEvent={busyEvent}
            refusal={refusal}
            onAction={(event) => {
              setRefusal(null);
              if (isPress(event)) void press(event);
              else setOpenEvent(event);
            }}
            onSweep={
              allowed.includes('incident.swept')
                ? (elevatorId, way) => sources.step({ id, event: 'incident.swept', data: { elevatorId, way } })
                : null
            }
            onUnsweep={
              allowed.includes('incident.unswept')
                ? (elevatorId) => sources.step({ id, event: 'incident.unswept', data: { elevatorId } })
                : null
            }
            onRecording={recording === null || !can('rescue.view') ? undefined : () => deps.openRecording(recording)}
            mayOpenLift={mayOpenLift}
          />
          {openEvent !== null && (
            <StepDialog
              key={openEvent}
              row={row}
              event={openEvent}
              isOffered={offer.actions.some(({ event }) => event === openEvent)}
              context={{ causes$: sources.causes$, upload: sources.upload }}
              onClose={() => setOpenEvent(null)}
              onSubmit={async (step) => {
                await sources.step(step);
                setOpenEvent(null);
                notify.success(
                  `${offer.actions.find(({ event }) => event === openEvent)?.label ?? ''}已记录：${nameOf(row)}`,
                );
              }}
            />
          )}
        </>
      );
    }
  }
}
