import type { CheckListValues } from '../../src/contract/entities/checkList.ts';
import { codeOfItem } from '../../src/contract/entities/checkList.ts';
import { liftStates } from '../../src/contract/entities/elevatorFields.ts';
import { kindOfItem, type CheckItem } from '../../src/contract/visits/checkItem.ts';
import { standardItemsOf } from '../../src/contract/visits/checkItems.ts';
import { cycleKinds, type CycleKind } from '../../src/contract/visits/visitKinds.ts';
import { loadPrincipal } from '../access/loadPrincipal.ts';
import { createCheckListDesk } from '../domain/base/checkList.ts';
import { createElevatorDesk, readElevator } from '../domain/base/elevator.ts';
import { readSteps } from '../domain/rows/rowDesk.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { demoAccounts } from './demoAccounts.ts';
import { isOfflineInDemo } from './demoCity.ts';

const doneKey = 'demo.makersList';
const listName = '云梯消防员电梯';
const mostLifts = 3;
/** Fire-fighter's lifts stand in high buildings. */
const leastFloors = 18;

/** The maker's items beyond the standard's list, by the visit from which on they are asked; `test` marks those that are tested. */
const ownItems: readonly (readonly [kind: CycleKind, name: string, requirement: string, test?: 'test'])[] = [
  ['halfMonth', '消防员电梯开关及其玻璃面板', '开关位置正确，面板完好，标志清晰'],
  ['halfMonth', '轿厢内消防服务钥匙开关', '转动灵活，复位可靠'],
  ['halfMonth', '消防服务通信系统', '轿厢、机房与消防员入口层三方通话清晰', 'test'],
  ['quarter', '消防返回（阶段一）', '从任一层返回消防员入口层，开门停梯', 'test'],
  ['quarter', '轿厢内消防服务（阶段二）', '只应答轿内指令，门须持续按压关闭', 'test'],
  ['quarter', '底坑排水装置', '水泵与水位开关工作正常，底坑无积水'],
  ['halfYear', '轿顶安全窗及其电气安全装置', '打开时电梯停止运行', 'test'],
  ['halfYear', '井道与轿厢的防水罩', '无破损，不妨碍运行'],
  ['year', '消防电源切换', '主备电源切换后继续消防服务', 'test'],
  ['year', '至最高层的运行时间', '从消防员入口层到顶层不超过 60 秒', 'test'],
];

/** The maker's list: the standard's items for this category, which it takes over, with its own behind those of each kind. */
function makersList(): CheckListValues {
  const standard = standardItemsOf('traction', 'year');
  const items = cycleKinds.flatMap((kind): CheckItem[] => {
    const taken = standard.filter(({ code }) => kindOfItem(code) === kind);
    const own = ownItems.filter(([of]) => of === kind);
    return [
      ...taken,
      ...own.map(([, name, requirement, test]) => ({
        code: '',
        name,
        requirement,
        ...(test === undefined ? {} : { isTest: true }),
      })),
    ].map((item, index) => ({ ...item, code: codeOfItem(kind, index + 1) }));
  });
  return { name: listName, category: 'traction', items };
}

/**
 * Makes a few high lifts of the demo city fire-fighter's lifts with their maker's list, as an administrator enters both: once for a store
 * of any age, before their visits are planned.
 */
export async function addMakersList(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const administrator = demoAccounts.find(({ roleKey }) => roleKey === 'superAdministrator');
  const by = administrator === undefined ? undefined : await loadPrincipal(store, administrator.id);
  if (by === undefined) return;
  const parts = {
    store,
    clock,
    onTrouble: (_trouble: string, error: unknown) => {
      throw error;
    },
  };
  const high = await store.rows
    .selectFrom('elevators')
    .select(['id', 'brand_id'])
    .where('category', '=', 'traction')
    .where('state', '=', liftStates.inUse)
    .where('special_type', '=', '')
    .where('maintenance_id', 'is not', null)
    .where('floor_max', '>=', leastFloors)
    .orderBy('id')
    .execute();
  // One maker's: those of the first.
  const chosen = high
    .filter(({ id, brand_id: brand }) => brand === high[0]?.brand_id && !isOfflineInDemo(id))
    .slice(0, mostLifts);
  if (chosen.length > 0) {
    const known = await store.rows
      .selectFrom('check_lists')
      .select('id')
      .where('name', '=', listName)
      .executeTakeFirst();
    const list = known ?? (await createCheckListDesk(parts).save(by, makersList()));
    const lifts = createElevatorDesk(parts);
    for (const { id } of chosen) {
      const row = await readSteps(store.rows, readElevator(store.rows, id));
      if (row !== undefined) await lifts.save(by, { ...row, id, special_type: 'firefighter', check_list_id: list.id });
    }
  }
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(clock.nowMs()) }));
  });
}
