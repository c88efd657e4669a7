import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { BehaviorSubject } from 'rxjs';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import {
  loadFrom,
  parcelScreen,
  parcelsUpTo,
  storyNowMs,
  type Parcel,
  type ParcelQuery,
} from './ListScreen.fixtures.tsx';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import type { ListChange, LoadList } from './listTypes.ts';
import { SavedViewsContext, type SavedView, type SavedViews } from './savedViews.ts';

type Props = ListScreenProps<Parcel, ParcelQuery>;

/** Shows the address, which stories assert on; no sighted reader needs it. */
function Address() {
  const { search } = useLocation();
  return <output hidden data-testid="address">{`?${new URLSearchParams(search).toString()}`}</output>;
}

function ListStory({ address = '', views, ...props }: Props & { address?: string; views?: readonly SavedView[] }) {
  const [kept] = useState(() => (views === undefined ? null : viewsInMemory(views)));
  return (
    <SavedViewsContext value={kept}>
      <MemoryRouter initialEntries={[`/parcels${address}`]}>
        <main style={{ height: 'calc(100vh - 32px)' }}>
          <ListScreen readNowMs={() => storyNowMs} {...props} />
          <Address />
        </main>
      </MemoryRouter>
    </SavedViewsContext>
  );
}

const meta: Meta<typeof ListStory> = {
  title: 'ui/ListScreen',
  tags: ['autodocs'],
  parameters: { docs: { story: { inline: false, height: '520px' } } },
  component: ListStory,
  beforeEach: () => localStorage.clear(),
  args: { screen: parcelScreen(loadFrom(parcelsUpTo(86))) },
};
export default meta;
type Story = StoryObj<typeof ListStory>;

const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '');
const rowsShown = async (canvas: HTMLElement) => (await within(canvas).findAllByRole('row')).length - 1;
const never: LoadList<Parcel, ParcelQuery> = () => new Promise(() => undefined);
const reject =
  (kind: string, message: string): LoadList<Parcel, ParcelQuery> =>
  () =>
    Promise.reject(Object.assign(new Error(message), { kind }));

export const Default: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(20));
    await expect(within(canvasElement).getByText('第 1–20 条，共 86 条')).toBeVisible();
    await expect(address()).toBe('?');
  },
};

/** A number that is read out is whole, though its column wishes for less. */
export const WholeNumbers: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(20));
    const [number] = [...canvasElement.querySelectorAll('.ti-spoken')];
    if (number === undefined) throw new Error('no number is shown');
    await expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth);
    await expect(number.clientHeight).toBeLessThan(20);
  },
};

/** Figures above the rows, and something beside them that makes room for a detail. */
export const WithFigures: Story = {
  args: { lead: <p>共寄出 86 件</p>, aside: <p>各区包裹数</p> },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(20));
    await expect(canvas.getByText('共寄出 86 件')).toBeVisible();
    await expect(canvas.getByText('各区包裹数')).toBeVisible();
    const [cell] = canvas.getAllByRole('cell');
    if (cell !== undefined) await userEvent.click(cell);
    await expect(await canvas.findByRole('complementary')).toBeVisible();
    await expect(canvas.queryByText('各区包裹数')).toBeNull();
    await expect(canvas.getByText('共寄出 86 件')).toBeVisible();
  },
};

export const Empty: Story = { args: { screen: parcelScreen(loadFrom([])) } };

export const EmptyFilter: Story = {
  args: { address: '?keyword=不存在' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('没有符合条件的记录')).toBeVisible();
    const [clear] = canvas.getAllByRole('button', { name: '清空筛选' });
    if (clear !== undefined) await userEvent.click(clear);
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(20));
    await expect(address()).toBe('?');
  },
};

export const Loading: Story = { args: { screen: parcelScreen(never) } };

const failOnce = fn<LoadList<Parcel, ParcelQuery>>();
export const Failed: Story = {
  args: { screen: parcelScreen(failOnce) },
  beforeEach: () => {
    failOnce.mockReset();
    failOnce.mockImplementation(loadFrom(parcelsUpTo(3)));
    failOnce.mockImplementationOnce(reject('failed', '服务器繁忙，请稍后重试'));
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('服务器繁忙，请稍后重试')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '重试' }));
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(3));
  },
};

export const FailedState: Story = { args: { screen: parcelScreen(reject('failed', '服务器繁忙，请稍后重试')) } };
export const Offline: Story = { args: { screen: parcelScreen(reject('offline', '请检查网络连接后重试')) } };
export const Denied: Story = {
  args: { screen: parcelScreen(reject('denied', '您没有查看包裹记录的权限，请联系系统管理员')) },
};

