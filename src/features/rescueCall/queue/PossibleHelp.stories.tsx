import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import { fixtureNowMs } from '../../../contract/fixtures/rescueFixtures.ts';
import { ready } from '../../../streams/loading/loadState.ts';
import type { HelpRescue } from './OpenFromHelp.tsx';
import { PossibleHelp, type PossibleHelpProps } from './PossibleHelp.tsx';
import { RescueQueue } from './RescueQueue.tsx';
import './queue.css';

const noop = (): void => {};

type Resolve = NonNullable<PossibleHelpProps['onResolve']>;

const ofLift: QuarantineRow = {
  id: 2,
  topic: 'lift/COL000118/event',
  reason: 'at：时间格式不正确',
  could_be_help: true,
  payload: '{"id":"e-77","at":"昨天","kind":"trapped"}',
  repeat_num: 4,
  last_topic: 'lift/COL000118/event',
  last_payload: '{"id":"e-80","at":"昨天","kind":"trapped"}',
  elevator_id: 118,
  tag: 'YC-0118',
  addr: '1 幢 2 单元 2 号梯',
  community_name: '凌云科创园',
  sos_tel: '0500-8600118',
  created_at: '2026-11-21T13:02:10.000+08:00',
  updated_at: '2026-11-21T13:05:44.000+08:00',
  resolution: null,
};
const ofUnknown: QuarantineRow = {
  ...ofLift,
  id: 1,
  topic: 'lift/COL999999/event',
  reason: '设备未登记或未绑定电梯',
  payload: '{"id":"e-1","at":"2026-11-21T12:40:00+08:00","kind":"SOS"}',
  repeat_num: 3,
  last_topic: 'lift/COL888888/event',
  last_payload: '{"id":"e-9","at":"2026-11-21T12:40:30+08:00","kind":"SOS"}',
  elevator_id: null,
  tag: '',
  addr: '',
  community_name: '',
  sos_tel: '',
  created_at: '2026-11-21T12:40:01.000+08:00',
  updated_at: '2026-11-21T12:40:01.000+08:00',
};

const found = {
  id: 226,
  tag: 'YC-0226',
  addr: '2 幢 2 单元 2 号梯',
  community_name: '紫藤苑',
  full_area: '云川市东湖区',
  rescue_code: '100226',
  sos_tel: '0500-8600226',
};

const meta = {
  title: 'features/RescueCall/疑似求救',
  component: PossibleHelp,
  args: {
    messages: [ofLift, ofUnknown],
    onResolve: fn<Resolve>(async () => {}),
    rescue: { search: () => Promise.resolve([found]), open: fn<HelpRescue['open']>(async () => {}) },
  },
} satisfies Meta<typeof PossibleHelp>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

/** Its origin, its content, and whom to ring. */
export const Open: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await expect(await screen.findByRole('link', { name: '0500-8600118' })).toHaveAttribute('href', 'tel:0500-8600118');
    await expect(screen.getByText('未知设备')).toBeInTheDocument();
    await expect(screen.getByText(/可能是/, { selector: 'li:first-child p' })).toHaveTextContent(
      '可能是困人：时间写错了，共收到 4 次。',
    );
    await waitFor(() => expect(screen.getByText(/发来消息的设备没有登记，不知道它装在哪台电梯里/)).toBeVisible());
    // The parser's words are there for those who mend the device, folded.
    await expect(screen.getByText(/at：时间格式不正确/)).not.toBeVisible();
    await userEvent.click(screen.getAllByText(/消息原文（供维保/)[0] ?? document.body);
    await expect(screen.getAllByLabelText('最近一条消息原文')[0]).toHaveTextContent('e-80');
  },
};

/** The outcome is asked for, and stored with the name of the person who looked. */
export const Resolving: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await userEvent.click(await screen.findByRole('button', { name: '标记为已处理：YC-0118' }));
    const dialog = within(await screen.findByRole('dialog', { name: '标记为已处理' }));
    await userEvent.type(dialog.getByLabelText(/处理说明/), '已致电轿厢，无人被困');
    await userEvent.click(dialog.getByRole('button', { name: '已处理' }));
    await waitFor(() => expect(args.onResolve).toHaveBeenCalledWith(ofLift, '已致电轿厢，无人被困'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '标记为已处理' })).not.toBeInTheDocument());
  },
};

