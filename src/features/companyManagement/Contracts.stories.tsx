import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { maintenanceCalls } from '../../contract/endpoints/company.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { crudStories } from '../../parts/stories/crudStories.tsx';
import { answer, failing, featureDepsFixture, fixtureCall, onePage } from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { companyAt, contractAt } from './companies.fixtures.ts';
import { createMaintenanceManagement } from './index.ts';

const companies = answer(maintenanceCalls.list, () => onePage([companyAt(0), companyAt(1)]));
const stories = crudStories({
  create: createMaintenanceManagement,
  address: '?tab=contracts',
  list: maintenanceCalls.contracts,
  save: maintenanceCalls.saveContract,
  remove: maintenanceCalls.removeContract,
  noun: '合同',
  firstField: { label: '合同编号', name: 'number' },
  rowAt: contractAt,
  longRow: {
    ...contractAt(98),
    number: '云川市高新区特种设备维护保养服务框架合同第 2026-0098 号',
    org_name: '云川市高新技术产业开发区特种设备安全与应急救援技术服务有限责任公司第三分公司',
    elevators: Array.from({ length: 400 }, (_, index) => `YC-${String(index + 1).padStart(4, '0')}`),
    elevator_num: 400,
  },
  answers: [companies],
});

export default { title: 'features/CompanyContracts', parameters: { layout: 'fullscreen' } };
export const Default = stories.Default;
export const Empty = stories.Empty;
export const Loading = stories.Loading;
export const Failed = stories.Failed;
export const Denied = stories.Denied;
export const Thousands = stories.Thousands;
export const LongLabels = stories.LongLabels;
export const ReadOnly = stories.ReadOnly;
export const New = stories.New;
export const AsksBeforeLoss = stories.AsksBeforeLoss;
export const SecondEditor = stories.SecondEditor;

const unknownLift = new CallError('refused', '请修改标出的内容后重试', refusalCodes.invalid, [
  { field: 'elevators', message: '没有编号为 YC-9999 的电梯，请核对' },
]);
const refusing = fixtureCall([
  answer(maintenanceCalls.contracts, () => onePage([contractAt(0)])),
  companies,
  failing(maintenanceCalls.saveContract, unknownLift),
]);
/** Tags are pasted as they come; a tag that is none is refused beside them. */
export const UnknownLift = {
  render: () => (
    <ScreenStory
      create={createMaintenanceManagement}
      address="?tab=contracts"
      deps={featureDepsFixture({ call: refusing.call })}
    />
  ),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: /编辑/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const tags = dialog.getByLabelText(/电梯编号/);
    await userEvent.clear(tags);
    await userEvent.type(tags, 'YC-0001，YC-9999');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText(/没有编号为 YC-9999/)).toBeVisible());
    await expect(refusing.asked.at(-1)?.input).toMatchObject({ elevators: ['YC-0001', 'YC-9999'] });
  },
};

/** Days that stand the wrong way round are refused before anything is sent. */
export const WrongOrder = {
  ...stories.Default,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const [edit] = await within(canvasElement).findAllByRole('button', { name: /编辑/ });
    if (edit === undefined) throw new Error('no row can be edited');
    await userEvent.click(edit);
    const dialog = within(await screen.findByRole('dialog'));
    const end = dialog.getByLabelText(/结束日期/);
    await userEvent.clear(end);
    await userEvent.type(end, '2025-12-31');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(dialog.getByText('结束日期不能早于开始日期')).toBeVisible());
  },
};
