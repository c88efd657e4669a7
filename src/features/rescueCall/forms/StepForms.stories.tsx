import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { BehaviorSubject } from 'rxjs';
import type { FaultCause } from '../../../contract/entities/exception.ts';
import { faultCausesFixture } from '../../../contract/fixtures/exceptionFixtures.ts';
import { ready, type LoadState } from '../../../streams/loading/loadState.ts';
import { CallError } from '../../../contract/call.ts';
import { RescueCall } from '../RescueCall.tsx';
import { inLayout, inRouter, pageWith, rowOf, type ShownDesk } from '../rescueCallStories.tsx';
import type { FormEvent } from '../rescueActions.ts';

const minute = 60_000;

const meta = {
  title: 'features/RescueCall/操作表单',
  component: RescueCall,
  decorators: [inLayout, inRouter],
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof RescueCall>;
export default meta;
type Story = StoryObj<typeof meta>;

type OnStep = NonNullable<NonNullable<ShownDesk['more']>['onStep']>;
const accepts = fn<OnStep>(() => Promise.resolve());

const withForm = (stage: Parameters<typeof rowOf>[0]['stage'], form: FormEvent, onStep: OnStep = accepts) =>
  pageWith({ row: rowOf({ stage, agoMs: 7.7 * minute }), form, more: { onStep } });

const catalogue$ = new BehaviorSubject<LoadState<readonly FaultCause[]>>(ready(faultCausesFixture));

const formOf = (canvasElement: HTMLElement, name: string) => within(within(canvasElement).getByRole('form', { name }));

export const Dispatch: Story = {
  args: withForm('accepted', 'rescue.dispatched'),
  play: async ({ canvasElement }) => {
    accepts.mockClear();
    const form = formOf(canvasElement, '派出');
    await waitFor(() => expect(form.getByLabelText(/派出人员或单位/)).toHaveFocus());
    // What happened so far stays in sight beside the form.
    await expect(within(canvasElement).getByRole('group', { name: '时间线内容' })).toBeVisible();
    await userEvent.click(form.getByRole('radio', { name: /3 级/ }));
    await expect(form.getByLabelText(/派出人员或单位/)).toHaveValue('119 消防救援');
    await userEvent.type(form.getByLabelText('预计到达'), '12');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(accepts).toHaveBeenCalledWith({
        id: 318,
        event: 'rescue.dispatched',
        data: { level: 3, who: '119 消防救援', phone: '119', etaMinutes: 12 },
      }),
    );
  },
};
export const DispatchFieldErrors: Story = {
  args: withForm('accepted', 'rescue.dispatched'),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '派出');
    await userEvent.clear(form.getByLabelText(/派出人员或单位/));
    await userEvent.type(form.getByLabelText('预计到达'), '300');
    await userEvent.click(form.getByRole('button', { name: /确认派出/ }));
    await expect(await form.findByText('请填写派出的救援人员或单位')).toBeVisible();
    await expect(form.getByText('预计到达最多 240 分钟')).toBeVisible();
  },
};
export const DispatchRefused: Story = {
  args: withForm('accepted', 'rescue.dispatched', () =>
    Promise.reject(new CallError('refused', '该救援单已由刘洋接手，请刷新后查看', 1006)),
  ),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '派出');
    await userEvent.click(form.getByRole('button', { name: /确认派出/ }));
    await expect(await form.findByRole('alert')).toHaveTextContent('该救援单已由刘洋接手');
    await expect(form.getByLabelText(/派出人员或单位/)).toHaveValue('安行电梯维保有限公司');
  },
};
export const DispatchRefusedByField: Story = {
  args: withForm('accepted', 'rescue.dispatched', () =>
    Promise.reject(
      new CallError('refused', '填写有误', 1001, [{ field: 'data.phone', message: '该号码已停用，请核对' }]),
    ),
  ),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '派出');
    await userEvent.click(form.getByRole('button', { name: /确认派出/ }));
    await expect(await form.findByText('该号码已停用，请核对')).toBeVisible();
  },
};
export const Arrive: Story = { args: withForm('dispatched', 'rescue.arrived') };
/** Typed later than it was: the time is sent as stated. The call came 7.7 minutes ago, at 18:34:48. */
export const ArriveStated: Story = {
  args: withForm('dispatched', 'rescue.arrived'),
  play: async ({ canvasElement }) => {
    accepts.mockClear();
    const form = formOf(canvasElement, '到场');
    await userEvent.type(form.getByLabelText('到场时间'), '18:30');
    await userEvent.click(form.getByRole('button', { name: /确认到场/ }));
    await expect(await form.findByText('到场时间应在呼叫（18:34）与现在（18:42）之间')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: '5 分钟前' }));
    await expect(form.getByLabelText('到场时间')).toHaveValue('18:37');
    await userEvent.click(form.getByRole('button', { name: /确认到场/ }));
    await waitFor(() =>
      expect(accepts).toHaveBeenCalledWith({
        id: 318,
        event: 'rescue.arrived',
        data: { statedAtMs: Date.parse('2026-11-21T18:37:00+08:00') },
      }),
    );
  },
};
export const Release: Story = { args: withForm('arrived', 'rescue.released') };
export const ReleaseFieldErrors: Story = {
  args: withForm('arrived', 'rescue.released'),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '脱困');
    await userEvent.clear(form.getByLabelText(/脱困人数/));
    await userEvent.click(form.getByRole('button', { name: /确认脱困/ }));
    await expect(await form.findByText('请填写脱困人数')).toBeVisible();
  },
};
export const SelfRelease: Story = { args: withForm('dispatched', 'rescue.selfReleased') };
export const Escalate: Story = { args: withForm('dispatched', 'rescue.escalated') };
export const Complete: Story = {
  args: withForm('released', 'rescue.completed'),
  play: async ({ canvasElement }) => {
    accepts.mockClear();
    const form = formOf(canvasElement, '完成');
    await userEvent.click(form.getByRole('radio', { name: '门系统故障' }));
    const [trapped, called] = form.getAllByRole('radio', { name: '是' });
    if (trapped === undefined || called === undefined) throw new Error('no yes/no choices');
    await userEvent.click(trapped);
    await userEvent.click(called);
    await userEvent.click(form.getByRole('button', { name: /完成救援/ }));
    // A last look before it is kept permanently; nothing has been sent.
    await expect(await form.findByText(/将永久记入：确有 2 人被困，登记脱困 2 人/)).toBeVisible();
    await expect(accepts).not.toHaveBeenCalled();
    await userEvent.click(form.getByRole('button', { name: '确认完成救援 Ctrl+Enter' }));
    await waitFor(() =>
      expect(accepts).toHaveBeenCalledWith({
        id: 318,
        event: 'rescue.completed',
        data: {
          peopleNum: 2,
          injuredNum: 0,
          vulnerableNum: 0,
          cause: 'door',
          wasTrapped: true,
          calledBack: true,
          handedTo: 'none',
        },
      }),
    );
  },
};
/** The detail stands below its cause, where the catalogue has any; another cause empties it. */
export const CompleteWithDetail: Story = {
  args: withForm('released', 'rescue.completed'),
  play: async ({ canvasElement }) => {
    accepts.mockClear();
    const form = formOf(canvasElement, '完成');
    const choose = async (name: string) => {
      await userEvent.click(form.getByRole('combobox', { name: '具体原因' }));
      await userEvent.click(await within(document.body).findByRole('option', { name }));
    };
    await userEvent.click(form.getByRole('radio', { name: '门系统故障' }));
    await choose('303 门机');
    await userEvent.click(form.getByRole('radio', { name: '轿厢故障' }));
    await expect(form.queryByRole('combobox', { name: '具体原因' })).toBeNull();
    await userEvent.click(form.getByRole('radio', { name: '门系统故障' }));
    await expect(form.getByRole('combobox', { name: '具体原因' })).toHaveTextContent('可不填');
    await choose('301 轿门锁');
    for (const yes of form.getAllByRole('radio', { name: '是' })) await userEvent.click(yes);
    await userEvent.click(form.getByRole('combobox', { name: '脱困方式' }));
    await userEvent.click(await within(document.body).findByRole('option', { name: '手动盘车' }));
    await userEvent.click(form.getByRole('button', { name: /完成救援/ }));
    await expect(await form.findByText(/脱困方式为手动盘车/)).toBeVisible();
    await expect(await form.findByText(/原因为门系统故障 · 轿门锁/)).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: '确认完成救援 Ctrl+Enter' }));
    await waitFor(() =>
      expect(accepts).toHaveBeenCalledWith(
        expect.objectContaining({
          data: expect.objectContaining({ cause: 'door', causeDetail: '301', releaseWay: 'handWinding' }),
        }),
      ),
    );
  },
};
/** The detail was retired while the form was open: it is marked in the same round as what is missing, each in its own words. */
export const CompleteDetailRetired: Story = {
  args: pageWith({
    row: rowOf({ stage: 'released', agoMs: 7.7 * minute }),
    form: 'rescue.completed',
    more: { causes$: catalogue$, onStep: accepts },
  }),
  play: async ({ canvasElement }) => {
    catalogue$.next(ready(faultCausesFixture));
    const form = formOf(canvasElement, '完成');
    await userEvent.click(form.getByRole('radio', { name: '门系统故障' }));
    await userEvent.click(form.getByRole('combobox', { name: '具体原因' }));
    await userEvent.click(await within(document.body).findByRole('option', { name: '301 轿门锁' }));
    catalogue$.next(
      ready(faultCausesFixture.map((cause) => (cause.code === '301' ? { ...cause, is_retired: true } : cause))),
    );
    await userEvent.click(form.getByRole('button', { name: /完成救援/ }));
    await expect(await form.findByText('请选择具体原因')).toBeVisible();
    await expect(form.getByText('请选择是否确有人员被困')).toBeVisible();
    await expect(form.getByText('请选择是否已回访')).toBeVisible();
    await expect(form.queryByText('请选择原因')).toBeNull();
  },
};
export const CompleteFieldErrors: Story = {
  args: withForm('released', 'rescue.completed'),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '完成');
    await userEvent.clear(form.getByLabelText(/^被困人数/));
    await userEvent.click(form.getByRole('button', { name: /完成救援/ }));
    await expect(await form.findByText('请填写被困人数')).toBeVisible();
    await expect(form.getByText('请选择原因')).toBeVisible();
    await expect(form.getByText('请选择是否确有人员被困')).toBeVisible();
    await expect(form.getByText('请选择是否已回访')).toBeVisible();
  },
};
/** Three released, no one trapped, nine injured: each contradiction stands beside its field, and nothing is sent. */
export const CompleteImpossible: Story = {
  args: withForm('released', 'rescue.completed'),
  play: async ({ canvasElement }) => {
    accepts.mockClear();
    const form = formOf(canvasElement, '完成');
    await userEvent.clear(form.getByLabelText(/受伤人数/));
    await userEvent.type(form.getByLabelText(/受伤人数/), '9');
    await userEvent.click(form.getByRole('radio', { name: '人为原因' }));
    const [, called] = form.getAllByRole('radio', { name: '是' });
    const [notTrapped] = form.getAllByRole('radio', { name: '否' });
    if (notTrapped === undefined || called === undefined) throw new Error('no yes/no choices');
    await userEvent.click(notTrapped);
    await userEvent.click(called);
    await userEvent.click(form.getByRole('button', { name: /完成救援/ }));
    await expect(await form.findByText(/已登记脱困 2 人，不能选择无人被困/)).toBeVisible();
    await expect(form.getByText(/其他伤者写入备注/)).toBeVisible();
    await expect(form.queryByText(/将永久记入/)).toBeNull();
    await expect(accepts).not.toHaveBeenCalled();
  },
};
/** A change after the last look asks for confirmation again. */
export const CompleteLastLook: Story = {
  args: withForm('released', 'rescue.completed'),
  play: async ({ canvasElement }) => {
    accepts.mockClear();
    const form = formOf(canvasElement, '完成');
    await userEvent.click(form.getByRole('radio', { name: '门系统故障' }));
    for (const yes of form.getAllByRole('radio', { name: '是' })) await userEvent.click(yes);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect(await form.findByText(/将永久记入/)).toBeVisible();
    await userEvent.clear(form.getByLabelText(/受伤人数/));
    await userEvent.type(form.getByLabelText(/受伤人数/), '1');
    await expect(form.queryByText(/将永久记入/)).toBeNull();
    await userEvent.click(form.getByRole('button', { name: /完成救援/ }));
    await expect(await form.findByText(/受伤 1 人/)).toBeVisible();
    await expect(accepts).not.toHaveBeenCalled();
  },
};
export const JudgeFalse: Story = {
  args: withForm('accepted', 'rescue.judgedFalse'),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '误报');
    await userEvent.click(form.getByRole('button', { name: '误触报警按钮' }));
    await expect(form.getByRole('textbox', { name: /误报原因/ })).toHaveValue('误触报警按钮');
  },
};
export const HandOver: Story = { args: withForm('accepted', 'rescue.handOverOffered') };
export const HandOverFieldErrors: Story = {
  args: withForm('accepted', 'rescue.handOverOffered'),
  play: async ({ canvasElement }) => {
    const form = formOf(canvasElement, '转交');
    await userEvent.click(form.getByRole('button', { name: /请其接手/ }));
    await expect(await form.findByText('请选择接手人员')).toBeVisible();
  },
};
export const Note: Story = { args: withForm('dispatched', 'rescue.noted') };
/** A colleague was quicker: what was typed can still be read. */
export const Obsolete: Story = { args: withForm('arrived', 'rescue.arrived') };
