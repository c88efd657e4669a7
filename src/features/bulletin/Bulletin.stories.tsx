import { createElement } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import { bulletinSections } from '../../contract/bulletin/bulletinContent.ts';
import { bulletinComment, bulletinDraft, bulletinFreeze, bulletinVersion } from '../../contract/endpoints/bulletin.ts';
import { longestComment } from '../../contract/bulletin/bulletinComments.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import type { Permission } from '../../contract/permissions.ts';
import {
  answer,
  failing,
  featureDepsFixture,
  fixtureCall,
  silent,
  type FixtureAnswer,
} from '../../parts/stories/featureDeps.fixtures.ts';
import { ScreenStory } from '../../parts/stories/ScreenStory.tsx';
import { BulletinPage } from './BulletinPage.tsx';
import { correctedContent, draftFixture, emptyContent, frozenFixture, noComments } from './bulletin.fixtures.ts';

const month = '2026-10';

interface Shown {
  readonly answers: readonly FixtureAnswer[];
  readonly address?: string;
  readonly permissions?: readonly Permission[];
}
function shown({ answers, address = `?month=${month}`, permissions }: Shown) {
  const { call, asked } = fixtureCall(answers);
  const deps = featureDepsFixture({ call, ...(permissions === undefined ? {} : { permissions }) });
  const create = () => () => createElement(BulletinPage, { deps, readNowMs: () => fixtureNowMs });
  return { asked, render: () => <ScreenStory create={create} deps={deps} address={address} /> };
}
const ofDraft = (more: Parameters<typeof draftFixture>[0] = {}) => answer(bulletinDraft, () => draftFixture(more));
type Play = { canvasElement: HTMLElement };

export default { title: 'features/Bulletin', parameters: { layout: 'fullscreen' } };

const draft = shown({
  answers: [ofDraft(), answer(bulletinComment, () => ({ version: 4 })), answer(bulletinFreeze, () => ({ version: 1 }))],
});
/** The last whole month: nine sections, comments to write, and the way to freeze it once they are saved. */
export const Draft = {
  render: draft.render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(
      await page.findByText(/本月困人 51 起，被困 82 人，环比 \+6\.3%（上月 48 起），在机会波动范围内/),
    ).toBeVisible();
    await expect(page.getAllByRole('heading', { level: 2 })).toHaveLength(bulletinSections.length);
    await userEvent.type(page.getByLabelText('梯龄评注'), '老旧电梯偏多。');
    await expect(page.getByText('评注有未保存的改动')).toBeVisible();
    await expect(page.queryByRole('button', { name: '定稿' })).toBeNull();
    await userEvent.click(page.getByRole('button', { name: '保存评注' }));
    await expect(await page.findByRole('button', { name: '定稿' })).toBeVisible();
    await expect(draft.asked.find(({ path }) => path === bulletinComment.path)?.input).toMatchObject({
      month,
      version: 3,
      comments: { age: '老旧电梯偏多。', total: '国庆假期客流大，门系统故障多。' },
    });
  },
};

/** Another editor was quicker: their words stand beside the comment, and the own ones stay. */
export const SecondEditor = {
  render: shown({
    answers: [
      ofDraft(),
      failing(
        bulletinComment,
        new CallError(
          'refused',
          '您编辑期间，孙洁修改了这条月报评注。请核对标出的内容后再保存',
          refusalCodes.conflict,
          [{ field: 'age', message: '孙洁已改为“已核对。”' }],
        ),
      ),
    ],
  }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await userEvent.type(await page.findByLabelText('梯龄评注'), '老旧电梯偏多。');
    await userEvent.click(page.getByRole('button', { name: '保存评注' }));
    await expect(await page.findByText('孙洁已改为“已核对。”')).toBeVisible();
    await expect(page.getByLabelText('梯龄评注')).toHaveValue('老旧电梯偏多。');
  },
};

