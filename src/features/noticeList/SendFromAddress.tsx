import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CallError } from '../../contract/call.ts';
import { announcementReach, announcementSend, type AnnouncementReach } from '../../contract/endpoints/announcement.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { EMPTY } from 'rxjs';
import { SendDialog } from './SendDialog.tsx';

/** The dialog that sends the draft which the address names (`?tab=drafts&send=12`); nothing without one. */
export function SendFromAddress({ deps }: { deps: FeatureDeps }) {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('send') ?? '');
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return (
    <LoadedSend
      key={id}
      id={id}
      deps={deps}
      onClose={() => setParams({ tab: 'drafts' }, { replace: true })}
      onSent={(sentId) => setParams({ tab: 'sent', id: String(sentId) })}
    />
  );
}

function LoadedSend({
  id,
  deps: { call, notify },
  onClose,
  onSent,
}: {
  id: number;
  deps: FeatureDeps;
  onClose: () => void;
  onSent: (announcementId: number) => void;
}) {
  const [reach$] = useState(() =>
    watchLatest({
      load: () => call(announcementReach, { id }, { quiet: true }),
      reload$: EMPTY,
    }),
  );
  const reach = useObservable<LoadState<AnnouncementReach>>(reach$, loading);
  if (reach.kind !== 'ready')
    return (
      <Dialog title="发送公告" isOpen onClose={onClose}>
        {reach.kind === 'loading' ? (
          <p>正在查询可送达的屏幕与人员…</p>
        ) : (
          <FailedRecord failed={reach} noun="公告草稿" />
        )}
      </Dialog>
    );
  return (
    <SendDialog
      reach={reach.value}
      onClose={onClose}
      onSend={async (to) => {
        try {
          const sent = await call(announcementSend, { id, to }, { quiet: true });
          notify.success(`已发送：屏幕 ${sent.screen_num} 块，人员 ${sent.member_num} 人`);
          onSent(sent.id);
          return null;
        } catch (error) {
          return error instanceof CallError ? error.message : '未能发送，请重试';
        }
      }}
    />
  );
}
