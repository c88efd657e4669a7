import { useState } from 'react';
import { EMPTY } from 'rxjs';
import { NotificationChain } from '../../parts/notification/NotificationChain.tsx';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import type { NotificationDetail } from '../../streams/lists/watchNotification.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { ChannelSources } from './channelSources.ts';
import { Unbroken } from '../../ui/Unbroken/Unbroken.tsx';

interface TestMessageProps {
  id: number;
  watch: ChannelSources['message$'];
}

/** The live progress of a test message to oneself. */
export function TestMessage({ id, watch }: TestMessageProps) {
  const [message$] = useState(() => watch?.(id) ?? EMPTY);
  const state = useObservable<LoadState<NotificationDetail>>(message$, loading);
  if (watch === null) return <p className="nc-quiet">测试消息已排队，编号 {id}</p>;
  switch (state.kind) {
    case 'loading':
      return <p className="nc-quiet">测试消息已排队…</p>;
    case 'failed':
      return (
        <p className="nc-quiet">
          测试消息已排队，编号 {id}；无法读取其状态：{state.message}
        </p>
      );
    case 'ready':
      return (
        <div className="nc-test" role="status">
          <p className="nc-quiet">
            发给 {state.value.recipient} <Unbroken>{state.value.masked_address}</Unbroken>
          </p>
          <NotificationChain row={state.value} />
          <p className="nc-test__text">{state.value.text}</p>
          {state.value.problem !== '' && <p className="nc-quiet">{state.value.problem}</p>}
        </div>
      );
  }
}
