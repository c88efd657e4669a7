import type { RuleBody } from '../../src/contract/rules/alarmRule.ts';
import { alarmRuleEvents, ruleFiringEvents } from '../../src/contract/events/alarmRule.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { everybody } from '../access/everybody.ts';
import { ruleActionsName } from '../domain/rules/firstRulePosition.ts';
import { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { dueActions, endAction, postponeAction, shiftActions, type DueAction } from '../domain/rules/ruleActionsDue.ts';
import { findVersion } from '../domain/rules/ruleDesk.ts';
import { coversOrganization } from '../domain/rules/ruleScope.ts';
import { allDone } from '../runtime/allDone.ts';
import { every } from '../runtime/clock.ts';
import type { Subscription } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';
import { isUnacknowledged } from '../domain/records/isUnacknowledged.ts';
import { raiseNotice } from './raiseNotice.ts';
import { callRescue, openByRule } from './openExceptionByRule.ts';
import { orderVisitByRule } from './orderVisitByRule.ts';
import type { FiredAction, RuleActionParts } from './ruleFiring.ts';
import { notifyOnPlatform, sendMessages } from './ruleMessages.ts';

const dueActionsMs = 1_000;
const mostDueAtOnce = 100;
const mostVersionsKept = 1_000;

export type RuleActionsParts = Omit<RuleActionParts, 'people'> & {
  readonly onError: (error: unknown) => void;
};

export interface RuleActions extends Subscription {
  /** The calendar was moved: what waits still waits as long as it would have. */
  calendarMoved(byMs: number): Promise<void>;
}

/**
 * Carries out what follows from a firing: notices, messages, orders and records. Each action is named by the rule, its version, its place
 * and the firing's position, so that one carried out again after a crash changes nothing. What waits stands in `rule_actions_due`.
 */
export function runRuleActions(given: RuleActionsParts): RuleActions {
  const parts: RuleActionParts = { ...given, people: new NotifiedPeople(given) };
  const { store, clock } = parts;
  const { onError } = given;
  /** A version never changes. */
  const versions = new Map<string, RuleBody | undefined>();

  async function bodyOf(ruleId: number, version: number): Promise<RuleBody | undefined> {
    const key = `${ruleId}:${version}`;
    if (!versions.has(key)) {
      if (versions.size >= mostVersionsKept) versions.clear();
      versions.set(key, await findVersion(store, ruleId, version));
    }
    return versions.get(key);
  }

  async function actionsOf(event: StoredEvent): Promise<readonly FiredAction[]> {
    const firing = ruleFiringEvents['ruleFiring.fired'].parse(event.data);
    const body = await bodyOf(firing.ruleId, firing.version);
    if (body === undefined) return [];
    return body.actions.map((action, index) => ({
      position: event.position,
      firing,
      body,
      action,
      index,
      messageId: `rule:${firing.ruleId}:${firing.version}:${index}:${event.position}`,
    }));
  }

  async function perform(fired: FiredAction): Promise<void> {
    const { action, firing } = fired;
    const isOver = firing.kind === 'recovered';
    if (!isOver && action.only_if === 'unacknowledged' && !(await isUnacknowledged(store, firing))) return;
    switch (action.no) {
      case 1:
      case 2:
        return sendMessages(parts, { ...fired, action });
      case 7:
        return notifyOnPlatform(parts, { ...fired, action });
      case 4:
        return isOver ? undefined : callRescue(parts, fired);
      case 5:
        return isOver ? undefined : orderVisitByRule(parts, { ...fired, action });
      case 6:
        return isOver ? undefined : openByRule(parts, { ...fired, action });
    }
  }

  async function handle(event: StoredEvent): Promise<void> {
    if (event.type === 'alarmRule.cutOff') {
      await noticeOfCutOff(parts, event);
      return;
    }
    // None waits for another's commit, and one that fails holds up no other.
    await allDone((await actionsOf(event)).map((fired) => performOrPostpone(event, fired)));
  }

  function performOrPostpone(event: StoredEvent, fired: FiredAction): Promise<void> {
    const { delay_seconds: delay } = fired.action;
    // Those who were notified learn at once that it is over.
    return delay === 0 || fired.firing.kind === 'recovered' ? perform(fired) : postpone(event, fired.index, delay);
  }

  const postpone = ({ position, receivedAtMs }: StoredEvent, index: number, delaySeconds: number): Promise<void> =>
    postponeAction(store, { position, action_index: index, due_at_ms: receivedAtMs + delaySeconds * 1_000 });

  async function passDue(): Promise<void> {
    const due = await dueActions(store, clock.nowMs(), mostDueAtOnce);
    // One that fails holds up no other; the next look tries it again.
    await Promise.all(due.map((row) => passOne(row).catch(onError)));
  }

  async function passOne(due: DueAction): Promise<void> {
    const [event] = await store.readAll(due.position - 1, 1);
    const fired = event === undefined ? undefined : (await actionsOf(event))[due.action_index];
    if (fired !== undefined) await perform(fired);
    await endAction(store, due);
  }

  const subscription = store.subscribeDurably({
    name: ruleActionsName,
    startFrom: 'now',
    givesWay: true,
    laneOf(event) {
      if (isImported(event)) return undefined;
      if (event.type === 'alarmRule.cutOff') return event.stream;
      if (event.type !== 'ruleFiring.fired') return undefined;
      return `lift-${ruleFiringEvents['ruleFiring.fired'].pick({ elevatorId: true }).parse(event.data).elevatorId}`;
    },
    // Help, and what rings, before what is only written down.
    isUrgent: ({ type, data }) =>
      type === 'ruleFiring.fired' &&
      ruleFiringEvents['ruleFiring.fired'].pick({ priority: true }).parse(data).priority === 1,
    onEvent: handle,
    onError,
  });
  let looking = Promise.resolve();
  const stopLooking = every(clock, dueActionsMs, () => {
    looking = looking.then(passDue).catch(onError);
    return looking;
  });
  return {
    calendarMoved: (byMs) => shiftActions(store, byMs),
    async close() {
      stopLooking();
      await looking;
      await subscription.close();
    },
  };
}

/** Those who may change the rule learn that it says nothing until they do. */
async function noticeOfCutOff(parts: RuleActionParts, event: StoredEvent): Promise<void> {
  const { ruleId, version, firings } = alarmRuleEvents['alarmRule.cutOff'].parse(event.data);
  const body = await findVersion(parts.store, ruleId, version);
  if (body === undefined) return;
  const people = await everybody(parts);
  await raiseNotice(parts, event, {
    title: `报警规则已自动暂停：${body.name}`,
    detail: `一分钟内触发 ${firings} 次。请收窄条件，试跑后重新启用；其他规则与求救呼叫不受影响`,
    level: 0,
    rescueOrderId: null,
    elevatorId: null,
    userIds: people
      .filter(
        ({ permissions, scope }) =>
          permissions.has('rule.edit') && coversOrganization(parts.directory, scope, body.organization),
      )
      .map(({ userId }) => userId),
  });
}
