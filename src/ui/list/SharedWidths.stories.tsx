import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { DataGrid } from './DataGrid.tsx';
import { numberColumn, spokenColumn, statusColumn, textColumn } from './columns.tsx';
import type { Column, RowAction } from './listTypes.ts';
import { RowActions } from './RowActions.tsx';
import { TreeGrid } from './TreeGrid.tsx';

/** A depot in the stories' own country: long where the register of a city is long. */
interface Depot {
  readonly id: number;
  readonly name: string;
  readonly telephone: string;
  readonly carrier: string;
  readonly street: string;
  readonly parcels: number;
  readonly isOpen: boolean;
  readonly below?: readonly Depot[];
}

const street = '高新技术产业开发区科学城环湖南路 2001 号国际物流园三期 B 座北侧卸货平台';
const depot = (id: number, name: string, below: readonly Depot[] = []): Depot => ({
  id,
  name,
  telephone: '0571-88001207,8801',
  carrier: '',
  street: id % 2 === 0 ? street : '滨江路 128 号',
  parcels: id * 37,
  isOpen: id % 3 !== 0,
  below,
});
const depots = [
  depot(1, '云川', [
    depot(2, '东湖分拨中心', [depot(4, '高新技术产业开发区科学城第二营业部')]),
    depot(3, '远山分拨中心'),
  ]),
  depot(5, '临江'),
];
const columns: readonly Column<Depot>[] = [
  textColumn('name', '名称', { width: 140 }),
  spokenColumn('telephone', '电话', { width: 90 }),
  textColumn('carrier', '承运单位', { width: 180 }),
  textColumn('street', '地址', { width: 120 }),
  numberColumn('parcels', '包裹', { unit: '件' }),
  statusColumn('isOpen', '状态', (isOpen: boolean) => ({ label: isOpen ? '营业' : '停业', icon: 'clock' })),
];

/** The room of a page in windows of these widths: beside the menu and within the page's edges. */
const rooms = { 1152: 1_050, 1440: 1_182 } as const;

const renderActions = () => <button type="button">编辑</button>;

function Grids({ window }: { window: keyof typeof rooms }) {
  return (
    <div style={{ width: rooms[window], height: 560, display: 'grid', gap: 24 }}>
      <DataGrid label="列表" rows={depots} rowId={({ id }) => id} columns={columns} renderActions={renderActions} />
      <TreeGrid
        label="树"
        rows={depots}
        rowId={({ id }) => id}
        childrenOf={({ below = [] }) => below}
        columns={columns}
        renderActions={renderActions}
      />
    </div>
  );
}

const meta = { title: 'ui/SharedWidths', component: Grids } satisfies Meta<typeof Grids>;
export default meta;
type Story = StoryObj<typeof meta>;

const widthOf = (table: HTMLElement, header: string): number =>
  within(table).getByRole('columnheader', { name: header }).getBoundingClientRect().width;

/**
 * In a list and in a tree alike: no number and no heading is cut, and the column that says nothing leaves its room to the
 * one that is cut.
 */
const isShared: Story['play'] = async ({ canvasElement, args }) => {
  for (const label of ['列表', '树']) {
    const table = await within(canvasElement).findByRole('table', { name: label });
    await waitFor(() => expect(table.getBoundingClientRect().width).toBeLessThanOrEqual(rooms[args.window] + 1));
    const numbers = [...table.querySelectorAll('.ti-spoken')];
    await expect(numbers.length).toBeGreaterThan(1);
    for (const number of numbers) {
      await expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth);
      await expect(number.clientHeight).toBeLessThan(20);
    }
    for (const header of within(table).getAllByRole('columnheader'))
      await expect(header.scrollWidth).toBeLessThanOrEqual(header.clientWidth);
    await expect(widthOf(table, '承运单位')).toBeLessThan(widthOf(table, '地址') * 0.75);
  }
};

const acts: readonly RowAction<Depot>[] = [
  { id: 'edit', label: '编辑', icon: 'pencil', run: () => undefined },
  { id: 'remove', label: '删除', icon: 'trash', run: () => undefined },
];

/** Columns that just do not fit beside worded acts: these give up their words, and no column lies under them. */
export const ActsGiveWay: Story = {
  args: { window: 1152 },
  render: () => (
    <div style={{ width: 760, height: 560, display: 'grid', gap: 24 }}>
      <DataGrid
        label="列表"
        rows={depots}
        rowId={({ id }) => id}
        columns={columns}
        actsRoom={{ worded: 400, wordless: 84 }}
        renderActions={(row, isTight) => (
          <RowActions row={row} actions={acts} isTight={isTight} onDone={() => undefined} />
        )}
      />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const table = await within(canvasElement).findByRole('table', { name: '列表' });
    await waitFor(() => expect(within(table).queryByText('编辑')).toBeNull());
    await expect(within(table).getAllByRole('button', { name: '编辑' })).toHaveLength(depots.length);
    await waitFor(() => expect(table.getBoundingClientRect().width).toBeLessThanOrEqual(761));
    const state = within(table).getByRole('columnheader', { name: '状态' }).getBoundingClientRect();
    const ofActs = within(table).getByRole('columnheader', { name: '操作' }).getBoundingClientRect();
    await expect(state.right).toBeLessThanOrEqual(ofActs.left + 1);
  },
};

export const At1152: Story = { args: { window: 1152 }, play: isShared };
export const At1440: Story = { args: { window: 1440 }, play: isShared };
