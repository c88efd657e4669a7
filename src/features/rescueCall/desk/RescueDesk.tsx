import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { RescueStep } from '../../../contract/endpoints/rescue.ts';
import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { NotificationRow } from '../../../contract/entities/notification.ts';
import type { FaultCause } from '../../../contract/entities/exception.ts';
import type { RescueOrderRow, TimelineEntry } from '../../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import type { Viewer } from '../../../machines/lifecycle.ts';
import { LiveCar } from '../../../parts/lift/LiveCar.tsx';
import { roundsSoFar } from '../../../parts/rescue/noticeRounds.ts';
import { rescueSteps } from '../../../parts/rescue/rescuePresentation.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import type { PolledData } from '../../../streams/loading/pollLatestData.ts';
import { Steps } from '../../../ui/Steps/Steps.tsx';
import { StepPanel } from '../forms/StepPanel.tsx';
import type { TeamDispatch, UserOption } from '../forms/stepForms.ts';
import { deskOffer, type DeskEvent, type FormEvent } from '../rescueActions.ts';
import { useTyping } from './useTyping.ts';
import { ActionBar } from './ActionBar.tsx';
import { CallFacts } from './CallFacts.tsx';
import { CallStrip } from './CallStrip.tsx';
import { Contacts } from './Contacts.tsx';
import { contactsOf } from './contactsOf.ts';
import { HandOverLine } from './HandOverLine.tsx';
import { DeskTimeline } from './DeskTimeline.tsx';
import './desk.css';
import './claims.css';

/** An order with a form open on it. Forms of other orders stay, hidden, with what was typed. */
export interface OpenForm {
  readonly row: RescueOrderRow;
  readonly event: FormEvent;
  readonly round?: number | undefined;
}

export interface RescueDeskProps {
  row: RescueOrderRow;
  elevator: ElevatorDetail | null;
  timeline: LoadState<readonly TimelineEntry[]>;
  /** The notices to the people whom the ladder has called. */
  asked?: readonly NotificationRow[];
  car: PolledData;
  nowMs: number;
  userId: number;
  can: Viewer['can'];
  openForms: readonly OpenForm[];
  isAnswering: boolean;
  /** The reason for the refusal of the last claim. */
  answerProblem: string | null;
  users$: Observable<LoadState<readonly UserOption[]>>;
  causes$: Observable<LoadState<readonly FaultCause[]>>;
  onAction: (event: DeskEvent) => void;
  onCloseForm: (orderId: number) => void;
  /** Rejects with a CallError. */
  onStep: (step: RescueStep) => Promise<void>;
  onRecording?: () => void;
  /** Returns the other calls to which the team of this one may be sent. */
  teamOf?: (row: RescueOrderRow) => TeamDispatch;
  /** The number of the user's claims that lapse together with this one; 1 unless told. */
  lapsingNum?: number | undefined;
  /** Opens why the call rang. */
  why?: ReactNode;
}

/** Everything that one call needs, on one screen. */
export function RescueDesk({
  row,
  elevator,
  timeline,
  asked = [],
  car,
  nowMs,
  userId,
  can,
  openForms,
  isAnswering,
  answerProblem,
  users$,
  causes$,
  onAction,
  onCloseForm,
  onStep,
  onRecording,
  teamOf,
  why,
  lapsingNum,
}: RescueDeskProps) {
  const offer = deskOffer(row, { can });
  const isOffered = (event: DeskEvent): boolean => offer.actions.some((action) => action.event === event);
  const { isTyping, onInput } = useTyping(row.id, nowMs);
  const openHere = openForms.find((form) => form.row.id === row.id) ?? null;
  const steps = rescueSteps(row).map(({ stage, label, at, state }) => ({
    id: stage,
    label,
    state,
    ...(at === null ? {} : { note: toDisplayTime(at).slice(11) }),
  }));
  return (
    <section className="rc-desk" aria-label={`救援单 ${row.id}`} data-shares-focus="">
      <CallStrip
        row={row}
        nowMs={nowMs}
        isTyping={isTyping}
        lapsingNum={lapsingNum}
        onExtend={isOffered('rescue.extended') ? () => onAction('rescue.extended') : undefined}
      />
      <Steps steps={steps} label="救援进度" />
      <div className="rc-desk__middle" data-form={openHere !== null || undefined}>
        <div className="rc-desk__car">
          <LiveCar
            polled={car}
            isDeviceOffline={elevator !== null && elevator.status !== 1}
            floors={elevator === null ? null : { min: elevator.floor_min, max: elevator.floor_max }}
            nowMs={nowMs}
            onRecording={onRecording}
          />
        </div>
        <div className="rc-desk__contacts">
          <Contacts contacts={contactsOf(row, elevator)} />
        </div>
        <div className="rc-desk__facts">
          <CallFacts row={row} elevator={elevator} timeline={timeline} />
        </div>
        {openForms.map((form) => (
          <div
            key={`${form.row.id} ${form.event} ${form.round ?? 0}`}
            className="rc-desk__form"
            hidden={form.row.id !== row.id}
            onInput={onInput}
          >
            <StepPanel
              event={form.event}
              isObsolete={!deskOffer(form.row, { can }).actions.some(({ event }) => event === form.event)}
              context={{
                row: form.row,
                userId,
                elevator: form.row.id === row.id ? elevator : null,
                peopleInCar: form.row.id === row.id ? (car.data?.people ?? null) : null,
                noticeRounds:
                  form.row.id === row.id && timeline.kind === 'ready' ? roundsSoFar(timeline.value) : undefined,
                nowMs,
                users$,
                causes$,
                submit: onStep,
                team: teamOf?.(form.row),
              }}
              onClose={() => onCloseForm(form.row.id)}
            />
          </div>
        ))}
        <div className="rc-desk__timeline">
          <DeskTimeline timeline={timeline} asked={asked} actions={why} />
        </div>
      </div>
      <HandOverLine
        row={row}
        nowMs={nowMs}
        userId={userId}
        onAnswer={isOffered('rescue.handOverAccepted') ? onAction : undefined}
      />
      <ActionBar
        row={row}
        can={can}
        offer={offer}
        openEvent={openHere?.event ?? null}
        isAnswering={isAnswering}
        problem={answerProblem}
        onAction={onAction}
      />
    </section>
  );
}
