import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { Directory } from '../../../server/domain/city/directory.ts';
import { listCommunities } from '../../../server/queries/community.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { communityList } from '../../../src/contract/endpoints/community.ts';
import { notificationList } from '../../../src/contract/endpoints/notification.ts';
import { exportHandlers } from '../../../server/http/handlers/exports.ts';
import type { SignedInRequest } from '../../../server/http/handlers.ts';
import { SentFile } from '../../../server/http/sentFile.ts';
import { readSheet } from '../../../server/spreadsheet/readSheet.ts';
import type { ParsedInputOf } from '../../../src/contract/endpoint.ts';
import { exportList as exportListCall } from '../../../src/contract/endpoints/exports.ts';
import { queueNotification } from '../../../server/notify/queueNotification.ts';
import { listNotifications } from '../../../server/queries/notification.ts';
import { messageWish } from '../../support/messageWish.ts';
import { channelsOf } from '../../support/recordingChannels.ts';
import { smallCity } from '../../support/smallCity.ts';
import { withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

/** The members of a request beside its user, where nothing looks at them. */
const nothingElse: Omit<SignedInRequest, 'principal'> = {
  ip: '127.0.0.1',
  agent: '',
  file: undefined,
  cookie: '',
  isEncrypted: false,
  origin: '',
  token: '',
  setCookie: () => undefined,
  clearCache: () => undefined,
};

describe.each(onBothDatabases())('exports on %s', (_database, createDatabase) => {
  const { now, clock, communityRows } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  beforeEach(() => {
    ({ store, admin, colleague, property } = now());
  });

  test('an export has every row of its list, with the same scope, filters, order and words, and needs the permission', async () => {
    await store.write(function* (queries) {
      const [home] = yield* run(queries.selectFrom('communities').selectAll().where('id', '=', 11));
      if (home === undefined) throw new Error('the city has no communities');
      const more = Array.from({ length: 600 }, (_, index) => ({
        ...home,
        id: 1_000 + index,
        name: `苑${index}`,
        site_type: 'mall',
      }));
      yield* run(queries.insertInto('communities').values(more));
    });
    const { exportList } = exportHandlers({ store, clock }, () => ({
      communityList: (query: ParsedInputOf<typeof communityList>, { principal }: SignedInRequest) =>
        listCommunities(store, principal, query),
    }));
    const asked = exportListCall.input.parse({
      path: communityList.path,
      query: { sort: 'name', order: 'asc', keyword: '苑' },
      columns: [
        { field: 'name', header: '名称', as: 'text' },
        { field: 'site_type', header: '场所类型', as: 'text', words: { mall: '商场' } },
        { field: 'elevator_num', header: '电梯', as: 'number' },
      ],
      format: 'xlsx',
      name: '小区',
    });
    const exported = async (by: Principal) => {
      const file = await exportList(asked, { ...nothingElse, principal: by });
      if (!(file instanceof SentFile) || file.body instanceof Uint8Array) throw new Error('no stream');
      const { rows } = await readSheet(await buffer(file.body), 1_000);
      return rows;
    };
    const rows = await exported(colleague);
    expect(rows[0]).toEqual(['名称', '场所类型', '电梯']);
    expect(rows.slice(1).map(([name]) => name)).toEqual(
      (
        await Promise.all(
          [1, 2, 3, 4].map((page) => communityRows(colleague, { page, page_size: 200, sort: 'name', keyword: '苑' })),
        )
      )
        .flat()
        .map(({ name }) => name),
    );
    expect(rows[1]?.[1] ?? '').toMatch(/^(商场)?$/);
    expect((await exported(admin)).length).toBe(rows.length);
    expect(await exported(property)).toEqual([['名称', '场所类型', '电梯']]);
    await expect(exported({ ...colleague, permissions: new Set() })).rejects.toMatchObject({ status: 403 });
  });

  test('notification records are exported within the scope, each with the round or rule that it follows from', async () => {
    const directory = await Directory.load(store);
    const { lift, farLift } = smallCity;
    for (const { id, tag } of [lift, farLift]) {
      const responsible = directory.elevator(id)?.responsible ?? null;
      const about = { elevatorId: id, tag, title: `呼叫 ${tag}`, responsible };
      const parts = { store, clock, channels: channelsOf() };
      await queueNotification(parts, messageWish({ key: `call-${id}`, ...about, source: 'ladder', rung: 2 }));
      const rule = { ruleId: 7, ruleVersion: 3, ruleName: '夜间三次门报警' };
      await queueNotification(parts, messageWish({ key: `rule-${id}`, ...about, ...rule }));
    }
    const { exportList } = exportHandlers({ store, clock }, () => ({
      notificationList: (query: ParsedInputOf<typeof notificationList>, { principal }: SignedInRequest) =>
        listNotifications(store, principal, query),
    }));
    const asked = exportListCall.input.parse({
      path: notificationList.path,
      variant: notificationList.variant,
      query: { sort: 'created_at', order: 'asc' },
      columns: [
        { field: 'tag', header: '电梯', as: 'text' },
        { field: 'source_label', header: '来源', as: 'text' },
        { field: 'state', header: '状态', as: 'text', words: { queued: '排队中' } },
      ],
      format: 'xlsx',
      name: '通知记录',
    });
    const exported = async (by: Principal) => {
      const file = await exportList(asked, { ...nothingElse, principal: by });
      if (!(file instanceof SentFile) || file.body instanceof Uint8Array) throw new Error('no stream');
      return (await readSheet(await buffer(file.body), 100)).rows.slice(1);
    };
    expect(await exported(property)).toEqual([
      [lift.tag, '第 2 轮', '排队中'],
      [lift.tag, '夜间三次门报警@3', '排队中'],
    ]);
    expect(await exported(admin)).toHaveLength(4);
    await expect(exported({ ...property, permissions: new Set() })).rejects.toMatchObject({ status: 403 });
  });
});
