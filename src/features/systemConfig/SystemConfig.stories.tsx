import { expect, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { sysConfigEdit, sysConfigList, type SysConfig } from '../../contract/endpoints/sysConfig.ts';
import { sysConfigDefaults } from '../../contract/sysConfigDefaults.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import type { Permission } from '../../contract/permissions.ts';
import { settingKeys, settingLabel } from '../../contract/sysConfig.ts';
import { answer, failing, featureDepsFixture, fixtureCall, silent } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { createSystemConfig } from './index.ts';

const listed = (values: SysConfig, version: number): OutputOf<typeof sysConfigList> =>
  settingKeys.map((key) => ({
    key,
    label: settingLabel(key),
    value: values[key],
    updated_at: key === 'arrive_limit_minutes_city' ? '2026-11-20T09:12:00.000+08:00' : null,
    ...(key === 'arrive_limit_minutes_city' ? { updated_by: '关立群' } : {}),
    version,
  }));
const changedByOthers: SysConfig = { ...sysConfigDefaults, arrive_limit_minutes_city: 25 };
const list = answer(sysConfigList, () => listed(changedByOthers, 3));

const shown = (answers: Parameters<typeof fixtureCall>[0], permissions?: readonly Permission[]) => {
  const { call, asked } = fixtureCall(answers);
  return {
    asked,
    render: () => (
      <ScreenStory
        create={createSystemConfig}
        deps={featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) })}
      />
    ),
  };
};
const retype = async (input: HTMLElement, text: string): Promise<void> => {
  await userEvent.clear(input);
  await userEvent.type(input, text);
};

export default { title: 'features/SystemConfig', parameters: { layout: 'fullscreen' } };
export const Default = {
  render: shown([list]).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByLabelText('受理时限')).toHaveValue('180');
    await expect(page.getByText('最近修改：关立群 2026-11-20 09:12:00')).toBeVisible();
    await expect(page.getByText('范围 30 到 1800 秒，默认 180 秒')).toBeVisible();
  },
};
export const Loading = { render: shown([silent(sysConfigList)]).render };
export const Failed = {
  render: shown([failing(sysConfigList, new CallError('offline', '网络连接已断开，请检查网络', 0))]).render,
};
export const Denied = {
  render: shown([failing(sysConfigList, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403))])
    .render,
};
export const ReadOnly = {
  render: shown([list], ['config.view']).render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await expect(await within(canvasElement).findByLabelText('救援热线')).toBeDisabled();
    await expect(within(canvasElement).queryByRole('button', { name: /保存|恢复默认/ })).toBeNull();
    await expect(within(canvasElement).queryByRole('link', { name: /变更历史/ })).toBeNull();
  },
};
const saving = shown([list, answer(sysConfigEdit, () => ({}))]);
/** Only what was changed is sent, with the version that was read. */
export const Saved = {
  render: saving.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await retype(await page.findByLabelText('受理时限'), '120');
    await userEvent.click(page.getByRole('button', { name: '恢复默认：到场时限：市区' }));
    await expect(page.getByText('已修改 2 项，尚未保存')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '保存修改' }));
    await waitFor(() =>
      expect(saving.asked.find(({ method }) => method === 'PUT')?.input).toEqual({
        respond_limit_seconds: 120,
        arrive_limit_minutes_city: 30,
        version: 3,
      }),
    );
  },
};
const wrong = shown([list, answer(sysConfigEdit, () => ({}))]);
export const WrongValues = {
  render: wrong.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await retype(await page.findByLabelText('受理时限'), '5');
    await retype(page.getByLabelText('第 2 轮'), '50');
    const inspection = within(page.getByRole('group', { name: '定期检验到期提醒' }));
    await retype(inspection.getByLabelText('第 3 次'), '30');
    await userEvent.click(page.getByRole('button', { name: '保存修改' }));
    await waitFor(() => expect(page.getByText('须在 30 到 1800 秒之间')).toBeVisible());
    await expect(page.getByText('须大于第 1 轮的 60 秒')).toBeVisible();
    await expect(page.getByText('须小于第 2 次的 30 天')).toBeVisible();
    await expect(wrong.asked.some(({ method }) => method === 'PUT')).toBe(false);
  },
};
let reads = 0;
const second = shown([
  answer(sysConfigList, () => {
    reads += 1;
    return reads === 1
      ? listed(changedByOthers, 3)
      : listed({ ...changedByOthers, respond_limit_seconds: 90, hotline: '12345' }, 4);
  }),
  failing(
    sysConfigEdit,
    new CallError('refused', '您编辑期间，王芳修改了“受理时限”。请核对标出的内容后再保存', refusalCodes.conflict, [
      { field: 'respond_limit_seconds', message: '王芳已改为 90 秒' },
    ]),
  ),
]);
/** Typed values stay, with the other editor's value beside them; untouched fields take the new value. */
export const SecondEditor = {
  render: second.render,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const page = within(canvasElement);
    await retype(await page.findByLabelText('受理时限'), '120');
    await userEvent.click(page.getByRole('button', { name: '保存修改' }));
    await waitFor(() => expect(page.getByText('王芳已改为 90 秒')).toBeVisible());
    await expect(page.getByRole('alert')).toHaveTextContent('请核对标出的内容后再保存');
    await expect(page.getByLabelText('受理时限')).toHaveValue('120');
    await expect(page.getByLabelText('救援热线')).toHaveValue('12345');
  },
};
