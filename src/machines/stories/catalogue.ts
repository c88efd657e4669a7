import { getNextTransitions, type AnyMachineSnapshot, type AnyStateMachine, type EventObject } from 'xstate';
import { alarmDialogMachine } from '../alarmDialogMachine.ts';
import type { Deadline, Lifecycle, LifecycleState, UnparsedEvent } from '../lifecycle.ts';
import { isGroup, unsweptLifts, type IncidentSnapshot } from '../incidentMachine.ts';
import { lifecycles, type AnyLifecycle, type StreamPrefix } from '../lifecycles.ts';
import { pushConnectionMachine } from '../pushConnectionMachine.ts';
import { replayMachine } from '../replayMachine.ts';
import { sessionMachine } from '../sessionMachine.ts';
import { delayName } from './delayName.ts';
import { alarmDialogEvents, pushConnectionEvents, replayEvents, sessionEvents } from './interactionEvents.ts';
import { reachableStates, type ReachableState } from './reachableStates.ts';
import {
  exampleAtMs,
  exampleDevice,
  exampleSystem,
  exampleUser,
  representativeEvents,
} from './representativeEvents.ts';
import { stateKey } from './stateKey.ts';

/** The actors that may cause each event in a state. */
export interface AllowedEvents {
  readonly who: string;
  readonly types: readonly string[];
}

/** One reachable state of a machine as its story shows it. */
export interface ShownState {
  readonly key: string;
  readonly state: AnyMachineSnapshot;
  /** The shortest way here. */
  readonly path: readonly string[];
  /** Index and label as clients see them; undefined for interaction machines. */
  readonly status: string | undefined;
  readonly allowed: readonly AllowedEvents[];
  /** The automatic events. */
  readonly deadlines: readonly string[];
}

export interface MachineEntry {
  readonly name: string;
  /** Chinese. */
  readonly title: string;
  readonly machine: AnyStateMachine;
  readonly states: readonly ShownState[];
}

const deadlineNames: Readonly<Record<string, string>> = {
  respond: '受理时限',
  arrive: '到场时限',
  lapse: '受理失效',
  escalate: '升级通知',
  handle: '处理时限',
  shelf: '搁置结束',
  expire: '有效期',
  result: '结果时限',
  retry: '重试',
  resend: '再次发送',
  unheard: '无人应答',
};

function duration(ms: number): string {
  if (ms < 1_000) return `${ms} 毫秒`;
  if (ms < 60_000) return `${ms / 1_000} 秒`;
  return `${ms / 60_000} 分钟`;
}

function deadlineText({ kind, dueAtMs, data }: Deadline): string {
  const level = data?.['level'];
  return `${deadlineNames[kind] ?? kind}（${kind}${level === undefined ? '' : ` 第 ${level} 轮`}）：${duration(dueAtMs - exampleAtMs)}后`;
}

const people = [
  { who: '人员', actor: exampleUser },
  { who: '设备', actor: exampleDevice },
  { who: '系统', actor: exampleSystem },
] as const;

/** Late shows another status in the same state: a state of its own to look at. */
const keyWithOverdue =
  <E extends UnparsedEvent, S extends LifecycleState>(lifecycle: Lifecycle<E, S>) =>
  (state: S): string =>
    `${stateKey(state.value)}${lifecycle.statusIndex(state) === 3 ? '+overdue' : ''}`;

/** An incident of several lifts may be closed only when no car is left to be swept. */
function keyOfIncident(state: IncidentSnapshot): string {
  const key = keyWithOverdue(lifecycles.incident)(state);
  if (!isGroup(state.context)) return key;
  const left = Math.min(2, unsweptLifts(state.context).length);
  return `${key}+${left === 0 ? 'swept' : `left${left}`}`;
}

interface StateKeys {
  keyOf(state: AnyMachineSnapshot): string;
}

