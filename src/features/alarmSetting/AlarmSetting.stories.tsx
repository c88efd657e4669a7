import { expect, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import {
  alarmRuleChoices,
  alarmRuleFirings,
  alarmRuleLint,
  alarmRuleList,
  alarmRuleState,
  alarmRuleTest,
  alarmRuleTestCancel,
  alarmRuleTestResult,
  alarmRuleUpdate,
  alarmRuleVersions,
} from '../../contract/endpoints/alarmRule.ts';
import { personList, personOrganizations } from '../../contract/endpoints/person.ts';
import type { RuleFinding } from '../../contract/rules/alarmRule.ts';
import type { RuleRow, RuleTest } from '../../contract/rules/alarmRuleRow.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import type { Permission } from '../../contract/permissions.ts';
import { sentenceOf } from '../../contract/rules/ruleWords.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  onePage,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createAlarmSetting } from './index.ts';
import { choices, cutOffRow, firings, narrowBody, ruleRow, ruleRows, testResult, versions } from './rules.fixtures.ts';

const listing = (rows: readonly RuleRow[]) =>
  answer(alarmRuleList, ({ id }) => onePage(rows.filter((row) => id === undefined || row.id === id)));
const usual: readonly FixtureAnswer[] = [
  answer(alarmRuleVersions, () => ({ list: [...versions] })),
  answer(alarmRuleFirings, () => onePage([...firings])),
  answer(alarmRuleChoices, () => choices),
  answer(alarmRuleLint, (body) => ({ sentence: sentenceOf(body), findings: [] })),
  answer(alarmRuleTest, () => ({ test_id: 1 })),
  answer(alarmRuleTestCancel, () => ({})),
  answer(personList, () => onePage([])),
  answer(personOrganizations, () => []),
];
/** A story's own answers take precedence over the usual ones. */
const shown = (address: string, own: readonly FixtureAnswer[], permissions?: readonly Permission[]) => {
  const { call, asked } = fixtureCall([...own, ...usual]);
  const deps = featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) });
  return { asked, render: () => <ScreenStory create={createAlarmSetting} address={address} deps={deps} /> };
};
type Play = { readonly canvasElement: HTMLElement };
const done = (count: number): RuleTest => ({
  test_id: 1,
  state: 'done',
  progress: 1,
  message: '',
  result: testResult(count),
});
const all = listing(ruleRows);

export default { title: 'features/AlarmSetting', parameters: { layout: 'fullscreen' } };

export const List = {
  render: shown('', [all]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText('夜间长时间开门')).toBeVisible();
    await expect(page.getByText('系统自带')).toBeVisible();
    await expect(page.getByText('已自动暂停')).toBeVisible();
  },
};
export const Empty = { render: shown('', [listing([])]).render };
/** The firings and their reasons, with the first firing marked; an earlier version is restored as a new one. */
const restoring = shown('?id=1', [all, answer(alarmRuleUpdate, () => ({ id: 1, version: 3, findings: [] }))]);
export const Detail = {
  render: restoring.render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText('第一次触发')).toBeVisible();
    await expect(page.getByRole('link', { name: '异常 88' })).toBeVisible();
    await userEvent.click(page.getByRole('tab', { name: /版本/ }));
    await expect(page.getByText('除外：无 → 不在维保中')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '恢复此版本' }));
    await userEvent.click(await within(document.body).findByRole('button', { name: '恢复' }));
    await waitFor(() =>
      expect(restoring.asked.find(({ method }) => method === 'PUT')?.input).toMatchObject({
        id: 1,
        version: 2,
        unless: { maintenance: false },
      }),
    );
  },
};
export const CutOff = {
  render: shown('?id=4', [listing([cutOffRow])]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect((await page.findAllByText(/1 分钟内触发 1001 次/))[0]).toBeVisible();
    await expect(await page.findByRole('button', { name: '启用' })).toBeVisible();
  },
};
/** Users of one organisation can see a city-wide rule but cannot change it. */
export const ReadOnly = {
  render: shown('?edit=1', [listing([ruleRow(1, { can_edit: false })])]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByRole('button', { name: /^事件：/ })).toBeDisabled();
    await expect(page.queryByRole('button', { name: /保存|启用|试跑/ })).toBeNull();
  },
};
/** Only actions that work are offered; the preview follows each choice; an incomplete rule is not sent. */
const creating = shown('?edit=new', [all]);
export const New = {
  render: creating.render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: /^事件：/ }));
    await userEvent.click(await page.findByRole('checkbox', { name: '长时间开门' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: /^添加动作/ }));
    await expect(page.getByRole('button', { name: /维保工单/ })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /6 创建异常记录/ }));
    await userEvent.keyboard('{Escape}');
    await expect(page.getByText('发生长时间开门：创建异常记录（故障）')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(page.getByText('请填写规则名称')).toBeVisible());
    await expect(creating.asked.some(({ method, path }) => method === 'POST' && path === '/api/alarm/event')).toBe(
      false,
    );
  },
};
const ownersOf = (organizations: readonly { readonly value: string; readonly label: string }[]) =>
  answer(alarmRuleChoices, () => ({ ...choices, owners: { city: false, organizations: [...organizations] } }));