const failAfterFirst = fn<LoadList<Parcel, ParcelQuery>>();
export const Stale: Story = {
  args: { screen: parcelScreen(failAfterFirst) },
  beforeEach: () => {
    failAfterFirst.mockReset();
    failAfterFirst.mockImplementation(reject('offline', '请检查网络连接后重试'));
    failAfterFirst.mockImplementationOnce(loadFrom(parcelsUpTo(86)));
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(20));
    await userEvent.click(canvas.getByRole('button', { name: '刷新' }));
    await expect(await canvas.findByText(/数据已停止更新/)).toBeVisible();
    await expect(await rowsShown(canvasElement)).toBe(20);
  },
};

export const Thousands: Story = {
  args: { screen: parcelScreen(loadFrom(parcelsUpTo(12_345))), address: '?page=300&page_size=20' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('第 5,981–6,000 条，共 12,345 条')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(address()).toContain('page=301'));
  },
};

/** An old link, or rows that have gone: the last page there is, and no step for Back. */
export const PageBeyondTheEnd: Story = {
  args: { screen: parcelScreen(loadFrom(parcelsUpTo(86))), address: '?page=9999' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('第 81–86 条，共 86 条')).toBeVisible();
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(6));
    await expect(address()).toBe('?page=5');
  },
};

export const LongLabels: Story = {
  args: {
    screen: parcelScreen(
      loadFrom(
        parcelsUpTo(4).map((parcel) => ({
          ...parcel,
          receiver: '买买提·艾力·阿卜杜热合曼诺夫',
          address:
            '内蒙古自治区呼伦贝尔市莫力达瓦达斡尔族自治旗尼尔基镇纳文东大街与巴特罕大街交叉口西北角商住综合楼三单元一千二百零一室',
        })),
      ),
      [
        { id: 'redirect', label: '转派其他营业部', run: () => undefined },
        { id: 'cancel', label: '取消派送', tone: 'danger', run: () => undefined },
      ],
    ),
  },
};

export const FiltersLiveInTheAddress: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByRole('textbox', { name: '关键字' }), '王芳');
    await waitFor(() => expect(address()).toBe('?keyword=王芳'));
    await userEvent.click(canvas.getByRole('combobox', { name: '是否异常' }));
    await userEvent.click(await screen.findByRole('option', { name: '仅正常' }));
    await waitFor(() => expect(address()).toBe('?keyword=王芳&urgent=false'));
    await userEvent.click(canvas.getByRole('columnheader', { name: /重量/ }));
    await waitFor(() => expect(address()).toBe('?keyword=王芳&sort=weight_kg&urgent=false'));
    await userEvent.click(canvas.getByRole('columnheader', { name: /重量/ }));
    await waitFor(() => expect(address()).toBe('?keyword=王芳&order=asc&sort=weight_kg&urgent=false'));
  },
};

export const DateRange: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /寄出时间/ }));
    await userEvent.click(canvas.getByRole('button', { name: '今天' }));
    await waitFor(() => expect(address()).toBe('?from=2026-03-04T00:00:00+08:00&to=2026-03-04T23:59:59+08:00'));
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(20));
    await userEvent.click(await canvas.findByRole('button', { name: /^寄出时间 / }));
    await expect(await canvas.findByRole('dialog', { name: '寄出时间' })).toBeVisible();
  },
};

export const DetailByKeyboard: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('SF-100086');
    const row = canvas.getByRole('row', { name: /SF-100086/ });
    row.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect(await canvas.findByRole('complementary', { name: 'SF-100085' })).toBeVisible();
    await expect(address()).toBe('?id=85');
    await userEvent.click(canvas.getByRole('button', { name: '关闭详情' }));
    await waitFor(() => expect(address()).toBe('?'));
    await expect(canvas.getByRole('row', { name: /SF-100085/ })).toHaveFocus();
  },
};

export const DetailOpen: Story = { args: { address: '?id=80' } };

/** Escape closes it wherever the focus is on the list's page. */
export const DetailClosedByEscape: Story = {
  args: { address: '?id=80' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('complementary')).toBeVisible();
    canvas.getByRole('button', { name: '刷新' }).focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(canvas.queryByRole('complementary')).toBeNull());
    await expect(address()).toBe('?');
  },
};

const live = fn();
export const LivePatch: Story = {
  args: {
    screen: parcelScreen(loadFrom(parcelsUpTo(3))),
    subscribe: (onChange: (change: ListChange<Parcel>) => void) => {
      live.mockImplementation(onChange);
      return () => undefined;
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('SF-100003');
    const parcel = parcelsUpTo(3)[0];
    if (parcel === undefined) throw new Error('no fixture');
    live({ kind: 'patch', row: { ...parcel, receiver: '新收件人' } });
    await expect(await canvas.findByText('新收件人')).toBeVisible();
    live({ kind: 'remove', id: 1 });
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(2));
    live({ kind: 'stale' });
    await expect(await canvas.findByText(/数据已停止更新/)).toBeVisible();
    live({ kind: 'fresh' });
    await waitFor(async () => expect(await rowsShown(canvasElement)).toBe(3));
    await expect(canvas.queryByText(/数据已停止更新/)).toBeNull();
  },
};