export const EmptyMonth = {
  render: shown({
    answers: [
      ofDraft({ content: emptyContent, comments: noComments, freeze_problem: '这个月没有任何救援记录，不能定稿' }),
    ],
  }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText('这个月没有任何救援记录，不能定稿')).toBeVisible();
    await expect(page.getByText(/没有样本足够的品牌，不排名/)).toBeVisible();
  },
};

/** The month is not over: it says from when on it can be frozen. */
export const CurrentMonth = {
  render: shown({
    address: '?month=2026-11',
    answers: [ofDraft({ month: '2026-11', freeze_problem: '本月尚未结束，2026-12-01 起可以定稿' })],
  }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText('本月尚未结束，2026-12-01 起可以定稿')).toBeVisible();
    await expect(page.queryByRole('button', { name: '定稿' })).toBeNull();
  },
};

const frozenAddress = `?month=${month}&version=1`;
export const Frozen = {
  render: shown({ address: frozenAddress, answers: [answer(bulletinVersion, () => frozenFixture())] }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText(/第 1 版，关立群 于 2026-11-03 09:12:00 定稿/)).toBeVisible();
    await expect(page.getByRole('link', { name: '核验' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/verify\//),
    );
    await expect(page.queryByLabelText('梯龄评注')).toBeNull();
  },
};
/** Records were corrected later: the version stays, and says which figures would differ now. */
export const FrozenWithChanges = {
  render: shown({ address: frozenAddress, answers: [answer(bulletinVersion, () => frozenFixture(correctedContent))] })
    .render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    const changes = within(await page.findByRole('table', { name: '定稿后的变化' }));
    await expect(changes.getByRole('row', { name: /救援总量 困人（起） · 数值 51 50/ })).toBeVisible();
  },
};
export const Printed = {
  render: shown({ address: `${frozenAddress}&print=1`, answers: [answer(bulletinVersion, () => frozenFixture())] })
    .render,
  play: async () => {
    const sheet = within(await within(document.body).findByRole('article', { name: '2026-10 救援月报' }));
    await expect(sheet.getByRole('heading', { name: '全市电梯困人救援月报' })).toBeVisible();
    await expect(sheet.getByLabelText('核验二维码')).toBeVisible();
  },
};

export const LongComments = {
  render: shown({
    answers: [ofDraft({ comments: { ...noComments, region: '各区加强巡查，重点核对门系统。'.repeat(66) } })],
  }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    const field = await page.findByLabelText('分区域困人评注');
    await userEvent.click(field);
    await userEvent.paste('又一句话，超过上限。'.repeat(10));
    await expect(page.getByText(new RegExp(`评注最多 ${longestComment.toLocaleString('en-US')} 个字`))).toBeVisible();
    await expect(page.getByRole('button', { name: '保存评注' })).toBeDisabled();
  },
};
/** Without the permission to edit: to read, and no way to change anything. */
export const ReadOnly = {
  render: shown({ answers: [ofDraft()], permissions: ['stats.view', 'rescue.view'] }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText('国庆假期客流大，门系统故障多。')).toBeVisible();
    await expect(page.queryByRole('textbox', { name: /评注/ })).toBeNull();
    await expect(page.queryByRole('button', { name: '定稿' })).toBeNull();
  },
};
export const Loading = { render: shown({ answers: [silent(bulletinDraft)] }).render };
/** The address names a region that is not the user's: there is a way back. */
export const Elsewhere = {
  render: shown({
    address: `?month=${month}&area=99`,
    answers: [failing(bulletinDraft, new CallError('notFound', '区域不存在，或您无权查看', 404))],
  }).render,
  play: async ({ canvasElement }: Play) => {
    const page = within(canvasElement);
    await expect(await page.findByText(/区域不存在，或您无权查看/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '改看默认区域的草稿' }));
    await expect(page.getByTestId('address')).toHaveTextContent(`/?month=${month}`);
  },
};
export const Denied = {
  render: shown({ answers: [failing(bulletinDraft, new CallError('denied', '您没有权限查看此内容', 403))] }).render,
};
export const Failed = {
  render: shown({ answers: [failing(bulletinDraft, new CallError('offline', '网络连接已断开，请检查网络', 0))] })
    .render,
};
