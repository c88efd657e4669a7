import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { RescueStep } from '../../../contract/endpoints/rescue.ts';
import type { ElevatorDetail } from '../../../contract/entities/elevator.ts';
import type { RescueOrderRow, TimelineEntry } from '../../../contract/entities/rescueOrder.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import type { Viewer } from '../../../machines/lifecycle.ts';
import { rescueSteps } from '../../../machines/rescuePresentation.ts';
import type { LoadState } from '../../../streams/loadState.ts';
import type { PolledData } from '../../../streams/pollLatestData.ts';
import { Steps } from '../../../ui/Steps/Steps.tsx';
import { StepPanel, type FormEvent } from '../forms/StepPanel.tsx';
import type { UserOption } from '../forms/stepForms.ts';
import { deskOffer, type DeskEvent } from '../rescueActions.ts';
import { ActionBar } from './ActionBar.tsx';
import { CallFacts } from './CallFacts.tsx';
import { CallStrip } from './CallStrip.tsx';
import { Contacts } from './Contacts.tsx';
import { contactsOf } from './contactsOf.ts';
import { DeskTimeline } from './DeskTimeline.tsx';
import { LiveCar } from './LiveCar.tsx';
import './desk.css';

/** An order with a form open on it. Forms of other orders stay, hidden, with what was typed. */
export interface OpenForm {
  readonly row: RescueOrderRow;
  readonly event: FormEvent;
}

export interface RescueDeskProps {
  row: RescueOrderRow;
  elevator: ElevatorDetail | null;
  timeline: LoadState<readonly TimelineEntry[]>;
  car: PolledData;
  nowMs: number;
  can: Viewer['can'];
  openForms: readonly OpenForm[];
  isAnswering: boolean;
  /** Why the last claim was refused. */
  answerProblem: string | null;
  users$: Observable<LoadState<readonly UserOption[]>>;
  onAction: (event: DeskEvent) => void;
  onCloseForm: (orderId: number) => void;
  /** Rejects with a CallError. */
  onStep: (step: RescueStep) => Promise<void>;
  onRecording?: () => void;
  /** Opens why the call rang. */
  why?: ReactNode;
}

/** Everything that one call needs, on one screen. */
export function RescueDesk({
  row,
  elevator,
  timeline,
  car,
  nowMs,
  can,
  openForms,
  isAnswering,
  answerProblem,
  users$,
  onAction,
  onCloseForm,
  onStep,
  onRecording,
  why,
}: RescueDeskProps) {
  const offer = deskOffer(row, { can });
  const openHere = openForms.find((form) => form.row.id === row.id) ?? null;
  const steps = rescueSteps(row).map(({ stage, label, at, state }) => ({
    id: stage,
    label,
    state,
    ...(at === null ? {} : { note: toDisplayTime(at).slice(11) }),
  }));
  return (
    <section className="rc-desk" aria-label={`救援单 ${row.id}`}>
      <CallStrip row={row} nowMs={nowMs} />
      <Steps steps={steps} label="救援进度" />
      <div className="rc-desk__middle">
        <div className="rc-desk__column">
          <LiveCar
            polled={car}
            isDeviceOffline={elevator !== null && elevator.status !== 1}
            floors={{ min: elevator?.floor_min ?? 1, max: elevator?.floor_max ?? 1 }}
            nowMs={nowMs}
            onRecording={onRecording}
          />
        </div>
        <div className="rc-desk__column">
          <Contacts contacts={contactsOf(row, elevator)} />
          <CallFacts row={row} elevator={elevator} />
        </div>
        <div className="rc-desk__column rc-desk__column--last">
          {openForms.map((form) => (
            <div key={`${form.row.id} ${form.event}`} className="rc-desk__form" hidden={form.row.id !== row.id}>
              <StepPanel
                event={form.event}
                isObsolete={!deskOffer(form.row, { can }).actions.some(({ event }) => event === form.event)}
                context={{
                  row: form.row,
                  elevator: form.row.id === row.id ? elevator : null,
                  peopleInCar: form.row.id === row.id ? (car.data?.people ?? null) : null,
                  nowMs,
                  users$,
                  submit: onStep,
                }}
                onClose={() => onCloseForm(form.row.id)}
              />
            </div>
          ))}
          {/* Out of sight, not out of the page, while something is filled in. */}
          <div className="rc-desk__timeline" hidden={openHere !== null}>
            <DeskTimeline timeline={timeline} actions={why} />
          </div>
        </div>
      </div>
      <ActionBar
        offer={offer}
        openEvent={openHere?.event ?? null}
        isAnswering={isAnswering}
        problem={answerProblem}
        onAction={onAction}
      />
    </section>
  );
}
