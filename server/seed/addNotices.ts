import type { NoticeKind } from '../../src/contract/entities/communityNotice.ts';
import { createCommunityNoticeDesk } from '../domain/base/communityNotice.ts';
import { dayOf } from '../../src/contract/time.ts';
import type { Clock } from '../runtime/clock.ts';
import { run, type EventActor, type EventStore } from '../store/eventStore.ts';

const doneKey = 'demo.communityNotices';
const dayMs = 86_400_000;
const importer: EventActor = { kind: 'system', id: 'demo', name: '演示数据' };

const drafts: readonly {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly content: string;
  readonly days: number;
}[] = [
  {
    kind: 'outage',
    title: '2 号电梯更换曳引钢丝绳停梯公告',
    content: '因更换曳引钢丝绳，2 号电梯将停止使用一天，请改乘 1 号电梯。给您带来不便，敬请谅解。',
    days: 1,
  },
  {
    kind: 'inspection',
    title: '电梯定期检验公告',
    content: '检验机构将对本小区电梯进行定期检验，检验期间各梯依次停用约一小时。',
    days: 3,
  },
  {
    kind: 'safety',
    title: '请勿将电动自行车推入电梯',
    content: '电动自行车及其电池进入轿厢有起火危险。请将车辆停放在集中充电区。',
    days: 60,
  },
  {
    kind: 'safety',
    title: '被困电梯怎么办',
    content: '请按轿厢内的报警按钮或拨打救援热线，报出六位救援码，在轿厢内等待，不要扒门。',
    days: 90,
  },
  { kind: 'other', title: '电梯安全宣传周活动', content: '物业将在小区广场讲解电梯安全常识，欢迎参加。', days: 7 },
];

/** Gives the demo city's first communities drafts of notices, once. */
export async function addNotices(store: EventStore, clock: Clock): Promise<void> {
  const isDone = await store.rows.selectFrom('store_meta').select('key').where('key', '=', doneKey).executeTakeFirst();
  if (isDone !== undefined) return;
  const nowMs = clock.nowMs();
  const communities = await store.rows.selectFrom('communities').select('id').orderBy('id').limit(24).execute();
  const rows = communities.flatMap(({ id: communityId }, index) => {
    const draft = drafts[index % drafts.length];
    if (draft === undefined) return [];
    const { days, ...texts } = draft;
    const fromMs = nowMs + ((index % 9) + 1) * dayMs;
    return [
      {
        ...texts,
        id: index + 1,
        community_id: communityId,
        state: 'draft' as const,
        valid_from: dayOf(fromMs),
        valid_to: dayOf(fromMs + days * dayMs),
      },
    ];
  });
  await store.write(function* (queries) {
    const [some] = yield* run(queries.selectFrom('community_notices').select('id').limit(1));
    if (some === undefined && rows.length > 0) yield* run(queries.insertInto('community_notices').values(rows));
  });
  const desk = createCommunityNoticeDesk({
    store,
    clock,
    onTrouble: (_trouble, error) => {
      throw error;
    },
  });
  await desk.recordInserted(
    rows.map(({ id }) => id),
    importer,
    nowMs,
  );
  await store.write(function* (queries) {
    yield* run(queries.insertInto('store_meta').values({ key: doneKey, value: String(nowMs) }));
  });
}
