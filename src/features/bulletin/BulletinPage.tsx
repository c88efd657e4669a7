import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Subject } from 'rxjs';
import { bulletinFile } from '../../contract/endpoints/bulletin.ts';
import { screenNamed } from '../../contract/screens.ts';
import { addMonths, dayOf, toDisplayTime } from '../../contract/time.ts';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { ListSkeleton } from '../../ui/list/ListSkeleton.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Select } from '../../ui/Select/Select.tsx';
import { addressKeys, readBulletinAddress } from './bulletinAddress.ts';
import { queryOf, watchBulletin, type ShownBulletin } from './bulletinSources.ts';
import { createCommentDrafts } from './commentDrafts.ts';
import { DraftView } from './DraftView.tsx';
import { FrozenView } from './FrozenView.tsx';
import { PrintedBulletin } from './PrintedBulletin.tsx';
import './bulletin.css';

/** The choices that stand for no region, and for no version. */
const noArea = 0;
const noVersion = 0;

function noteOf(state: LoadState<ShownBulletin>): string | undefined {
  if (state.kind !== 'ready') return undefined;
  if (state.problem !== null) return `可能不是最新：${state.problem}，正在自动重试`;
  return state.value.kind === 'draft' ? `数据截至 ${toDisplayTime(state.value.draft.content.data_at)}` : undefined;
}

/** The monthly bulletin (`/report-statistics/bulletin`): a live draft with comments, or one of its frozen versions. */
export function BulletinPage({ deps, readNowMs = Date.now }: { deps: FeatureDeps; readNowMs?: () => number }) {
  const [params, setParams] = useSearchParams();
  const [reload$] = useState(() => new Subject<void>());
  const [drafts] = useState(() => createCommentDrafts(deps));
  const [isSaving, setSaving] = useState(false);
  const address = readBulletinAddress(params, readNowMs());
  const { month, areaId, version } = address;
  const state$ = useMemo(
    () => watchBulletin(deps, { month, areaId, version, isPrinting: false }, reload$),
    [deps, month, areaId, version, reload$],
  );
  const state = useObservable<LoadState<ShownBulletin>>(state$, loading);
  const shown = state.kind === 'ready' ? state.value : null;
  const head = shown === null ? null : shown.kind === 'draft' ? shown.draft : shown.frozen;
  const go = (changes: Readonly<Record<string, string | null>>): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [key, value] of Object.entries(changes)) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      return next;
    });
  const goToMonth = (to: string): void => go({ [addressKeys.month]: to, [addressKeys.version]: null });
  const goToVersion = (to: number): void => go({ [addressKeys.version]: to === noVersion ? null : String(to) });
  const saveFile = async (): Promise<void> => {
    setSaving(true);
    // A failure has been shown by the call itself.
    await deps
      .saveFile(bulletinFile, { ...queryOf(address), ...(version === null ? {} : { version }) })
      .catch(() => undefined);
    setSaving(false);
  };

  return (
    <div className="bl-page">
      <PageHeader
        title={screenNamed('Bulletin').title}
        note={noteOf(state)}
        actions={
          head !== null && (
            <>
              <Button icon="print" onClick={() => go({ [addressKeys.print]: '1' })}>
                打印
              </Button>
              <Button icon="download" onClick={() => void saveFile()} isBusy={isSaving}>
                导出 Excel
              </Button>
              <IconButton icon="refresh" label="刷新" onClick={() => reload$.next()} />
            </>
          )
        }
      />
      <div className="bl-choices">
        <IconButton icon="angle-left" label="上个月" onClick={() => goToMonth(addMonths(month, -1))} />
        <b>{month}</b>
        <IconButton
          icon="angle-right"
          label="下个月"
          disabled={addMonths(month, 1) > dayOf(readNowMs()).slice(0, 7)}
          onClick={() => goToMonth(addMonths(month, 1))}
        />
        {head !== null && (
          <>
            <div className="bl-choices__area">
              <Select<number>
                label="区域"
                value={head.area.id ?? noArea}
                options={head.areas.map(({ id, name, level }) => ({
                  value: id ?? noArea,
                  label: `${'　'.repeat(level)}${name}`,
                }))}
                onChange={(id) =>
                  go({
                    [addressKeys.area]: id === null || id === noArea ? null : String(id),
                    [addressKeys.version]: null,
                  })
                }
              />
            </div>
            <div className="bl-choices__version">
              <Select<number>
                label="版本"
                value={version ?? noVersion}
                options={[
                  { value: noVersion, label: '草稿（现在的数据）' },
                  ...head.versions.map((one) => ({
                    value: one.version,
                    label: `第 ${one.version} 版`,
                    detail: `${toDisplayTime(one.at).slice(0, 16)} ${one.by}`,
                  })),
                ]}
                onChange={(chosen) => goToVersion(chosen ?? noVersion)}
              />
            </div>
          </>
        )}
      </div>
      <div className="bl-body" tabIndex={0} role="group" aria-label="月报内容">
        {state.kind === 'loading' && <ListSkeleton />}
        {state.kind === 'failed' && (
          <>
            <FailedLoad state={state} onRetry={() => reload$.next()} />
            {/* The choices are part of the answer: without one, the address may name what is not there. */}
            {(areaId !== null || version !== null) && (
              <p className="bl-elsewhere">
                <Button onClick={() => go({ [addressKeys.area]: null, [addressKeys.version]: null })}>
                  改看默认区域的草稿
                </Button>
              </p>
            )}
          </>
        )}
        {shown?.kind === 'draft' && (
          <DraftView
            key={`${shown.draft.month}.${shown.draft.area.id ?? 'all'}`}
            draft={shown.draft}
            deps={deps}
            drafts={drafts}
            onReload={() => reload$.next()}
            onFrozen={goToVersion}
          />
        )}
        {shown?.kind === 'frozen' && <FrozenView frozen={shown.frozen} />}
      </div>
      {address.isPrinting && shown !== null && (
        <PrintedBulletin shown={shown} printedBy={deps.user.name} onClose={() => go({ [addressKeys.print]: null })} />
      )}
    </div>
  );
}