/** An administrator of one district begins with that district: a rule for the whole city would be refused at the end. */
export const NewInADistrict = {
  render: shown('?edit=new', [all, ownersOf([{ value: '1-2', label: '云川市东湖区' }])]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByRole('combobox', { name: /所属单位/ })).toHaveValue('云川市东湖区');
  },
};
/** Everything that is wrong with an empty rule is marked at once, each in its own place. */
export const EmptyActivated = {
  render: shown('?edit=new', [all, ownersOf([])]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '启用' }));
    await waitFor(() => expect(page.getByText('请填写规则名称')).toBeVisible());
    await expect(
      page.getByText('请选择您管辖的单位', { selector: '.ti-field__error, .ti-field__error *' }),
    ).toBeVisible();
    await expect(page.getByText(/请选择至少一种事件/)).toBeVisible();
    await expect(page.getByText(/请添加至少一个动作/)).toBeVisible();
  },
};
const findings: readonly RuleFinding[] = [
  { severity: 'error', field: 'actions.1.to', message: '这些对象在管辖的电梯中没有人，请另选通知对象' },
  { severity: 'warning', field: 'when.repeat', message: '平均每晚触发 6 次，值班人员可能不再留意' },
];
/** An error is shown beside its slot, a warning below. */
export const LintErrors = {
  render: shown('?edit=1', [
    listing([ruleRow(1)]),
    answer(alarmRuleLint, (body) => ({
      sentence: sentenceOf(body),
      findings: [...findings],
    })),
  ]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    const action = await page.findByRole('button', { name: /^动作 2/ }, { timeout: 5_000 });
    // The editor asks shortly after the last change, later still on a slow machine.
    await waitFor(() => expect(action).toHaveAccessibleDescription(/请另选通知对象/), { timeout: 5_000 });
    await expect(page.getByText(/提醒：平均每晚/)).toBeVisible();
  },
};
const halfway: RuleTest = { test_id: 1, state: 'running', progress: 0.42, message: '', result: null };
const running = shown('?edit=1', [listing([ruleRow(1)]), answer(alarmRuleTestResult, () => halfway)]);
export const TestRunning = {
  render: running.render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '试跑' }));
    await expect(await page.findByText('42%')).toBeVisible();
    await expect(page.getByRole('button', { name: '取消试跑' })).toBeVisible();
  },
};
export const Result = {
  render: shown('?edit=1', [listing([ruleRow(1)]), answer(alarmRuleTestResult, () => done(41))]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '试跑' }));
    await expect(await page.findByText('上周', { exact: false, selector: '[role=status]' })).toHaveTextContent(
      '上周会触发 41 次',
    );
    await expect(page.getByText(/4 条通知超出渠道/)).toBeVisible();
    await expect(page.getByRole('table', { name: /本应触发/ })).toBeVisible();
    await expect(page.getByText(/这条规则不发出声音/)).toBeVisible();
  },
};
/** More firings than are listed: the list says so, and the newest days stand first. */
const many: RuleTest = {
  ...done(418),
  result: {
    ...testResult(418),
    list: testResult(418).list.slice(0, 12),
    by_day: Array.from({ length: 20 }, (_, day) => ({ day: `2026-11-${String(day + 1).padStart(2, '0')}`, count: 20 })),
  },
};
export const ResultCut = {
  render: shown('?edit=1', [listing([ruleRow(1)]), answer(alarmRuleTestResult, () => many)]).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '试跑' }));
    await expect(await page.findByText(/^最近 \d+ 次，共 418 次$/)).toBeVisible();
    const days = within(page.getByRole('region', { name: '按日期，最近在前' }));
    await expect(days.getAllByRole('listitem')[0]).toHaveTextContent('2026-11-20');
    await expect(days.getByText('更早还有 10 天')).toBeVisible();
  },
};
/** The rule is narrowed and tested again: 41 → 6. It is then saved and activated, which asks only for a reason. */
let tests = 0;
const narrowing = shown('?edit=1', [
  listing([ruleRow(1)]),
  answer(alarmRuleTestResult, () => done(tests > 1 ? 6 : 41)),
  answer(alarmRuleTest, () => {
    tests += 1;
    return { test_id: tests };
  }),
]);
export const Compared = {
  render: () => {
    tests = 0;
    return narrowing.render();
  },
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: '试跑' }));
    await expect(await page.findByText('上周', { exact: false, selector: '[role=status]' })).toHaveTextContent('41 次');
    await userEvent.click(page.getByRole('button', { name: /^次数/ }));
    await userEvent.click(page.getByRole('button', { name: '增加次数' }));
    await userEvent.click(page.getByRole('button', { name: '增加次数' }));
    await userEvent.keyboard('{Escape}');
    await expect(page.getByText(/同一电梯 10 分钟内发生 5 次长时间开门/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '试跑' }));
    await waitFor(() =>
      expect(page.getByText('上周', { exact: false, selector: '[role=status]' })).toHaveTextContent(/41\s*6 次/),
    );
  },
};
/** A rule without a test of this version is activated with a reason. */
export const ActivateWithoutTest = {
  render: shown('?edit=5', [
    listing(ruleRows),
    answer(alarmRuleState, ({ reason }) => {
      if (reason === '')
        throw new CallError('refused', '该版本还没有试跑', refusalCodes.invalid, [
          { field: 'reason', message: '该版本还没有试跑。请先试跑，或说明为什么不试跑就启用。' },
        ]);
      return { id: 5, version: 2, findings: [] };
    }),
  ]).render,
  play: async ({ canvasElement }: Play) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '启用' }));
    await waitFor(() => expect(within(document.body).getByText(/该版本还没有试跑。/)).toBeVisible());
  },
};
/** Someone else has saved: their changes are shown, and one's own stay. */
let wasRefused = false;
const theirs = ruleRow(1, { version: 3, updated_by: '王芳' }, narrowBody);
export const Conflict = {
  render: () => {
    wasRefused = false;
    return shown('?edit=1', [
      answer(alarmRuleList, () => onePage([wasRefused ? theirs : ruleRow(1)])),
      answer(alarmRuleUpdate, () => {
        wasRefused = true;
        throw new CallError('refused', '您编辑期间，王芳修改了这条规则', refusalCodes.conflict);
      }),
      failing(alarmRuleState, new CallError('refused', '', refusalCodes.refused)),
    ]).render();
  },
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    const name = await page.findByLabelText(/规则名称/);
    await userEvent.clear(name);
    await userEvent.type(name, '夜间开门');
    await userEvent.click(page.getByRole('button', { name: '保存' }));
    await expect(await page.findByText(/3 次 → 同一电梯 10 分钟内发生 5 次/)).toBeVisible();
    await expect(name).toHaveValue('夜间开门');
  },
};
