import type { Meta, StoryObj } from '@storybook/react-vite';
import { EMPTY, of } from 'rxjs';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { emptyScene } from '../../streams/fleet/cityScene.ts';
import { createFleet, relook } from '../../streams/fleet/liftFleet.ts';
import { ready } from '../../streams/loading/loadState.ts';
import { ElevatorScreening, type ElevatorScreeningProps } from './ElevatorScreening.tsx';
import { liftColumns } from './liftColumns.ts';

const areas = ['东湖区', '西岭区', '南浦区'].map((name, index) => ({
  id: index + 1,
  name,
  elevator_num: 334,
  online_num: 330,
  offline_num: index === 1 ? 4 : 0,
  call_num: index === 0 ? 1 : 0,
  communities: ['翠湖花园', '锦绣家园'].map((community, place) => ({
    id: index * 10 + place,
    name: community,
    lng: 120,
    lat: 30,
    elevator_num: 167,
    online_num: 165,
    offline_num: 0,
    call_num: index === 0 && place === 0 ? 1 : 0,
  })),
}));

/** This number of lifts as the page shows them. */
function fleetOf(count: number): Pick<ElevatorScreeningProps, 'columns' | 'rows' | 'looks' | 'frames$' | 'idAt'> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const fleet = createFleet({
    id: ids,
    tag: ids.map((id) => `CH-${String(id).padStart(4, '0')}`),
    lng: ids.map((id) => 120 + (id % 97) / 300),
    lat: ids.map((id) => 30 + (id % 89) / 300),
    floor_min: ids.map(() => 1),
    floor_max: ids.map(() => 18),
    community_id: ids.map((id) => id % 2),
    area_id: ids.map((id) => 1 + (id % 3)),
  });
  for (let index = 0; index < count; index += 1) {
    fleet.statuses[index] = index % 100 === 7 ? 2 : 1;
    fleet.carStatuses[index] = index % 9 === 0 ? 1 : 0;
    fleet.floors[index] = 1 + (index % 18);
    fleet.seenMs[index] = fixtureNowMs - (index % 12) * 1_000;
    fleet.confirmedMs[index] = fixtureNowMs;
    fleet.addresses[index] = `东湖区翠湖路 ${1 + (index % 90)} 号 ${1 + (index % 12)} 栋 ${1 + (index % 3)} 号梯`;
    fleet.calls[index] = index === 3 ? 1 : 0;
    relook(fleet, index);
  }
  return {
    columns: liftColumns(
      fleet,
      (id) => (id === 0 ? '翠湖花园' : '锦绣家园'),
      () => fixtureNowMs,
    ),
    rows: Uint32Array.from(ids, (_, index) => index),
    looks: [...fleet.lookCounts],
    frames$: of({ positions: fleet.positions, states: fleet.looks, changed: null }),
    idAt: (index) => fleet.ids[index] ?? null,
  };
}

const meta = {
  title: 'features/ElevatorScreening',
  component: ElevatorScreening,
  args: {
    ...fleetOf(1_000),
    address: { areaId: null, communityId: null, elevatorId: null, look: null },
    onAddress: fn(),
    tree: ready({ total: 1_000, community_total: 6, areas }),
    touched$: EMPTY,
    scene: emptyScene,
    describeLift: () => ({ title: 'CH-0001' }),
    selectedIndex: null,
    selectedPlace: null,
    chosenBox: null,
    onShown: fn(),
    failure: null,
    dataAtMs: fixtureNowMs - 1_000,
    localNowMs: fixtureNowMs,
    lift: null,
    onFind: fn(),
  },
} satisfies Meta<typeof ElevatorScreening>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A state, an area and a community each narrow the list, and are in the address. */
export const Live: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /求救 1/ }));
    await expect(args.onAddress).toHaveBeenCalledWith({ look: 5 });
    await expect(canvas.getAllByText(/东湖区翠湖路 1 号 1 栋 1 号梯/)[0]).toBeVisible();
    await waitFor(() => expect(args.onShown).toHaveBeenCalledWith(expect.arrayContaining([0, 1, 2])));
    await userEvent.click(canvas.getByRole('button', { name: '展开东湖区' }));
    await userEvent.click(canvas.getByRole('button', { name: /^翠湖花园/ }));
    await expect(args.onAddress).toHaveBeenCalledWith({ areaId: 1, communityId: 0 });
  },
};
export const Stale: Story = { args: { dataAtMs: fixtureNowMs - 96_000 } };
export const Empty: Story = {
  args: { rows: new Uint32Array(0), tree: ready({ total: 0, community_total: 0, areas: [] }), looks: [] },
};
export const Loading: Story = {
  args: { columns: null, rows: new Uint32Array(0), tree: { kind: 'loading' }, looks: [], dataAtMs: null },
};
export const Denied: Story = { args: { failure: { kind: 'denied', message: '' } } };
export const Offline: Story = { args: { failure: { kind: 'offline', message: '网络连接失败，请检查网络后重试' } } };
export const HundredThousand: Story = { args: fleetOf(100_000) };
