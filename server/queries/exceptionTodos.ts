import type { Todo } from '../../src/contract/endpoints/stats.ts';
import type { KeptExceptionType } from '../../src/contract/exceptions.ts';
import type { Principal } from '../access/principal.ts';
import { exceptionScopeCondition } from '../access/scope.ts';
import { exceptionScope } from '../domain/city/recordScope.ts';
import type { Queries } from '../store/eventStore.ts';
import { totalOf, type OpenItems } from './openItems.ts';

/** The open ones of a type in the caller's scope, by what the tile says of them. */
const openOnes = (queries: Queries, by: Principal, type: KeptExceptionType) =>
  queries
    .selectFrom('exceptions as x')
    .where('x.is_open', '=', 1)
    .where('x.type', '=', type)
    .where('x.is_hidden', '=', 0)
    .where(() => exceptionScopeCondition(by.scope, 'x'))
    .select(['x.level', 'x.status', 'x.door_held', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['x.level', 'x.status', 'x.door_held'])
    .execute();

type Counted = Awaited<ReturnType<typeof openOnes>>;
const countOf = (rows: Counted, isMeant: (row: Counted[number]) => boolean): number => totalOf(rows.filter(isMeant));

const overdue = (rows: Counted): Todo['notes'][number] => ({
  key: 'overdue',
  label: '已超时',
  count: countOf(rows, ({ status }) => status === 3),
  tone: 'high',
});

/** Exactly what the pending list of its page gives. */
const todosOf = (
  type: KeptExceptionType,
  words: Pick<Todo, 'kind' | 'label' | 'unit' | 'quiet_note' | 'path'>,
  notesOf: (rows: Counted) => Todo['notes'] = () => [],
): OpenItems => ({
  permission: exceptionScope.viewedBy,
  async count(queries, by) {
    const rows = await openOnes(queries, by, type);
    return { ...words, count: totalOf(rows), notes: [...notesOf(rows), overdue(rows)] };
  },
});

export const scooterTodos = todosOf(
  2,
  {
    kind: 'scooter',
    label: '电动车',
    unit: '起',
    quiet_note: '当前没有电动车入梯',
    path: '/alarm-center/electric-scooter',
  },
  (rows) => [
    {
      key: 'doorHeld',
      label: '梯门保持',
      count: countOf(rows, ({ door_held: isHeld }) => isHeld === 1),
      tone: 'high',
    },
  ],
);

export const faultTodos = todosOf(
  3,
  { kind: 'fault', label: '故障', unit: '起', quiet_note: '当前没有待处理的故障', path: '/alarm-center/fault-fault' },
  (rows) => [{ key: 'urgent', label: '紧急', count: countOf(rows, ({ level }) => level === 1), tone: 'high' }],
);

export const incidentTodos = todosOf(4, {
  kind: 'incident',
  label: '事件',
  unit: '起',
  quiet_note: '当前没有待核查的事件',
  path: '/alarm-center/fault-event',
});
