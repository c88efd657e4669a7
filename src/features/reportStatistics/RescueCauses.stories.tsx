import { expect, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { statsRescueCauses } from '../../contract/endpoints/stats.ts';
import { rescueCauseLabels, type RescueCause } from '../../contract/labels.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createRescueCauses } from './index.ts';

const row = (cause: RescueCause | null, code: string, detail: string, num: number) => ({
  cause,
  cause_label: cause === null ? '' : rescueCauseLabels[cause],
  cause_detail: code,
  cause_detail_label: detail,
  num,
  trapped_num: Math.round(num * 0.8),
  people_num: Math.round(num * 1.5),
});
const causes = [
  row('door', '301', '轿门锁', 42),
  row('external', '201', '停电', 31),
  row('door', '', '', 18),
  row('human', '102', '装修搬运/野蛮搬运致门变形', 12),
  row(null, '', '', 6),
  row('car', 'JX4', '导靴/轿厢晃动', 3),
];
const counted = answer(statsRescueCauses, () => ({
  total: causes.reduce((sum, { num }) => sum + num, 0),
  causes,
}));
const shown = (answers: readonly FixtureAnswer[]) => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => <ScreenStory create={createRescueCauses} deps={featureDepsFixture({ call })} />,
  };
};

export default { title: 'features/RescueCauses', parameters: { layout: 'fullscreen' } };

/** Each cause with its details, and how many rescues tell theirs; a cause without a detail is a row of its own. */
export const Default = {
  render: shown([counted]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    // The chart has the same figures in a table of its own.
    const rows = within(await page.findByRole('region', { name: '救援原因统计' }));
    await expect(await rows.findByRole('row', { name: /轿门锁/ })).toHaveTextContent(/门系统故障.*42.*37\.5%.*34.*63/);
    await expect(rows.getByText('未细分')).toBeVisible();
    await expect(rows.getByText('未填原因（含未结束）')).toBeVisible();
    await expect(page.getByLabelText('全部救援')).toHaveTextContent('救援112起已填原因106起已填具体原因83.0%');
    await expect(page.getByRole('img', { name: /门系统故障 · 轿门锁 42 起/ })).toBeVisible();
  },
};
export const Empty = { render: shown([answer(statsRescueCauses, () => ({ total: 0, causes: [] }))]).render };
export const Loading = { render: shown([silent(statsRescueCauses)]).render };
export const Failed = {
  render: shown([failing(statsRescueCauses, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