/** A message of a known lift becomes a rescue with two presses: the lift, its telephone and what is known are filled in. */
export const OpensRescue: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await userEvent.click(await screen.findByRole('button', { name: '开救援单：YC-0118' }));
    const dialog = within(await screen.findByRole('dialog', { name: '按疑似求救开救援单' }));
    await expect(dialog.getByLabelText(/轿厢求救电话/)).toHaveValue('0500-8600118');
    await userEvent.click(dialog.getByRole('button', { name: '开救援单' }));
    await waitFor(() =>
      expect(args.rescue?.open).toHaveBeenCalledWith(
        ofLift,
        expect.objectContaining({
          elevator_id: 118,
          caller_phone: '0500-8600118',
          detail: '疑似求救的设备消息：困人，2026-11-21 13:02:10 收到，共收到 4 次，时间写错了',
        }),
      ),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  },
};

/** Nobody knows where the sender is: the dispatcher finds the lift, whose telephone is filled in. */
export const OpensRescueOfUnknown: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await userEvent.click(await screen.findByRole('button', { name: '开救援单：未知设备' }));
    const dialog = within(await screen.findByRole('dialog', { name: '按疑似求救开救援单' }));
    await userEvent.type(dialog.getByRole('combobox', { name: /电梯/ }), '0226');
    await userEvent.click(await screen.findByRole('option', { name: /紫藤苑/ }));
    await expect(dialog.getByLabelText(/轿厢求救电话/)).toHaveValue('0500-8600226');
    await userEvent.click(dialog.getByRole('button', { name: '开救援单' }));
    await waitFor(() =>
      expect(args.rescue?.open).toHaveBeenCalledWith(ofUnknown, expect.objectContaining({ elevator_id: 226 })),
    );
  },
};

/** The only message. `dealtWith` is set by a colleague while the form is open. */
function ColleagueIsQuicker(props: PossibleHelpProps) {
  const [messages, setMessages] = useState(props.messages);
  return (
    <>
      <RescueQueue
        queue={ready([])}
        nowMs={fixtureNowMs}
        userId={61}
        selectedId={null}
        onSelect={noop}
        onNewCall={undefined}
        possibleHelp={messages}
        onResolveHelp={props.onResolve}
        helpRescue={props.rescue}
      />
      <button hidden data-testid="dealtWith" onClick={() => setMessages([])} />
    </>
  );
}
/** A colleague deals with the last message while the form is being filled in: the form and what was typed stay. */
export const FormStaysWhenListEmpties: Story = {
  args: { messages: [ofLift] },
  render: (args) => <ColleagueIsQuicker {...args} />,
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: /1 条疑似求救/ }));
    await userEvent.click(await screen.findByRole('button', { name: '开救援单：YC-0118' }));
    const dialog = within(await screen.findByRole('dialog', { name: '按疑似求救开救援单' }));
    await userEvent.type(dialog.getByLabelText(/情况说明/), '，轿厢无人接听');
    screen.getByTestId('dealtWith').click();
    await waitFor(() => expect(screen.queryByText(/1 条疑似求救/)).not.toBeInTheDocument());
    await expect(dialog.getByLabelText<HTMLTextAreaElement>(/情况说明/).value).toMatch(/，轿厢无人接听$/);
    await userEvent.click(dialog.getByRole('button', { name: '开救援单' }));
    await waitFor(() =>
      expect(args.rescue?.open).toHaveBeenCalledWith(ofLift, expect.objectContaining({ elevator_id: 118 })),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  },
};

/** Someone else was quicker: they are named, and nothing that was typed is lost. */
export const ResolvedByAnother: Story = {
  args: { onResolve: fn<Resolve>(() => Promise.reject(new Error('张伟 已处理该消息'))) },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await userEvent.click(await screen.findByRole('button', { name: '标记为已处理：未知设备' }));
    const dialog = within(await screen.findByRole('dialog', { name: '标记为已处理' }));
    await userEvent.type(dialog.getByLabelText(/处理说明/), '测试设备');
    await userEvent.click(dialog.getByRole('button', { name: '已处理' }));
    await expect(await dialog.findByText('张伟 已处理该消息')).toBeInTheDocument();
    await expect(dialog.getByLabelText(/处理说明/)).toHaveValue('测试设备');
  },
};

/** A user who may look but not handle. */
export const ReadOnly: Story = {
  render: ({ messages }) => <PossibleHelp messages={messages} />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: /2 条疑似求救/ }));
    await expect(await screen.findByText('未知设备')).toBeInTheDocument();
    await expect(screen.queryByRole('button', { name: /已处理|开救援单/ })).not.toBeInTheDocument();
  },
};
