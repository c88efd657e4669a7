import { useEffect, useRef, useState } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { focusInPage } from './modalFocus.ts';

/** A form that asks for the focus once it is there, as the desk's forms do. */
function Form({ name }: { name: string }) {
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = fieldRef.current;
    if (field !== null) focusInPage(field, () => field.focus());
  }, []);
  return <input ref={fieldRef} className="ti-input" aria-label={name} />;
}

/** `opens` stands for what opens a form while someone types: the answer of a server, a key. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <input className="ti-input" aria-label="别处的输入框" />
      <label>
        <input type="checkbox" /> 勾选
      </label>
      <section data-shares-focus="">
        <input className="ti-input" aria-label="同一工作台的输入框" />
        {isOpen && <Form name="新打开的表单" />}
      </section>
      <button hidden data-testid="opens" onClick={() => setOpen(true)} />
    </>
  );
}

const meta = { title: 'ui/Focus', component: Page, render: () => <Page /> } satisfies Meta<typeof Page>;
export default meta;
type Story = StoryObj<typeof meta>;

/** No dialog is open: a form that opens meanwhile leaves the focus where someone types. */
export const TypingElsewhereGoesOn: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    const field = page.getByLabelText('别处的输入框');
    await userEvent.type(field, '翠湖');
    page.getByTestId('opens').click();
    await page.findByLabelText('新打开的表单');
    await userEvent.keyboard('花园');
    await expect(field).toHaveValue('翠湖花园');
  },
};

/** From a field of the same desk the focus goes on to the form that was asked for. */
export const SameDeskMayTakeIt: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.type(page.getByLabelText('同一工作台的输入框'), '备注');
    page.getByTestId('opens').click();
    await waitFor(() => expect(page.getByLabelText('新打开的表单')).toHaveFocus());
  },
};

/** A ticked box is no field that someone types in. */
export const TickedBoxGivesIt: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(page.getByRole('checkbox'));
    page.getByTestId('opens').click();
    await waitFor(() => expect(page.getByLabelText('新打开的表单')).toHaveFocus());
  },
};
