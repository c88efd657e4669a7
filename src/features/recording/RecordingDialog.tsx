import { useState } from 'react';
import type { Recording } from '../../contract/endpoints/replay.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { createRecordingPlayer } from '../../machines/createRecordingPlayer.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { recordingView } from '../../streams/recording/recordingView.ts';
import { startPlayhead } from '../../streams/recording/startPlayhead.ts';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { RecordingPlayer } from '../../ui/recording/RecordingPlayer.tsx';

interface RecordingDialogProps {
  state: LoadState<Recording | null>;
  onClose: () => void;
}

function Player({ recording }: { recording: Recording }) {
  const [view] = useState(() => recordingView(recording));
  const [control] = useState(() => createRecordingPlayer(view, view.fromMs, startPlayhead));
  return (
    <RecordingPlayer
      title={`${recording.tag} · ${toDisplayTime(recording.incident_ms).slice(0, 16)}`}
      control={control}
      incidentLabel={recording.rescue_order_id === null ? '报警' : '呼叫'}
      isOpen={recording.is_open}
      {...view}
    />
  );
}

function Body({ state }: { state: LoadState<Recording | null> }) {
  switch (state.kind) {
    case 'loading':
      return <p role="status">正在读取录制…</p>;
    case 'failed':
      return state.failure === 'denied' ? <DeniedState /> : <ErrorState title="无法读取录制" message={state.message} />;
    case 'ready':
      return state.value === null || state.value.samples.at_ms.length === 0 ? (
        <EmptyState icon="video" title="这一次没有录下数据" hint="设备在事发前后没有上报，或录制已过保存期限。" />
      ) : (
        <Player key={state.value.id} recording={state.value} />
      );
  }
}

/** A lift's minutes before and after a call, played. */
export function RecordingDialog({ state, onClose }: RecordingDialogProps) {
  return (
    <Dialog title="事发前 5 分钟" icon="history" isOpen onClose={onClose} maxWidth={860}>
      <Body state={state} />
    </Dialog>
  );
}
