import { Subject } from 'rxjs';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import {
  bindingCode,
  bindingList,
  channelList,
  channelSave,
  channelTest,
  notificationDetail,
  templateList,
  templateSave,
} from '../../contract/endpoints/notification.ts';
import { personList } from '../../contract/endpoints/person.ts';
import type { TemplateFields } from '../../contract/entities/notification.ts';
import { notificationFixture } from '../../contract/fixtures/notificationFixtures.ts';
import { fixtureTime } from '../../contract/fixtures/rescueFixtures.ts';
import { notifyChannelLabels, templateKeyLabels } from '../../contract/notificationWords.ts';
import type { PushEvent } from '../../contract/push.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { fillTemplate, sampleValues, templateProblems } from '../../contract/templateText.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
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
import { channelFixture, usualChannels } from './channels.fixtures.ts';
import { createNotifyChannels } from './index.ts';

const shown = (answers: readonly FixtureAnswer[], address = '') => {
  const { call, asked } = fixtureCall(answers);
  const events$ = new Subject<PushEvent>();
  const deps = featureDepsFixture({ call });
  return {
    asked,
    events$,
    render: () => (
      <ScreenStory
        create={createNotifyChannels}
        address={address}
        deps={{ ...deps, live: { ...deps.live, events$ } }}
      />
    ),
  };
};
const channels = answer(channelList, () => ({ list: [...usualChannels] }));
const dialog = async () => within(await screen.findByRole('dialog'));
type Played = { canvasElement: HTMLElement };

export default { title: 'features/NotifyChannels', parameters: { layout: 'fullscreen' } };

/** One card per channel: what is set up, its state, its provider's limits and the address for receipts. */
export const Channels = {
  render: shown([channels]).render,
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('2 个已启用；1 个为演示，只记录、不真正发出')).toBeVisible();
    await expect(canvas.getAllByText('未配置')).toHaveLength(2);
    // A channel that is not set up sends nothing, not even a test message.
    await expect(canvas.queryByRole('button', { name: 'Webhook：给自己发测试消息' })).toBeNull();
  },
};
export const Loading = { render: shown([silent(channelList)]).render };
export const Denied = {
  render: shown([failing(channelList, new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403))])
    .render,
};

const refusal = new CallError('refused', '设置不正确，请修改后再保存', refusalCodes.invalid, [
  { field: 'show_number', message: '服务商没有这个主叫号码，请先在服务商后台申请' },
]);
const missing = new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
  { field: 'values.show_number', message: '请填写主叫号码' },
]);
const refused = shown([
  channels,
  answer(channelSave, ({ values }) => {
    throw values['show_number'] === '' ? missing : refusal;
  }),
]);
/** Secrets are never shown; a refusal appears beside its field, and what was typed stays. */
export const SettingsRefused = {
  render: refused.render,
  play: async ({ canvasElement }: Played) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '设置电话' }));
    const form = await dialog();
    await expect(form.getByText('已设置')).toBeInTheDocument();
    await userEvent.clear(form.getByLabelText(/主叫号码/));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await expect(await form.findByText('请填写主叫号码')).toBeVisible();
    await userEvent.type(form.getByLabelText(/主叫号码/), '02100000000');
    await userEvent.click(form.getByRole('button', { name: '更换AccessKey Secret' }));
    await userEvent.type(form.getByLabelText(/AccessKey Secret/), 'new-secret');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await expect(await form.findByText(/服务商没有这个主叫号码/)).toBeVisible();
    await expect(form.getByLabelText(/AccessKey Secret/)).toHaveValue('new-secret');
    await expect(refused.asked.filter(({ method }) => method === 'PUT').at(-1)?.input).toEqual({
      channel: 'voice',
      provider: 'real',
      values: { access_key_secret: 'new-secret', show_number: '02100000000' },
      version: 1,
    });
  },
};

let message = notificationFixture({ id: 77, agoMs: 1_000, state: 'attempted', source: 'test', title: '测试消息' });
const testing = shown([channels, answer(channelTest, () => ({ id: 77 })), answer(notificationDetail, () => message)]);
/** A test message to oneself advances along its chain as the provider reports. */
export const TestMessage = {
  render: testing.render,
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '电话：给自己发测试消息' }));
    await expect(await canvas.findByText('发送中')).toBeVisible();
    message = { ...message, state: 'answered', state_label: '已接听或已读' };
    testing.events$.next(changeFixture('notification.answered', { id: 77, elevatorId: null }));
    await expect(await canvas.findByText('已接听或已读')).toBeVisible();
  },
};