const cancel = fn<(row: Parcel, reason: string) => Promise<void>>();
export const RowActionAsksFirst: Story = {
  args: {
    screen: parcelScreen(loadFrom(parcelsUpTo(3)), [
      {
        id: 'cancel',
        label: '取消派送',
        tone: 'danger',
        isOffered: (row) => row.status !== 2,
        confirm: {
          title: '取消派送',
          objectName: (row) => row.code,
          message: '取消后不能恢复。',
          confirmLabel: '取消派送',
          reason: { label: '原因', isRequired: true },
        },
        run: cancel,
      },
    ]),
  },
  beforeEach: () => {
    cancel.mockReset();
    cancel.mockRejectedValueOnce(new Error('包裹已签收，不能取消'));
    cancel.mockResolvedValue(undefined);
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('SF-100003');
    const [first] = canvas.getAllByRole('button', { name: '取消派送' });
    if (first === undefined) throw new Error('no action');
    await userEvent.click(first);
    const dialog = within(await screen.findByRole('dialog', { name: '取消派送' }));
    await waitFor(() => expect(dialog.getByText('SF-100003')).toBeVisible());
    await userEvent.click(dialog.getByRole('button', { name: '取消派送' }));
    await expect(await dialog.findByText('请填写原因')).toBeVisible();
    await expect(cancel).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByRole('textbox', { name: /原因/ }), '客户来电');
    await userEvent.click(dialog.getByRole('button', { name: '取消派送' }));
    await expect(await dialog.findByText('包裹已签收，不能取消')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: '取消派送' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(cancel).toHaveBeenCalledTimes(2);
    await expect(cancel.mock.lastCall?.[1]).toBe('客户来电');
  },
};

/** An act that no row on the page is offered takes no column. */
export const ActsForNone: Story = {
  args: {
    screen: parcelScreen(loadFrom(parcelsUpTo(3)), [
      { id: 'cancel', label: '取消派送', isOffered: () => false, run: () => undefined },
    ]),
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('SF-100003');
    await expect(canvas.queryByRole('columnheader', { name: '操作' })).toBeNull();
  },
};

const download = fn<(fileName: string, text: string) => void>();
export const ExportsEveryPage: Story = {
  args: { screen: parcelScreen(loadFrom(parcelsUpTo(450))), address: '?status=2', download },
  beforeEach: () => void download.mockReset(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '导出' }));
    await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
    const [fileName, text] = download.mock.lastCall ?? ['', ''];
    await expect(fileName).toBe('包裹记录_2026-03-04_150607.csv');
    const lines = text.trim().split('\r\n');
    await expect(lines[0]).toBe('\ufeff"单号","状态","收件人","地址","重量","寄出时间"'.trim());
    await expect(lines).toHaveLength(1 + parcelsUpTo(450).filter((parcel) => parcel.status === 2).length);
  },
};

export const ExportRefused: Story = {
  args: {
    download: () => {
      throw new Error('refused');
    },
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: '导出' }));
    await expect(await screen.findByText(/浏览器拒绝了文件下载/)).toBeInTheDocument();
  },
};

export const ColumnsAreKept: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('SF-100086');
    await userEvent.click(canvas.getByRole('button', { name: '选择显示的列' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: '地址' }));
    await waitFor(() => expect(canvas.queryByRole('columnheader', { name: '地址' })).toBeNull());
    await expect(localStorage.getItem('ti.hiddenColumns.Parcels')).toContain('address');
  },
};

