import { expect, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { auditList } from '../../contract/endpoints/audit.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createAuditLog } from './index.ts';

type Entry = OutputOf<typeof auditList>['list'][number];

const entries: Entry[] = [
  {
    id: 905,
    at: '2026-11-21T10:12:00.000+08:00',
    actor_name: '关立群',
    record: 'maintenance',
    record_id: '401',
    record_name: '云川速援有限公司',
    action: '修改',
    changes: [
      { field: '24 小时电话', before: '050*-*****01', after: '050*-*****77' },
      { field: '许可有效期', before: '2026-12-01', after: '2030-12-01' },
    ],
  },
  {
    id: 904,
    at: '2026-11-21T09:40:00.000+08:00',
    actor_name: '王芳',
    record: 'user',
    record_id: '6',
    record_name: '',
    action: '登录',
    changes: [{ field: '地址', before: '', after: '10.0.0.12' }],
  },
  {
    id: 903,
    at: '2026-11-21T09:02:00.000+08:00',
    actor_name: '关立群',
    record: 'region',
    record_id: '7',
    record_name: '湖滨街道',
    action: '新建',
    changes: [{ field: '名称', before: '', after: '湖滨街道' }],
  },
];

const shown = (answers: readonly FixtureAnswer[], address = '') => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => <ScreenStory create={createAuditLog} address={address} deps={featureDepsFixture({ call })} />,
  };
};
const list = answer(auditList, () => onePage(entries));

export default { title: 'features/AuditLog', parameters: { layout: 'fullscreen' } };
export const Default = {
  render: shown([list]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByText('云川速援有限公司'));
    await waitFor(() => expect(within(canvasElement).getByRole('table', { name: '变更内容' })).toBeVisible());
    await expect(within(canvasElement).getByText('2030-12-01')).toBeVisible();
  },
};
const ofOne = shown([list], '?record=maintenance&record_id=401');
/** The history of one record is the same list, with the record in the address. */
export const HistoryOfOne = {
  render: ofOne.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await within(canvasElement).findByText('云川速援有限公司');
    await expect(ofOne.asked.at(-1)?.input).toMatchObject({ record: 'maintenance', record_id: '401' });
    await userEvent.click(within(canvasElement).getByRole('button', { name: '仅编号 401' }));
    await waitFor(() => expect(ofOne.asked.at(-1)?.input).not.toHaveProperty('record_id'));
  },
};
export const Empty = { render: shown([answer(auditList, () => onePage([]))]).render };
export const Loading = { render: shown([silent(auditList)]).render };
export const Failed = {
  render: shown([failing(auditList, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
export const Denied = {
  render: shown([failing(auditList, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403))])
    .render,
};
