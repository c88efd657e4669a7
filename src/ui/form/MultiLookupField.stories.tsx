import type { Meta, StoryObj } from '@storybook/react-vite';
import { useForm } from 'react-hook-form';
import { expect, screen, userEvent, within } from 'storybook/test';
import type { SelectOption } from '../Select/OptionList.tsx';
import { MultiLookupField } from './MultiLookupField.tsx';

interface Parcel {
  streets: string[];
}

const streets: readonly SelectOption<string>[] = ['滨江路', '人民路', '学府街'].map((label, index) => ({
  value: `street-${index}`,
  label,
}));

function StreetsStory({ isDisabled = false }: { isDisabled?: boolean }) {
  const { control } = useForm<Parcel>({ defaultValues: { streets: ['street-0', 'street-1'] } });
  return (
    <form style={{ width: 320 }}>
      <MultiLookupField
        control={control}
        name="streets"
        label="街道"
        isDisabled={isDisabled}
        initial={streets.slice(0, 2)}
        search={(text) => Promise.resolve(streets.filter(({ label }) => label.includes(text)))}
      />
    </form>
  );
}

const meta = { title: 'ui/Form/MultiLookupField', tags: ['autodocs'], component: StreetsStory } satisfies Meta<
  typeof StreetsStory
>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A chosen one goes with its button, another comes with the search. */
export const Default: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: '移除 滨江路' }));
    await userEvent.type(canvas.getByRole('combobox', { name: '街道' }), '学府');
    await userEvent.click(await screen.findByRole('option', { name: /学府街/ }));
    const chosen = within(canvas.getByRole('list', { name: '已选街道' }));
    await expect(chosen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['人民路', '学府街']);
  },
};

/** The chosen entries can be read, and none added or taken away. */
export const Disabled: Story = {
  args: { isDisabled: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('combobox', { name: '街道' })).toBeDisabled();
    await expect(canvas.getByRole('button', { name: '移除 滨江路' })).toBeDisabled();
    await expect(canvas.getByText('人民路')).toBeVisible();
  },
};
