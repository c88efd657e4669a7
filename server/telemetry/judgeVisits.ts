import { streamName } from '../../src/contract/streamName.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import { clockActor } from '../domain/actors.ts';
import { decide, type DecisionParts } from '../domain/decide.ts';
import { unlessRefused } from '../domain/refusal.ts';
import { evidenceOf } from '../domain/visits/stayEvidence.ts';
import { unjudgedVisits } from '../domain/visits/unjudgedVisits.ts';
import { every } from '../runtime/clock.ts';
import { serviceSecondsOf, type ServiceSecondsParts } from './serviceSeconds.ts';

const judgePeriodMs = 60_000;
export type JudgeVisitsParts = DecisionParts & Pick<ServiceSecondsParts, 'counters'>;

/** Lets the devices speak about the visits that are due for it, each once; returns how many were judged. */
export async function judgeVisitsDue(parts: JudgeVisitsParts): Promise<number> {
  const due = await unjudgedVisits(parts);
  if (due.length === 0) return 0;
  const seconds = await serviceSecondsOf(
    parts,
    due.map(({ stay }) => stay),
  );
  for (const [index, { id, stay, flags }] of due.entries()) {
    const { reportedSeconds = 0, inspectionSeconds = 0, doorCycles = 0 } = seconds[index] ?? {};
    const staySeconds = Math.max(0, Math.round((stay.toMs - stay.fromMs) / 1_000));
    const data = { staySeconds, reportedSeconds, inspectionSeconds, doorCycles };
    await unlessRefused(
      decide(parts, visitLifecycle, {
        stream: streamName('visit', id),
        actor: clockActor,
        choose: () => ({
          type: 'visit.judged',
          data: { ...data, evidence: evidenceOf(data), ...(flags.length === 0 ? {} : { flags: [...flags] }) },
        }),
      }),
    );
  }
  return due.length;
}

/**
 * Judges each submitted visit by what its lift reported during the stay. What is due stands in the rows, so that a restart forgets no
 * visit, and one that a telephone sends late is judged for the time that it states.
 */
export function judgeVisits(parts: JudgeVisitsParts, onError: (error: unknown) => void): { close(): Promise<void> } {
  const judge = () => judgeVisitsDue(parts).then(() => undefined, onError);
  let judging = judge();
  const stop = every(parts.clock, judgePeriodMs, () => (judging = judging.then(judge)));
  return {
    async close() {
      stop();
      await judging;
    },
  };
}
