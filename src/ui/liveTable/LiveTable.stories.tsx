import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import type { Tone } from '../StatusTag/StatusTag.tsx';
import { LiveTable } from './LiveTable.tsx';
import type { LiveColumn, LiveTableHandle } from './liveTableTypes.ts';

const meta: Meta<typeof LiveTable> = { title: 'ui/LiveTable', tags: ['autodocs'], component: LiveTable };
export default meta;
type Story = StoryObj<typeof LiveTable>;

interface Fleet {
  readonly floors: Int8Array;
  readonly people: Uint8Array;
  readonly states: Uint8Array;
  readonly columns: readonly LiveColumn[];
}

const stateWords: readonly (readonly [string, Tone])[] = [
  ['待机', 'neutral'],
  ['运行', 'ok'],
  ['离线', 'offline'],
  ['报警', 'medium'],
  ['困人', 'critical'],
];

function fleetOf(count: number): Fleet {
  const floors = Int8Array.from({ length: count }, (_, row) => 1 + ((row * 7) % 28));
  const people = Uint8Array.from({ length: count }, (_, row) => (row * 3) % 5);
  const states = Uint8Array.from({ length: count }, (_, row) =>
    row % 997 === 3 ? 4 : row % 101 === 7 ? 3 : row % 97 === 5 ? 2 : row % 3 === 0 ? 1 : 0,
  );
  const columns: readonly LiveColumn[] = [
    {
      key: 'tag',
      title: '编号',
      widthPx: 110,
      text: (row) => `T${String(row + 1).padStart(6, '0')}`,
      sortKey: (row) => row,
    },
    { key: 'place', title: '地址', text: (row) => `云锦雅苑 ${1 + (row % 12)} 栋 ${1 + (row % 3)} 号梯` },
    {
      key: 'state',
      title: '状态',
      widthPx: 100,
      text: (row) => stateWords[states[row] ?? 0]?.[0] ?? '',
      tone: (row) => stateWords[states[row] ?? 0]?.[1] ?? null,
      sortKey: (row) => -(states[row] ?? 0),
    },
    {
      key: 'floor',
      title: '楼层',
      widthPx: 70,
      align: 'right',
      text: (row) => String(floors[row] ?? ''),
      sortKey: (row) => floors[row] ?? Number.NaN,
    },
    {
      key: 'people',
      title: '人数',
      widthPx: 70,
      align: 'right',
      text: (row) => String(people[row] ?? ''),
      sortKey: (row) => people[row] ?? Number.NaN,
    },
  ];
  return { floors, people, states, columns };
}

const thousand = fleetOf(1000);
const hundredThousand = fleetOf(100_000);
const nothing = fleetOf(0);

interface ShownProps {
  fleet: Fleet;
  updatesPerSecond?: number;
  isStale?: boolean;
  onSelect?: (row: number | null) => void;
  onOpen?: (row: number) => void;
}

function Shown({ fleet, updatesPerSecond = 0, ...rest }: ShownProps) {
  const table = useRef<LiveTableHandle>(null);
  useEffect(() => table.current?.setRows(fleet.states.length), [fleet]);
  useEffect(() => {
    if (updatesPerSecond === 0) return;
    let turn = 0;
    const timer = setInterval(() => {
      for (let update = 0; update < updatesPerSecond / 50; update += 1) {
        turn += 1;
        const row = (Math.imul(turn, 2_654_435_761) >>> 0) % fleet.states.length;
        fleet.floors[row] = 1 + (turn % 28);
        fleet.people[row] = turn % 6;
        table.current?.touch();
      }
    }, 20);
    return () => clearInterval(timer);
  }, [fleet, updatesPerSecond]);
  return (
    <div style={{ height: 420, maxWidth: 760 }}>
      <LiveTable ref={table} label="实时电梯" columns={fleet.columns} {...rest} />
    </div>
  );
}

export const Live: Story = {
  args: { onSelect: fn(), onOpen: fn() },
  render: ({ onSelect, onOpen }) => (
    <Shown
      fleet={thousand}
      {...(onSelect === undefined ? {} : { onSelect })}
      {...(onOpen === undefined ? {} : { onOpen })}
    />
  ),
  play: async ({ args, canvasElement }) => {
    const grid = within(canvasElement).getByRole('grid', { name: '实时电梯' });
    await waitFor(() => expect(within(grid).getAllByRole('row').length).toBeGreaterThan(10));
    await expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
    grid.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{PageDown}');
    await expect(args.onSelect).toHaveBeenLastCalledWith(11);
    await expect(grid.querySelector(`#${grid.getAttribute('aria-activedescendant') ?? ''}`)).toHaveTextContent(
      'T000012',
    );
    await userEvent.keyboard('{Enter}');
    await expect(args.onOpen).toHaveBeenCalledWith(11);
    await userEvent.keyboard('{End}');
    await expect(args.onSelect).toHaveBeenLastCalledWith(999);
  },
};

export const SortedByState: Story = {
  render: () => <Shown fleet={thousand} />,
  play: async ({ canvasElement }) => {
    const grid = within(canvasElement).getByRole('grid');
    await userEvent.click(within(grid).getByRole('button', { name: '状态' }));
    await expect(within(grid).getByRole('columnheader', { name: '状态' })).toHaveAttribute('aria-sort', 'ascending');
    await waitFor(() => expect(within(grid).getAllByRole('row')[1]).toHaveTextContent('困人'));
  },
};

export const Stale: Story = { render: () => <Shown fleet={thousand} isStale /> };

export const Empty: Story = {
  render: () => <Shown fleet={nothing} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('没有符合条件的数据')).toBeVisible();
  },
};

/** A hundred thousand rows, twenty thousand updates a second. */
export const HundredThousand: Story = { render: () => <Shown fleet={hundredThousand} updatesPerSecond={20_000} /> };
