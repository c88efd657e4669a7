import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { exceptionPrefixOf } from '../../src/contract/exceptions.ts';
import { isStreamOf, streamId, streamNumber } from '../../src/contract/streamName.ts';
import type { EventDraft } from '../../src/machines/lifecycle.ts';
import { lifecycles, type AnyLifecycle } from '../../src/machines/lifecycles.ts';
import { rulesActor } from '../domain/actors.ts';
import type { Commands } from '../domain/devices/commandFacts.ts';
import { decide, type DecisionParts } from '../domain/decide.ts';
import type { Directory } from '../domain/city/directory.ts';
import type { IncidentRecorder, Settings } from '../domain/domain.ts';
import type { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { findOpenException } from '../domain/records/openException.ts';
import type { OpenExceptionKey } from '../../src/machines/openExceptionKey.ts';
import { unlessRefused } from '../domain/refusal.ts';

export interface ExceptionFollowUpParts extends DecisionParts {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly people: NotifiedPeople;
  readonly commands: Pick<Commands, 'queue'>;
  readonly recorder?: Pick<IncidentRecorder, 'recordException'> | undefined;
}

/** Carries out the consequences of an event about a fault, a scooter or an incident. Carried out again after a crash it changes nothing. */
export type ExceptionFollowUp = (parts: ExceptionFollowUpParts, event: StoredEvent) => Promise<void>;

export const deviceKeyOf = ({ stream }: StoredEvent): string => streamId(stream);

export const exceptionIdOf = ({ stream }: Pick<StoredEvent, 'stream'>): number => streamNumber(stream);

/** Takes a step of the exception. False where its machine has no use for it: it was closed first, or has taken the same step before. */
export async function stepUnlessOver(
  parts: DecisionParts,
  stream: string,
  draft: EventDraft,
  { messageId, causationPosition }: { readonly messageId?: string; readonly causationPosition?: number } = {},
): Promise<boolean> {
  const prefix = Object.values(exceptionPrefixOf).find((name) => isStreamOf(name, stream));
  if (prefix === undefined) throw new Error(`${stream} is no exception`);
  const lifecycle: AnyLifecycle = lifecycles[prefix];
  const decision = await unlessRefused(
    decide(parts, lifecycle, { stream, actor: rulesActor, choose: () => draft, messageId, causationPosition }),
  );
  return decision !== undefined;
}

/**
 * The device reports that it is over: the open exception of that place and cause learns of it. Nothing happens to one that began after
 * this event, which is handled late, or for the second time.
 */
export async function clearOpen(
  parts: ExceptionFollowUpParts,
  event: StoredEvent,
  key: OpenExceptionKey,
  draft: EventDraft,
): Promise<void> {
  const open = await findOpenException(parts.store, key);
  if (open === undefined) return;
  const [opening] = await parts.store.readStream(open.stream);
  if (opening === undefined || (opening.causationPosition ?? opening.position) > event.position) return;
  await stepUnlessOver(parts, open.stream, draft, {
    messageId: `rule:clear:${event.position}:${key.causeKey}`,
    causationPosition: event.position,
  });
}
