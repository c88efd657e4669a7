import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../Button/Button.tsx';
import { ConfirmDialog } from '../ConfirmDialog/ConfirmDialog.tsx';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { useObservable } from '../live/useObservable.ts';
import { Popover } from '../Popover/Popover.tsx';
import {
  isBareAddress,
  isShown,
  SavedViewsContext,
  viewParams,
  type SavedView,
  type SavedViews,
} from './savedViews.ts';
import { toLoadFailure } from '../failure/toLoadFailure.ts';
import './SavedViewsMenu.css';

interface SavedViewsMenuProps {
  /** The list's name. */
  list: string;
  params: URLSearchParams;
  filterKeys: readonly string[];
  columnIds: readonly string[];
  hidden: readonly string[];
  /** Null: as the list is without a view. `isOpening`: automatically, when the list was opened, which is no step for Back. */
  onShow: (view: SavedView | null, isOpening: boolean) => void;
}

const longestName = 30;

/** The user's own views of a list: choose, save, rename, make one the default, delete. Nothing is drawn where views are not kept. */
export function SavedViewsMenu(props: SavedViewsMenuProps) {
  const kept = useContext(SavedViewsContext);
  return kept !== null && <KeptViewsMenu {...props} kept={kept} />;
}

function KeptViewsMenu({
  kept,
  list,
  params,
  filterKeys,
  columnIds,
  hidden,
  onShow,
}: SavedViewsMenuProps & { kept: SavedViews }) {
  const all = useObservable<readonly SavedView[] | null>(kept.views$, null);
  const isLoaded = all !== null;
  const own = (all ?? []).filter((view) => view.list === list);
  const shown = { params: viewParams(params, filterKeys), hidden };

  const isOpening = useRef(isBareAddress(params, filterKeys));
  const showDefault = useEffectEvent(() => {
    const view = own.find(({ isDefault }) => isDefault);
    // A user who has filtered meanwhile wants something else.
    if (isOpening.current && view !== undefined && isBareAddress(params, filterKeys)) onShow(view, true);
    isOpening.current = false;
  });
  useEffect(() => {
    if (isLoaded) showDefault();
  }, [isLoaded]);

  const [asking, setAsking] = useState<SavedView | null>(null);
  const { isBusy, problem, run } = useRun();
  return (
    <>
      <Popover icon="filter" label="我的视图" width={300}>
        {(close) => (
          <div className="ti-views">
            {own.length === 0 && (
              <p className="ti-views__none">{isLoaded ? '还没有保存视图。' : '正在加载我的视图…'}</p>
            )}
            {own.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                isShown={isShown(view, shown, { filterKeys, columnIds })}
                onChoose={() => {
                  close();
                  onShow(view, false);
                }}
                onChange={(changes) => run(() => kept.save({ ...view, ...changes }))}
                onDelete={() => {
                  close();
                  setAsking(view);
                }}
              />
            ))}
            {own.length > 0 && (
              <Button
                size="small"
                variant="plain"
                icon="undo"
                onClick={() => {
                  close();
                  onShow(null, false);
                }}
              >
                不使用视图
              </Button>
            )}
            <SaveRow
              own={own}
              isBusy={isBusy}
              onSave={(name, replaced) =>
                run(() =>
                  kept.save({
                    list,
                    name,
                    ...shown,
                    isDefault: replaced?.isDefault ?? false,
                    ...(replaced === undefined ? {} : { id: replaced.id }),
                  }),
                )
              }
            />
            {problem !== null && (
              <p className="ti-field__error" role="alert">
                <Icon name="exclamation-circle" />
                {problem}
              </p>
            )}
          </div>
        )}
      </Popover>
      {asking !== null && (
        <ConfirmDialog
          isOpen
          title="删除视图"
          objectName={asking.name}
          message="只删除您保存的筛选和列，不影响数据。"
          confirmLabel="删除"
          tone="danger"
          isBusy={isBusy}
          error={problem}
          onConfirm={() => void run(() => kept.remove(asking.id)).then((isDone) => isDone && setAsking(null))}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** One act at a time, and why the last one failed. */
function useRun() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (act: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(toLoadFailure(error).message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}

interface ViewRowProps {
  view: SavedView;
  isShown: boolean;
  onChoose: () => void;
  onChange: (changes: Partial<Pick<SavedView, 'name' | 'isDefault'>>) => Promise<boolean>;
  onDelete: () => void;
}

function ViewRow({ view, isShown: isCurrent, onChoose, onChange, onDelete }: ViewRowProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null)
    return (
      <form
        className="ti-views__row"
        onSubmit={(event) => {
          event.preventDefault();
          const name = typed.trim();
          if (name !== '') void onChange({ name }).then((isDone) => isDone && setTyped(null));
        }}
      >
        <input
          className="ti-input"
          aria-label={`“${view.name}”的新名称`}
          autoFocus
          maxLength={longestName}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="small" type="submit">
          改名
        </Button>
      </form>
    );
  return (
    <div className="ti-views__row">
      <button type="button" className="ti-views__name" aria-pressed={isCurrent} title={view.name} onClick={onChoose}>
        <Icon name={isCurrent ? 'check' : 'filter'} />
        <span>{view.name}</span>
      </button>
      <IconButton
        icon={view.isDefault ? 'star-fill' : 'star'}
        label={view.isDefault ? `“${view.name}”不再默认使用` : `默认使用“${view.name}”`}
        onClick={() => void onChange({ isDefault: !view.isDefault })}
      />
      <IconButton icon="pencil" label={`重命名“${view.name}”`} onClick={() => setTyped(view.name)} />
      <IconButton icon="trash" label={`删除“${view.name}”`} onClick={onDelete} />
    </div>
  );
}

interface SaveRowProps {
  own: readonly SavedView[];
  isBusy: boolean;
  onSave: (name: string, replaced: SavedView | undefined) => Promise<boolean>;
}

/** The list as it is now, under a name; under the name of a view it takes that view's place. */
function SaveRow({ own, isBusy, onSave }: SaveRowProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const replaced = own.find((view) => view.name === name);
  return (
    <form
      className="ti-views__save"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') void onSave(name, replaced).then((isDone) => isDone && setTyped(''));
      }}
    >
      <input
        className="ti-input"
        aria-label="视图名称"
        placeholder="保存当前筛选和列为…"
        maxLength={longestName}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={name === ''} isBusy={isBusy}>
        {replaced === undefined ? '保存' : '覆盖'}
      </Button>
    </form>
  );
}