/** Keys of the states of lifecycles whose states differ by more than their value. */
const ownKeys: { readonly [Prefix in StreamPrefix]?: StateKeys } = {
  rescue: { keyOf: keyWithOverdue(lifecycles.rescue) },
  fault: { keyOf: keyWithOverdue(lifecycles.fault) },
  scooter: { keyOf: keyWithOverdue(lifecycles.scooter) },
  incident: { keyOf: keyOfIncident },
};

function shownLifecycle(lifecycle: AnyLifecycle): MachineEntry {
  const { name, title, machine, streamPrefix } = lifecycle;
  const keys = ownKeys[streamPrefix];
  const reachable = reachableStates<AnyMachineSnapshot, UnparsedEvent, never>(
    machine,
    (state) => representativeEvents(lifecycle, state),
    keys === undefined ? {} : { keyOf: (state) => keys.keyOf(state) },
  );
  const states = reachable.map(({ key, state, events }) => ({
    key,
    state,
    path: events.map(({ type }) => type),
    status: lifecycle.describeState(state),
    allowed: people.map(({ who, actor }) => ({
      who,
      types: [
        ...new Set(
          representativeEvents(lifecycle, state)
            .filter((event) => event.actor.kind === actor.kind)
            .map(({ type }) => type),
        ),
      ],
    })),
    deadlines: lifecycle.deadlines(state).map(deadlineText),
  }));
  return { name, title, machine, states };
}

/** The named delays that run in a state, with their length. */
function delayTexts(machine: AnyStateMachine, state: AnyMachineSnapshot): readonly string[] {
  const names = getNextTransitions(state)
    .map(({ eventType }) => delayName(eventType))
    .filter((name) => name !== undefined);
  return [...new Set(names)].map((name) => {
    const afterMs: unknown = machine.implementations.delays[name];
    return typeof afterMs === 'number' ? `${name}：${duration(afterMs)}后` : `${name}：随机退避后`;
  });
}

function shownInteraction<S extends AnyMachineSnapshot, E extends EventObject>(
  machine: AnyStateMachine,
  states: readonly ReachableState<S, E>[],
  events: readonly E[],
): readonly ShownState[] {
  return states.map(({ key, state, events: path }) => ({
    key,
    state,
    path: path.map(({ type }) => delayName(type) ?? type),
    status: undefined,
    allowed: [
      { who: '可发生', types: [...new Set(events.filter((event) => state.can(event)).map(({ type }) => type))] },
    ],
    deadlines: delayTexts(machine, state),
  }));
}

const sessionStates = reachableStates(sessionMachine, () => [...sessionEvents], { input: { token: null } });
const alarmDialogStates = reachableStates(alarmDialogMachine, () => [...alarmDialogEvents], { input: { userId: 1 } });
const pushConnectionStates = reachableStates(pushConnectionMachine, () => [...pushConnectionEvents], {
  input: { resume: null, random: () => 0.5 },
});
const replayStates = reachableStates(replayMachine, () => [...replayEvents]);

/** Every machine with its reachable states: what the generated stories show. */
export const machineCatalogue: readonly MachineEntry[] = [
  ...Object.values<AnyLifecycle>(lifecycles).map(shownLifecycle),
  {
    name: 'session',
    title: '登录会话',
    machine: sessionMachine,
    states: shownInteraction(sessionMachine, sessionStates, sessionEvents),
  },
  {
    name: 'alarmDialog',
    title: '报警弹窗',
    machine: alarmDialogMachine,
    states: shownInteraction(alarmDialogMachine, alarmDialogStates, alarmDialogEvents),
  },
  {
    name: 'pushConnection',
    title: '推送连接',
    machine: pushConnectionMachine,
    states: shownInteraction(pushConnectionMachine, pushConnectionStates, pushConnectionEvents),
  },
  {
    name: 'replay',
    title: '历史回放',
    machine: replayMachine,
    states: shownInteraction(replayMachine, replayStates, replayEvents),
  },
];
