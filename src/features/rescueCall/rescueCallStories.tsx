import type { Decorator } from '@storybook/react-vite';
import { MemoryRouter } from 'react-router-dom';
import { of } from 'rxjs';
import {
  elevatorDetailFixture,
  fixtureNowMs,
  latestDataFixture,
  rescueRowFixture,
  timelineFixture,
  type RescueFixture,
} from '../../contract/fixtures/rescueFixtures.ts';
import type { ElevatorDetail, LatestData } from '../../contract/entities/elevator.ts';
import { faultCausesFixture } from '../../contract/fixtures/exceptionFixtures.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { Permission } from '../../contract/permissions.ts';
import { ready } from '../../streams/loading/loadState.ts';
import type { DeskState, RescueCallProps } from './RescueCall.tsx';
import type { RescueDeskProps } from './desk/RescueDesk.tsx';
import { deskQueue } from './queue/orderQueue.ts';
import type { UserOption } from './forms/stepForms.ts';
import type { FormEvent } from './rescueActions.ts';

const minute = 60_000;

/** The room that the layout leaves to a page: below the header, beside the drawer. */
export const inLayout: Decorator = (Story) => (
  <main style={{ padding: 'var(--page-padding)', margin: 'var(--header-height) 0 0 var(--drawer-width)' }}>
    <Story />
  </main>
);

/** For stories that show a part of the page and no addresses. */
export const inRouter: Decorator = (Story) => (
  <MemoryRouter>
    <Story />
  </MemoryRouter>
);

const dispatcher = (permission: Permission): boolean => permission !== 'rescue.delete';
export const onlooker = (permission: Permission): boolean =>
  permission === 'rescue.view' || permission === 'elevator.view' || permission === 'device.view';

/** A usual evening: one call in breach, two that ring, three under way. */
export const usualRows: readonly RescueOrderRow[] = [
  rescueRowFixture({ id: 318, stage: 'dispatched', agoMs: 7.7 * minute }),
  rescueRowFixture({
    id: 321,
    stage: 'pending',
    agoMs: 0.6 * minute,
    row: { addr: '2 栋 2 单元', community_name: '云锦雅苑', trigger: 'SOS', trigger_label: '轿厢按钮求救' },
  }),
  rescueRowFixture({
    id: 316,
    stage: 'arrived',
    agoMs: 12.4 * minute,
    row: { addr: 'A 座 3 号梯', community_name: '星河国际', accepted_by: { id: 62, name: '刘洋' } },
  }),
  rescueRowFixture({
    id: 320,
    stage: 'pending',
    agoMs: 3.9 * minute,
    row: { addr: '11 栋', community_name: '东岸家园', breach: 'respond', notice_level: 2, joined_num: 2 },
  }),
  rescueRowFixture({
    id: 311,
    stage: 'dispatched',
    agoMs: 34.2 * minute,
    row: { addr: '5 栋 1 单元', community_name: '梧桐里', breach: 'arrive', overdue: true },
  }),
  rescueRowFixture({
    id: 319,
    stage: 'accepted',
    agoMs: 5.1 * minute,
    row: {
      addr: '8 栋',
      community_name: '锦绣园',
      trigger: 'phone',
      trigger_label: '电话报警',
      caller_name: '李女士',
      caller_phone: '138 0000 4411',
    },
  }),
];

const users: readonly UserOption[] = [
  { id: 61, name: '张伟', role_label: '调度员', online: true },
  { id: 62, name: '刘洋', role_label: '调度员', online: true },
  { id: 71, name: '王强', role_label: '维保人员', online: false },
];

/** The dispatcher of the stories has the calls of the fixtures that someone has. */
const storyUserId = 61;

const noop = (): void => {};

export interface ShownDesk {
  readonly row: RescueOrderRow;
  readonly elevator?: Partial<ElevatorDetail>;
  readonly data?: Partial<LatestData> | null;
  readonly missedPolls?: number;
  readonly form?: FormEvent;
  readonly can?: RescueDeskProps['can'];
  readonly more?: Partial<RescueDeskProps>;
}

/** The desk of one order with everything that it shows. */
export function shownDesk({
  row,
  elevator = {},
  data = {},
  missedPolls = 0,
  form,
  can = dispatcher,
  more = {},
}: ShownDesk): DeskState {
  return {
    kind: 'shown',
    desk: {
      row,
      elevator: elevatorDetailFixture(row, elevator),
      timeline: ready(timelineFixture(row)),
      car: { data: data === null ? null : latestDataFixture(row, data), missedPolls },
      userId: storyUserId,
      can,
      openForms: form === undefined ? [] : [{ row, event: form }],
      isAnswering: false,
      answerProblem: null,
      users$: of(ready(users)),
      causes$: of(ready(faultCausesFixture)),
      onAction: noop,
      onCloseForm: noop,
      onStep: () => Promise.resolve(),
      ...more,
    },
  };
}

/** The page with this order selected among the usual ones. */
export function pageWith(
  shown: ShownDesk,
  rows: readonly RescueOrderRow[] = usualRows,
  userId: number = storyUserId,
): RescueCallProps {
  const others = rows.filter(({ id }) => id !== shown.row.id);
  return {
    queue: ready(deskQueue([...others, shown.row], userId)),
    selectedId: shown.row.id,
    desk: shownDesk(shown),
    nowMs: fixtureNowMs,
    userId,
    onSelect: noop,
    onNewCall: noop,
  };
}

export const rowOf = (fixture: Omit<RescueFixture, 'id'>): RescueOrderRow => rescueRowFixture({ id: 318, ...fixture });
