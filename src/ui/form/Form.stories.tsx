import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useForm } from 'react-hook-form';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import * as z from 'zod';
import { FormDialog } from '../FormDialog/FormDialog.tsx';
import { ReconnectsContext } from '../live/ReconnectsContext.ts';
import { anyTime } from '../time/timeRange.ts';
import { DateTimeRangeField } from './DateTimeRangeField.tsx';
import { LookupField } from './LookupField.tsx';
import { MultiSelectField } from './MultiSelectField.tsx';
import { NumberField } from './NumberField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SelectField } from './SelectField.tsx';
import { SliderField } from './SliderField.tsx';
import { SwitchField } from './SwitchField.tsx';
import { TextArea } from './TextArea.tsx';
import { TextField } from './TextField.tsx';

const schema = z.object({
  name: z.string().min(1, '请填写姓名').max(20, '姓名最多 20 字'),
  phone: z.string().regex(/^1\d{10}$/, '请填写 11 位手机号'),
  password: z.string().min(8, '密码至少 8 位'),
  weight: z.number('请填写数字').min(0, '不能小于 0').max(100, '不能大于 100').nullable(),
  role: z
    .number('请选择角色')
    .nullable()
    .refine((role) => role !== null, '请选择角色'),
  areas: z.array(z.number()),
  street: z.number().nullable(),
  period: z.object({ fromMs: z.number().nullable(), toMs: z.number().nullable() }),
  note: z.string(),
  isActive: z.boolean(),
  volume: z.number(),
});
type Values = z.input<typeof schema>;

const empty: Values = {
  name: '',
  phone: '',
  password: '',
  weight: null,
  role: null,
  areas: [],
  street: null,
  period: anyTime,
  note: '',
  isActive: true,
  volume: 30,
};
const areas = ['滨江', '上城', '西湖', '余杭', '萧山', '临平', '钱塘', '富阳', '临安', '拱墅', '桐庐'].map(
  (label, value) => ({ value, label: `${label}区` }),
);
const streets = ['滨江路', '人民路', '学府街', '高新大道', '环湖路'].map((label, value) => ({
  value,
  label,
  detail: `${label} 1 号至 200 号`,
}));

function StoryForm({ onSubmit, values = empty }: { onSubmit: (values: Values) => Promise<void>; values?: Values }) {
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(schema), defaultValues: values });
  const { control } = form;
  return (
    <FormDialog
      title="新建收件人"
      isOpen
      onClose={() => undefined}
      form={form}
      onSubmit={onSubmit}
      fields={['name', 'phone']}
      columns={2}
      maxWidth={800}
    >
      <TextField control={control} name="name" label="姓名" isRequired hasAutoFocus />
      <TextField control={control} name="phone" label="手机" isRequired type="tel" hint="用于接收短信" />
      <PasswordField control={control} name="password" label="密码" isRequired autoComplete="new-password" />
      <NumberField control={control} name="weight" label="重量" unit="kg" />
      <SelectField
        control={control}
        name="role"
        label="角色"
        isRequired
        options={[
          { value: 1, label: '收件人' },
          { value: 2, label: '寄件人' },
          { value: 3, label: '已停用的角色', isDisabled: true },
        ]}
      />
      <MultiSelectField control={control} name="areas" label="区域" options={areas} />
      <LookupField
        control={control}
        name="street"
        label="街道"
        search={(text) => Promise.resolve(streets.filter((street) => street.label.includes(text)))}
      />
      <DateTimeRangeField control={control} name="period" label="有效期" />
      <div className="ti-form__whole">
        <TextArea control={control} name="note" label="备注" maxLength={100} />
      </div>
      <SwitchField control={control} name="isActive" label="启用" />
      <SliderField control={control} name="volume" label="提示音量" unit="%" />
    </FormDialog>
  );
}

const save = fn<(values: Values) => Promise<void>>();
const meta: Meta<typeof StoryForm> = {
  title: 'ui/Form',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
  component: StoryForm,
  args: { onSubmit: save },
  beforeEach: () => void save.mockReset().mockResolvedValue(undefined),
};
export default meta;
type Story = StoryObj<typeof StoryForm>;

const filled: Values = {
  ...empty,
  name: '王芳',
  phone: '13800001234',
  password: 'long-enough',
  role: 1,
  areas: [0, 1],
  note: '放在门卫处',
};

