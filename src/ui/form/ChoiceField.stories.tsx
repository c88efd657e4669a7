import type { Meta, StoryObj } from '@storybook/react-vite';
import { useForm } from 'react-hook-form';
import { expect, userEvent, within } from 'storybook/test';
import { Button } from '../Button/Button.tsx';
import { ChoiceField } from './ChoiceField.tsx';

interface Order {
  size: string;
  isGift: boolean;
}

function ChoiceStory({ isDisabled = false, isChosen = false }: { isDisabled?: boolean; isChosen?: boolean }) {
  const form = useForm<Order>(isChosen ? { defaultValues: { size: 'm', isGift: false } } : {});
  const require = (): void => {
    if (form.getValues('size') === undefined) form.setError('size', { message: '请选择尺寸' });
  };
  return (
    <form style={{ display: 'grid', gap: 16, width: 320 }} noValidate>
      <ChoiceField
        control={form.control}
        name="size"
        label="尺寸"
        isRequired
        isDisabled={isDisabled}
        columns={3}
        choices={[
          { value: 's', label: '小\n装 2 件' },
          { value: 'm', label: '中\n装 5 件' },
          { value: 'l', label: '大\n装 12 件' },
        ]}
      />
      <ChoiceField
        control={form.control}
        name="isGift"
        label="礼品包装"
        hint="包装另需一天"
        isDisabled={isDisabled}
        choices={[
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]}
      />
      <Button onClick={require}>检查</Button>
    </form>
  );
}

const meta = { title: 'ui/Form/ChoiceField', tags: ['autodocs'], component: ChoiceStory } satisfies Meta<
  typeof ChoiceStory
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('radio', { name: /小/ }));
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('radio', { name: /中/ })).toBeChecked();
  },
};
export const Chosen: Story = { args: { isChosen: true } };
export const FieldError: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '检查' }));
    await expect(await canvas.findByText('请选择尺寸')).toBeVisible();
  },
};
export const Disabled: Story = { args: { isChosen: true, isDisabled: true } };
