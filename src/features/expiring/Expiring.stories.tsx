import { expect, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { expiringList } from '../../contract/endpoints/expiring.ts';
import { expiringKinds } from '../../contract/entities/expiring.ts';
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
import { createExpiring } from './index.ts';

type Row = OutputOf<typeof expiringList>['list'][number];

const names = ['赵强', '云川速援有限公司', '安居物业', 'WB-2026-014', 'CH-01-01', 'YJ-02-01', 'YC-0047'];
const rowAt = (index: number): Row => {
  const kind = expiringKinds[index % expiringKinds.length] ?? 'inspection';
  const daysLeft = index * 3 - 12;
  return {
    key: `${kind}-${index}`,
    kind,
    record_id: index + 1,
    name: names[index % names.length] ?? '',
    owner: kind === 'licence' || kind === 'insurance' ? '' : '翠湖花园',
    detail: kind === 'certificate' ? 'T TS61203300000001' : '',
    expires_on: new Date(Date.UTC(2026, 10, 22 + daysLeft)).toISOString().slice(0, 10),
    days_left: daysLeft,
    company_kind: kind === 'contract' || kind === 'licence' || kind === 'insurance' ? 'maintenance' : null,
  };
};
const some = answer(expiringList, ({ kind }) =>
  onePage(
    Array.from({ length: 21 }, (_, index) => rowAt(index)).filter((row) => kind === undefined || row.kind === kind),
  ),
);
const shown = (answers: readonly FixtureAnswer[], address = '') => ({
  render: () => (
    <ScreenStory
      create={createExpiring}
      address={address}
      deps={featureDepsFixture({ call: fixtureCall(answers).call })}
    />
  ),
});

export default { title: 'features/Expiring', parameters: { layout: 'fullscreen' } };
export const Default = {
  ...shown([some]),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByText('已过期 12 天'));
    await waitFor(() =>
      expect(within(canvasElement).getByTestId('address')).toHaveTextContent(
        '/base-data/person-management?keyword=赵强',
      ),
    );
  },
};
export const OneKind = {
  ...shown([some], '?kind=inspection'),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await waitFor(async () => expect(await within(canvasElement).findAllByRole('row')).toHaveLength(4));
  },
};
export const Empty = shown([answer(expiringList, () => onePage([]))]);
export const Loading = shown([silent(expiringList)]);
export const Failed = shown([failing(expiringList, new CallError('offline', '网络连接已断开，请检查网络', 0))]);
export const Denied = shown([
  failing(expiringList, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403)),
]);
export const LongLabels = shown([
  answer(expiringList, () =>
    onePage([
      {
        ...rowAt(3),
        name: 'WB-2026-云川市高新技术产业开发区科学城东路云锦国际商务中心（二期）电梯维护保养合同-014',
        owner: '云川市高新技术产业开发区超高层住宅电梯应急救援与维护保养服务有限公司',
      },
      rowAt(1),
    ]),
  ),
]);
