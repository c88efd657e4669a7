import { useState } from 'react';
import type { ChannelRow } from '../../contract/entities/notification.ts';
import { screenNamed } from '../../contract/screens.ts';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { LoadingOverlay } from '../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { ChannelCard } from './ChannelCard.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import { createChannelSources, type ChannelSources } from './channelSources.ts';
import './notifyChannels.css';

const noneLeaves = '尚未配置任何渠道：电话、短信、微信都不会发出，呼叫只在值班台响铃';

/** Nothing leaves the platform while no channel is set up. */
const noteOf = (channels: readonly ChannelRow[]): string => {
  const real = channels.filter(({ provider }) => provider === 'real').length;
  const demo = channels.filter(({ provider }) => provider === 'demo').length;
  if (real + demo === 0) return noneLeaves;
  return [
    ...(real > 0 ? [`${real} 个已启用`] : []),
    ...(demo > 0 ? [`${demo} 个为演示，只记录、不真正发出`] : []),
  ].join('；');
};

/** The channels, one card each, with their current state. */
export function ChannelsPage({ deps }: { deps: FeatureDeps }) {
  const [sources] = useState(() => createChannelSources(deps));
  const state = useObservable<LoadState<readonly ChannelRow[]>>(sources.channels$, loading);
  return (
    <div className="nc-page">
      <PageHeader
        title={screenNamed('NotifyChannels').title}
        note={state.kind === 'ready' ? noteOf(state.value) : ''}
      />
      <Body state={state} sources={sources} deps={deps} />
    </div>
  );
}

function Body({
  state,
  sources,
  deps,
}: {
  state: LoadState<readonly ChannelRow[]>;
  sources: ChannelSources;
  deps: FeatureDeps;
}) {
  const [edited, setEdited] = useState<ChannelRow | null>(null);
  switch (state.kind) {
    case 'loading':
      return <LoadingOverlay isShown scope="box" text="正在加载通知渠道…" />;
    case 'failed':
      return <FailedLoad state={state} />;
    case 'ready':
      return (
        <>
          {/* Scrolled by keyboard too. */}
          <section className="nc-cards" aria-label="全部渠道" tabIndex={0}>
            {state.value.map((channel) => (
              <ChannelCard
                key={channel.channel}
                channel={channel}
                sources={sources}
                onEdit={() => setEdited(channel)}
              />
            ))}
          </section>
          {edited !== null && (
            <ChannelDialog
              channel={edited}
              sources={sources}
              onClose={() => setEdited(null)}
              onSaved={() => {
                deps.notify.success(`已保存${edited.channel_label}的设置`);
                setEdited(null);
              }}
            />
          )}
        </>
      );
  }
}