export const Empty: Story = {};
export const Filled: Story = { args: { values: filled } };

export const SaysWhatIsWrong: Story = {
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: /手机/ }), '123');
    await userEvent.type(dialog.getByRole('textbox', { name: /重量/ }), '一百');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await expect(await dialog.findByText('请填写姓名')).toBeInTheDocument();
    await expect(dialog.getByText('请填写 11 位手机号')).toBeInTheDocument();
    await expect(dialog.getByText('请填写数字')).toBeInTheDocument();
    await expect(dialog.getByText('请选择角色')).toBeInTheDocument();
    await expect(dialog.getByRole('textbox', { name: /手机/ })).toHaveAccessibleDescription('请填写 11 位手机号');
    await expect(save).not.toHaveBeenCalled();
  },
};

export const KeepsInputWhenTheServerRefuses: Story = {
  args: { values: filled },
  beforeEach: () => {
    save.mockRejectedValueOnce({
      data: {
        errors: [
          { field: 'phone', message: '手机号已被使用' },
          { field: 'company_id', message: '所属单位不存在' },
        ],
      },
    });
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await expect(await dialog.findByText('手机号已被使用')).toBeInTheDocument();
    await expect(dialog.getByRole('alert')).toHaveTextContent('所属单位不存在');
    await expect(dialog.getByRole('textbox', { name: /手机/ })).toHaveFocus();
    await expect(dialog.getByRole('textbox', { name: /姓名/ })).toHaveValue('王芳');
  },
};

export const FailsAsAWhole: Story = {
  args: { values: filled },
  beforeEach: () => void save.mockRejectedValueOnce(new Error('请求未响应，请检查网络后重试')),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    const alert = await dialog.findByRole('alert');
    await expect(alert).toHaveTextContent('请求未响应');
    // Beside the button, not below a form that is longer than the window.
    const button = dialog.getByRole('button', { name: '保存' }).getBoundingClientRect();
    await expect(Math.abs(alert.getBoundingClientRect().bottom - button.bottom)).toBeLessThan(60);
  },
};

function BackOnline({ onSubmit }: { onSubmit: (values: Values) => Promise<void> }) {
  const [reconnects, setReconnects] = useState(0);
  return (
    <ReconnectsContext value={reconnects}>
      <button type="button" onClick={() => setReconnects(1)}>
        网络恢复
      </button>
      <StoryForm onSubmit={onSubmit} values={filled} />
    </ReconnectsContext>
  );
}

/** The message about a failed connection goes when the connection is back. */
export const ConnectedAgain: Story = {
  render: ({ onSubmit }) => <BackOnline onSubmit={onSubmit} />,
  beforeEach: () => void save.mockRejectedValueOnce(Object.assign(new Error('网络连接失败'), { kind: 'offline' })),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await expect(await dialog.findByRole('alert')).toHaveTextContent('网络连接失败');
    screen.getByText('网络恢复').click();
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('网络已恢复，刚才没有保存成功'));
  },
};

export const Saving: Story = {
  args: { values: filled },
  beforeEach: () => void save.mockReturnValue(new Promise(() => undefined)),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: '保存' })).toHaveAttribute('aria-busy', 'true'));
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await expect(save).toHaveBeenCalledOnce();
  },
};

export const ChoosesByKeyboard: Story = {
  args: { values: { ...filled, role: null, areas: [] } },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByRole('combobox', { name: /角色/ }).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await expect(dialog.getByRole('combobox', { name: /角色/ })).toHaveTextContent('寄件人');
    await userEvent.click(dialog.getByRole('combobox', { name: '街道' }));
    await userEvent.keyboard('湖');
    await expect(await screen.findByRole('option', { name: /环湖路/ })).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect(dialog.getByRole('combobox', { name: '街道' })).toHaveValue('环湖路');
    await userEvent.click(dialog.getByRole('combobox', { name: '区域' }));
    await userEvent.keyboard('西湖{Enter}');
    await userEvent.keyboard('{Escape}');
    await expect(dialog.getByRole('combobox', { name: '区域' })).toHaveTextContent('西湖区');
    await expect(screen.getByRole('dialog')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('combobox', { name: /角色/ }));
    await expect(await screen.findByRole('option', { name: '收件人' })).toBeInTheDocument();
  },
};
