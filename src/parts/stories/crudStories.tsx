import type { ComponentType } from 'react';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { CallError } from '../../contract/call.ts';
import type * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { rowQuerySchema } from '../../contract/rows.ts';
import { pageFrom, refusalCodes } from '../../contract/envelope.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { ListPage } from '../../ui/list/listTypes.ts';
import {
  failing,
  featureDepsFixture,
  fixtureCall,
  refuseWrong,
  silent,
  type FixtureAnswer,
} from './featureDeps.fixtures.ts';
import { ScreenStory } from './ScreenStory.tsx';

export interface CrudStoryParts<Row extends object> {
  readonly create: (deps: FeatureDeps) => ComponentType;
  readonly list: Endpoint<typeof rowQuerySchema, z.ZodType<ListPage<Row>>, Permission>;
  readonly save: Endpoint;
  readonly remove: Endpoint;
  readonly noun: string;
  /** A row of this number, as the list returns it. */
  readonly rowAt: (index: number) => Row;
  /** The same with the longest words that the fields take. */
  readonly longRow: Row;
  /** The label of the first text field, and its name. */
  readonly firstField: { readonly label: string; readonly name: string };
  /** The query of the page's address, `?tab=contracts`. */
  readonly address?: string;
  /** The role type of the user; an administrator's by default. */
  readonly roleType?: number;
  /** Further calls of the screen's own. */
  readonly answers?: readonly FixtureAnswer[];
}

/** One page of rows in memory; the search covers all of a row's text. */
function pageOfRows(rows: readonly object[], { id, keyword = '', ...query }: z.output<typeof rowQuerySchema>): object {
  const found = rows.filter(
    (row) =>
      JSON.stringify(Object.values(row)).includes(keyword) && (id === undefined || ('id' in row && row.id === id)),
  );
  return pageFrom(found, query);
}

/** Presses the first button of this name and returns the dialog that it opens. */
const openForm = async (canvasElement: HTMLElement, button: RegExp) => {
  const [first] = await within(canvasElement).findAllByRole('button', { name: button });
  if (first === undefined) throw new Error('the button is not there');
  await userEvent.click(first);
  return within(await screen.findByRole('dialog'));
};

const denied = new CallError('denied', '您没有查看的权限，如需开通请联系系统管理员。', 403);
const offline = new CallError('offline', '网络连接已断开，请检查网络', 0);

/**
 * The stories that every screen made by `crudScreen` has. Storybook finds only individual exports in the file:
 * `export const Empty = stories.Empty;`.
 * They hold the screen to its list, its rights, its form, a refused save, a second editor, and a row in use.
 */
export function crudStories<Row extends object>({
  create,
  list,
  save,
  remove,
  noun,
  rowAt,
  longRow,
  firstField,
  address = '',
  answers = [],
  roleType,
}: CrudStoryParts<Row>) {
  const listing = (rows: readonly object[]): FixtureAnswer => ({
    endpoint: list,
    answer: (input) => pageOfRows(rows, list.input.parse(input)),
  });
  const rowsOf = (count: number): readonly object[] => Array.from({ length: count }, (_, index) => rowAt(index));
  const shown = (own: readonly FixtureAnswer[], permissions?: readonly Permission[]) => {
    const { call, asked } = fixtureCall([...own, ...answers]);
    return {
      asked,
      render: () => (
        <ScreenStory
          create={create}
          address={address}
          deps={featureDepsFixture({
            call,
            ...(permissions === undefined ? {} : { permissions }),
            ...(roleType === undefined ? {} : { roleType }),
          })}
        />
      ),
    };
  };
  const saved: FixtureAnswer = {
    endpoint: save,
    answer: (input) => {
      refuseWrong(save, input);
      return { id: 1, version: 2 };
    },
  };
  const creating = shown([listing(rowsOf(8)), saved]);
  const conflict = new CallError(
    'refused',
    `您编辑期间，王芳修改了这条${noun}。请核对标出的内容后再保存`,
    refusalCodes.conflict,
    [{ field: firstField.name, message: '王芳已改为“新的名称”' }],
  );
  const inUse = new CallError('refused', `仍有 12 台电梯使用这个${noun}，不能删除`, refusalCodes.notAllowedNow);

  return {
    Default: {
      ...shown([listing(rowsOf(24))]),
      play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
        await waitFor(async () => expect(await within(canvasElement).findAllByRole('row')).toHaveLength(21));
      },
    },
    Empty: shown([listing([])]),
    Loading: shown([silent(list)]),
    Failed: shown([failing(list, offline)]),
    Denied: shown([failing(list, denied)]),
    Thousands: shown([listing(rowsOf(5_000))]),
    LongLabels: shown([listing([longRow, ...rowsOf(3)])]),
    ReadOnly: {
      ...shown([listing(rowsOf(8))], [list.permission]),
      play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
        await within(canvasElement).findAllByRole('row');
        await expect(
          within(canvasElement).queryByRole('button', { name: new RegExp(`新建${noun}|编辑|删除`) }),
        ).toBeNull();
      },
    },
    New: {
      render: creating.render,
      play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
        const dialog = await openForm(canvasElement, new RegExp(`新建${noun}`));
        await userEvent.click(dialog.getByRole('button', { name: '保存' }));
        await waitFor(() => expect(dialog.getByText(new RegExp(`请填写${firstField.label}`))).toBeVisible());
        // The server was asked what else is wrong; it has refused the same, and the form stays.
        await expect(dialog.getByRole('button', { name: '保存' })).toBeVisible();
      },
    },
    AsksBeforeLoss: {
      ...shown([listing(rowsOf(8)), saved]),
      play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
        // Untouched, it closes without a question.
        await openForm(canvasElement, new RegExp(`新建${noun}`));
        await userEvent.keyboard('{Escape}');
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        const dialog = await openForm(canvasElement, new RegExp(`新建${noun}`));
        await userEvent.type(dialog.getByLabelText(new RegExp(firstField.label)), '未保存');
        await userEvent.keyboard('{Escape}');
        await waitFor(() => expect(screen.getByText(/尚未保存/)).toBeVisible());
        await userEvent.click(screen.getByRole('button', { name: '继续填写' }));
        await waitFor(() => expect(screen.queryByText(/尚未保存/)).toBeNull());
        await userEvent.click(dialog.getByRole('button', { name: '取消' }));
        await waitFor(() => expect(screen.getByText(/尚未保存/)).toBeVisible());
      },
    },
    SecondEditor: {
      ...shown([listing(rowsOf(8)), failing(save, conflict)]),
      play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
        const dialog = await openForm(canvasElement, /编辑/);
        await userEvent.type(dialog.getByLabelText(new RegExp(firstField.label)), '甲');
        await userEvent.click(dialog.getByRole('button', { name: '保存' }));
        await waitFor(() => expect(dialog.getByText(/王芳已改为/)).toBeVisible());
        await expect(dialog.getByRole('alert')).toHaveTextContent('请核对标出的内容后再保存');
      },
    },
    InUse: {
      ...shown([listing(rowsOf(8)), failing(remove, inUse)]),
      play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
        const dialog = await openForm(canvasElement, /删除/);
        await userEvent.click(dialog.getByRole('button', { name: '删除' }));
        await waitFor(() => expect(dialog.getByText(/仍有 12 台电梯使用/)).toBeVisible());
      },
    },
  };
}