/** Views in memory, as the server would keep them; a name that is taken is refused. */
function viewsInMemory(start: readonly SavedView[]): SavedViews {
  const views$ = new BehaviorSubject(start);
  return {
    views$,
    async save(view) {
      const id = view.id ?? 100 + views$.value.length;
      if (views$.value.some((other) => other.name === view.name && other.id !== id))
        throw new Error('已有同名视图，请换一个名称');
      const others = views$.value
        .filter((other) => other.id !== id)
        .map((other) => (view.isDefault ? { ...other, isDefault: false } : other));
      views$.next([...others, { ...view, id }]);
    },
    async remove(id) {
      views$.next(views$.value.filter((view) => view.id !== id));
    },
  };
}
const wrongAddresses: SavedView = {
  id: 1,
  list: 'Parcels',
  name: '地址有误',
  // As an earlier version kept it: this list no longer has such a filter and column.
  params: { status: '3', region: '7' },
  hidden: ['address', 'courier'],
  isDefault: true,
};
const ofAnotherList: SavedView = { ...wrongAddresses, id: 2, list: 'Letters', name: '信件' };
/** The default view is used when the list is opened; what the list no longer has is passed over. */
export const OpensWithTheDefaultView: Story = {
  args: { views: [wrongAddresses, ofAnotherList] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await waitFor(() => expect(canvas.queryByRole('columnheader', { name: '地址' })).toBeNull());
    await waitFor(() => expect(canvas.queryAllByText('派送中')).toHaveLength(0));
    await userEvent.click(canvas.getByRole('button', { name: '我的视图' }));
    const menu = within(canvas.getByRole('dialog', { name: '我的视图' }));
    await expect(menu.getByRole('button', { name: '地址有误' })).toHaveAttribute('aria-pressed', 'true');
    await expect(menu.queryByText('信件')).toBeNull();
    await userEvent.click(menu.getByRole('button', { name: '不使用视图' }));
    await canvas.findByRole('columnheader', { name: '地址' });
  },
};

export const SavesRenamesAndDeletesViews: Story = {
  args: { address: '?status=1&keyword=SF', views: [wrongAddresses] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findAllByText('派送中');
    await userEvent.click(canvas.getByRole('button', { name: '我的视图' }));
    const menu = within(canvas.getByRole('dialog', { name: '我的视图' }));
    await userEvent.type(menu.getByRole('textbox', { name: '视图名称' }), '派送中的');
    await userEvent.click(menu.getByRole('button', { name: '保存' }));
    await expect(await menu.findByRole('button', { name: '派送中的' })).toHaveAttribute('aria-pressed', 'true');

    await userEvent.click(menu.getByRole('button', { name: '重命名“派送中的”' }));
    const renamed = menu.getByRole('textbox', { name: '“派送中的”的新名称' });
    await userEvent.clear(renamed);
    await userEvent.type(renamed, '地址有误{Enter}');
    await expect(await menu.findByText('已有同名视图，请换一个名称')).toBeVisible();
    await userEvent.type(renamed, '（路上）{Enter}');
    await menu.findByRole('button', { name: '地址有误（路上）' });
    await userEvent.click(menu.getByRole('button', { name: '默认使用“地址有误（路上）”' }));
    await expect(await menu.findByRole('button', { name: '默认使用“地址有误”' })).toBeVisible();

    await userEvent.click(menu.getByRole('button', { name: '删除“地址有误”' }));
    const dialog = within(await screen.findByRole('dialog', { name: '删除视图' }));
    await userEvent.click(dialog.getByRole('button', { name: '删除' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
};

const printed = fn();
/** Rows are chosen with the mouse and Shift, over two pages; what is chosen stays, and an act gets all of them. */
export const SeveralChosen: Story = {
  args: {
    screen: {
      ...parcelScreen(loadFrom(parcelsUpTo(86))),
      selection: {
        nameOf: ({ code }) => code,
        measure: '件',
        actions: [{ id: 'print', label: '打印面单', icon: 'print', run: (rows) => printed(rows.map(({ id }) => id)) }],
      },
    },
    download: fn(),
  },
  play: async ({ canvasElement, args }) => {
    printed.mockClear();
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: '选择 SF-100084' }));
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(canvas.getByRole('checkbox', { name: '选择 SF-100086' }));
    await user.keyboard('{/Shift}');
    await expect(canvas.getByText(/^已选/)).toHaveTextContent('已选 3 件');
    // No row has been opened by it.
    await expect(address()).not.toContain('id=');

    // From the keyboard: the arrow leads to the next box, the space bar chooses.
    await user.keyboard('{ArrowDown} ');
    await expect(canvas.getByRole('checkbox', { name: '选择 SF-100085' })).toHaveFocus();
    await expect(canvas.getByText(/^已选/)).toHaveTextContent('已选 2 件');

    await user.click(canvas.getByRole('button', { name: '第 2 页' }));
    await user.click(await canvas.findByRole('checkbox', { name: '选择 SF-100060' }));
    await expect(canvas.getByText(/^已选/)).toHaveTextContent('已选 3 件，其中 2 件不在本页');
    await user.click(canvas.getByRole('button', { name: '打印面单' }));
    await expect(printed).toHaveBeenCalledWith([84, 86, 60]);
    await user.click(canvas.getByRole('button', { name: '导出所选' }));
    await waitFor(() => expect(args.download).toHaveBeenCalled());

    await user.click(canvas.getByRole('checkbox', { name: '选择本页全部' }));
    await expect(canvas.getByText(/^已选/)).toHaveTextContent('已选 22 件，其中 2 件不在本页');
    await user.click(canvas.getByRole('button', { name: '清除选择' }));
    await expect(canvas.queryByText(/^已选/)).toBeNull();
  },
};
