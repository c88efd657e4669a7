import { expect, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../../contract/call.ts';
import { refusalCodes } from '../../../contract/envelope.ts';
import { storyNowMs } from '../../../ui/stories/nowMs.ts';
import {
  denied,
  manyLifts,
  officerCall,
  offline,
  picturedScooter,
  usualFaults,
  usualScooters,
  type OfficerServer,
} from './officer.fixtures.ts';
import { OfficerPart, type OfficerPlace } from './OfficerPart.tsx';
import '../WorkPage.css';

interface Shown {
  place: OfficerPlace;
  server: OfficerServer;
}

function Phone({ place, server }: Shown) {
  return (
    <main className="work">
      <OfficerPart place={place} deps={{ call: officerCall(server), nowMs: () => storyNowMs }} />
    </main>
  );
}

export default {
  title: 'features/WorkPage/Officer',
  component: Phone,
  parameters: { layout: 'fullscreen', viewport: { defaultViewport: 'mobile1' } },
  args: { place: 'code', server: {} } satisfies Shown,
};
interface Played {
  readonly canvasElement: HTMLElement;
}
const openLift = async ({ canvasElement }: Played) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('button', { name: /CH-01-03/ }));
  return canvas;
};

export const Lifts = {
  play: async ({ canvasElement }: Played) => {
    const [first] = await within(canvasElement).findAllByRole('listitem');
    await expect(first).toHaveTextContent('作业中');
  },
};
export const LiftsMany = {
  args: { server: { lifts: manyLifts } },
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText(/查找电梯/), '12 幢');
    await expect(canvas.getAllByRole('listitem')).toHaveLength(1);
    await userEvent.type(canvas.getByLabelText(/查找电梯/), 'x');
    await expect(canvas.getByText('没有符合的电梯。')).toBeVisible();
  },
};
export const LiftsLoading = { args: { server: { lifts: 'silence' } } };
export const LiftsNone = { args: { server: { lifts: [] } } };
export const LiftsOffline = { args: { server: { lifts: offline } } };
export const LiftsDenied = { args: { server: { lifts: denied } } };

export const Code = {
  play: async (played: Played) => {
    const canvas = await openLift(played);
    await expect(await canvas.findByText('482913')).toBeVisible();
    await expect(canvas.getByText('4 秒后更新')).toBeVisible();
  },
};
export const CodeAboutToChange = {
  args: { server: { codeForMs: 900 } },
  play: async (played: Played) => {
    await expect(await (await openLift(played)).findByText('1 秒后更新')).toBeVisible();
  },
};
export const CodeLoading = { args: { server: { isSilent: true } }, play: openLift };
export const CodeOfflineStillValid = {
  args: { server: { codeForMs: 0, failsAfter: { answers: 1, error: offline } } },
  play: async (played: Played) => {
    const canvas = await openLift(played);
    await expect(await canvas.findByText('此码 55 秒内仍可使用')).toBeVisible();
    await expect(canvas.getByText('482913')).toBeVisible();
  },
};
export const CodeOffline = {
  args: { server: { failsAfter: { answers: 0, error: offline } } },
  play: async (played: Played) => {
    await expect(await (await openLift(played)).findByText(/动态码须联网取得/)).toBeVisible();
  },
};
export const CodeRefused = {
  args: {
    server: {
      failsAfter: {
        answers: 0,
        error: new CallError(
          'refused',
          '须由该小区的电梯安全员出示动态码，请在“小区管理”中登记安全员并关联账号',
          refusalCodes.denied,
        ),
      },
    },
  },
  play: async (played: Played) => {
    await expect(await (await openLift(played)).findByText(/须由该小区的电梯安全员出示动态码/)).toBeVisible();
  },
};

const faults = (server: OfficerServer = {}) => ({ place: 'faults', server: { records: usualFaults, ...server } });
/** The card of the first fault. */
const firstFault = async ({ canvasElement }: Played) =>
  within((await within(canvasElement).findAllByRole('article', { name: /04 非开锁区停梯/ }))[0] ?? canvasElement);

export const Faults = { args: faults() };
export const FaultAccepted = {
  args: faults(),
  play: async (played: Played) => {
    const card = await firstFault(played);
    await userEvent.click(card.getByRole('button', { name: '受理' }));
    await expect(await card.findByText('已受理')).toBeVisible();
    await expect(card.queryByRole('button', { name: '受理' })).toBeNull();
    // Arrival and repair are the maintenance company's.
    await expect(card.queryByRole('button', { name: '修复' })).toBeNull();
  },
};
export const FaultRefused = {
  args: faults({ refusal: '张伟 已受理' }),
  play: async (played: Played) => {
    const card = await firstFault(played);
    await userEvent.click(card.getByRole('button', { name: '受理' }));
    await expect(await card.findByText('张伟 已受理')).toBeVisible();
  },
};
export const FaultJudgedFalse = {
  args: faults(),
  play: async (played: Played) => {
    const card = await firstFault(played);
    await userEvent.click(card.getByRole('button', { name: '判定误报' }));
    await userEvent.click(card.getByRole('button', { name: '判定误报' }));
    await expect(card.getByRole('alert')).toHaveTextContent('请填写误报原因（至少 2 字）');
  },
};
export const FaultsStale = {
  args: faults({ failsAfter: { answers: 1, error: offline } }),
  play: async ({ canvasElement }: Played) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '刷新' }));
    await expect(await canvas.findByText(/显示的是 03-04 15:06 的内容/)).toBeVisible();
  },
};
export const FaultsEmpty = { args: faults({ records: [] }) };
export const FaultsLoading = { args: faults({ isSilent: true }) };
export const FaultsOffline = { args: faults({ failsAfter: { answers: 0, error: offline } }) };
export const FaultsDenied = { args: faults({ failsAfter: { answers: 0, error: denied } }) };

const scooters = (server: OfficerServer = {}) => ({ place: 'scooters', server: { records: usualScooters, ...server } });

export const Scooters = {
  args: scooters(),
  play: async ({ canvasElement }: Played) => {
    const [first, second] = await within(canvasElement).findAllByRole('article');
    await expect(first).toHaveTextContent('在轿厢内');
    await expect(second).toHaveTextContent('已离开轿厢');
  },
};
/** The camera's picture, loaded: the story's own server has this file alone (.storybook/main.ts). */
export const ScooterPictured = {
  args: scooters({ records: [picturedScooter] }),
  play: async ({ canvasElement }: Played) => {
    const picture = await within(canvasElement).findByRole('img', { name: /报警抓拍/ });
    if (!(picture instanceof HTMLImageElement)) throw new Error('there is no picture');
    picture.scrollIntoView();
    await waitFor(() => expect(picture.naturalWidth).toBeGreaterThan(0));
    await expect(picture).toBeVisible();
  },
};
export const ScootersEmpty = { args: scooters({ records: [] }) };
export const ScootersLoading = { args: scooters({ isSilent: true }) };
export const ScootersOffline = { args: scooters({ failsAfter: { answers: 0, error: offline } }) };