const nothing = new CallError(
  'refused',
  '您的账号没有关联人员，请先在人员管理中关联后再试',
  refusalCodes.notAllowedNow,
);
export const TestRefused = {
  render: shown([
    answer(channelList, () => ({ list: [channelFixture('voice', { provider: 'demo' })] })),
    failing(channelTest, nothing),
  ]).render,
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '电话：给自己发测试消息' }));
    await expect(await canvas.findByText(nothing.message)).toBeVisible();
  },
};

const template = (id: number, fields: TemplateFields) => ({
  ...fields,
  id,
  version: 1,
  key_label: templateKeyLabels[fields.key],
  channel_label: notifyChannelLabels[fields.channel],
  preview: fillTemplate(fields.text, sampleValues),
  problem: templateProblems(fields.channel, fields.text)[0] ?? '',
});
const templates = answer(templateList, () =>
  onePage([
    template(1, {
      key: 'call',
      channel: 'voice',
      text: '{小区}{位置}，{事件}，请按 1 受理',
      provider_code: 'TTS_2890',
    }),
    template(2, {
      key: 'call',
      channel: 'sms',
      text: '【梯安】{时间} {位置} {事件}，回拨 {回拨电话}',
      provider_code: 'SMS_4471',
    }),
    template(3, { key: 'rule', channel: 'wechat', text: '{小区} {电梯编号}：{说明} {楼层}', provider_code: '' }),
    template(4, { key: 'recovered', channel: 'wecom', text: '{电梯编号} 已恢复：{事件}', provider_code: '' }),
  ]),
);
const writing = shown([templates, answer(templateSave, () => ({ id: 1, version: 2 }))], '?tab=templates');
/** A variable is inserted at the cursor, the preview shows the message as received, and errors appear immediately. */
export const Templates = {
  render: writing.render,
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('没有变量“楼层”，请从下方选择')).toBeVisible();
    const [edit] = canvas.getAllByRole('button', { name: '编辑' });
    if (edit === undefined) throw new Error('no template');
    await userEvent.click(edit);
    const form = await dialog();
    const text = form.getByLabelText(/^内容/);
    await userEvent.clear(text);
    await userEvent.type(text, '有人被困：');
    await userEvent.click(form.getByRole('button', { name: '插入小区' }));
    await expect(text).toHaveValue('有人被困：{小区}');
    const preview = within(form.getByRole('region', { name: '电话预览' }));
    await expect(preview.getByText('有人被困：翠湖花园')).toBeVisible();
    await expect(preview.getByText('9 / 250 字')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(writing.asked.find(({ method }) => method === 'POST')?.input).toEqual({
        id: 1,
        version: 1,
        key: 'call',
        channel: 'voice',
        text: '有人被困：{小区}',
        provider_code: 'TTS_2890',
      }),
    );
  },
};

const binding = (id: number, name: string) => ({
  id,
  person_id: id + 10,
  person_name: name,
  organization_name: '翠湖物业',
  channel: 'wechat',
  masked_address: 'oK****9x',
  bound_at: fixtureTime(id * 86_400_000),
});
let bound = [binding(1, '周德明')];
const person = {
  id: 12,
  version: 1,
  name: '吴晓东',
  mobile: '13700005521',
  organization: '4-301',
  user_id: null,
  organization_name: '翠湖物业',
  user_name: null,
  certificate_expiry: null,
} as const;
const binder = shown(
  [
    answer(bindingList, () => onePage(bound)),
    answer(personList, () => onePage([{ ...person, duties: [], certificates: [] }])),
    answer(bindingCode, () => ({ content: 'https://weixin.qq.com/q/02abc', expires_at: fixtureTime(-600_000) })),
  ],
  '?tab=bindings',
);
/** The dialog reports that the person has scanned the code, and the person appears in the list. */
export const BindByCode = {
  render: binder.render,
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '绑定微信' }));
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: '生成二维码' }));
    await waitFor(() => expect(form.getByText('请选择人员')).toBeVisible());
    await userEvent.type(form.getByLabelText('人员'), '吴');
    await userEvent.click(await screen.findByRole('option', { name: /吴晓东/ }));
    await userEvent.click(form.getByRole('button', { name: '生成二维码' }));
    await expect(await form.findByRole('img', { name: '吴晓东的微信绑定二维码' })).toBeVisible();
    await expect(form.getByText(/18:52 前有效/)).toBeVisible();
    await waitFor(() => expect(binder.asked.filter(({ path }) => path === bindingList.path).length).toBeGreaterThan(1));
    bound = [...bound, binding(2, '吴晓东')];
    await expect(await form.findByText('吴晓东已绑定微信', {}, { timeout: 10_000 })).toBeVisible();
    await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(3));
  },
};
