import type { CallError } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { visitUnplanned } from '../../contract/endpoints/visit.ts';
import { checkListDetail, checkListList } from '../../contract/endpoints/visitPlanning.ts';
import { codeOfItem, countByKind, type CheckListDetail } from '../../contract/entities/checkList.ts';
import { pageFrom } from '../../contract/envelope.ts';
import { cycleKinds } from '../../contract/visits/visitKinds.ts';
import { answer, type FixtureAnswer } from '../../parts/stories/featureDeps.fixtures.ts';

type UnplannedLift = OutputOf<typeof visitUnplanned>['list'][number];

/** Lifts that lack something, each something else. */
export const unplannedLifts: readonly UnplannedLift[] = [
  ['未登记电梯类别，请先在电梯管理中填写', '云川速援电梯有限公司'],
  ['消防员电梯与防爆电梯须按制造单位的项目维保，请先导入专用清单，再在电梯管理中选择', '云川速援电梯有限公司'],
  ['未登记维保单位，请先在电梯管理中填写', ''],
].map(([hindrance = '', maintenance_name = ''], index) => ({
  id: 71 + index,
  tag: `CH-07-0${index + 1}`,
  addr: `7 栋 ${index + 1} 单元`,
  community_id: 11,
  community_name: '翠湖花园',
  maintenance_name,
  hindrance,
}));

const itemNames = ['消防员返回功能', '消防员入口层开关', '轿厢内消防员服务钥匙', '井道防水与排水', '双路电源切换'];
const listFixture = (id: number, name: string, version: number): CheckListDetail => {
  const items = cycleKinds.flatMap((kind) =>
    itemNames.map((item, index) => ({
      code: codeOfItem(kind, index + 1),
      kind,
      name: item,
      requirement: '功能正常，标志清晰，按制造单位要求检查',
      is_test: kind === 'year' && index === 0,
    })),
  );
  return {
    id,
    name,
    category: 'traction',
    version,
    item_num: items.length,
    kind_nums: countByKind(items),
    elevator_num: id * 3,
    changed_at: '2026-11-20T10:12:00.000+08:00',
    items,
    versions: Array.from({ length: version }, (_, index) => ({
      version: version - index,
      at: `2026-11-${20 - index}T10:12:00.000+08:00`,
      item_num: items.length - (index === 1 ? 1 : 0),
      is_undo: version === 3 && index === 0,
    })),
  };
};
const lists = [listFixture(1, '迅达消防员电梯', 3), listFixture(2, '防爆电梯（化工园区）', 1)];

/** Answers about the makers' lists and the lifts that no visit is planned for. */
export const listAnswers = (
  unplanned: readonly UnplannedLift[],
  isEmpty: boolean,
  reading: () => Promise<void>,
  unplannedFailure: CallError | undefined,
): readonly FixtureAnswer[] => [
  answer(visitUnplanned, async (query) => {
    await reading();
    if (unplannedFailure !== undefined) throw unplannedFailure;
    return pageFrom(unplanned, query);
  }),
  answer(checkListList, async (query) => {
    await reading();
    return pageFrom(isEmpty ? [] : lists, query);
  }),
  answer(checkListDetail, async ({ id }) => {
    await reading();
    return lists.find((list) => list.id === id) ?? listFixture(id, '清单', 1);
  }),
];
