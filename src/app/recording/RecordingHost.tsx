import { lazy, Suspense, useMemo, useState } from 'react';
import type { Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import type { RecordedIncident } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { useObservable } from '../../ui/live/useObservable.ts';

interface RecordingHostProps {
  call: Call;
  /** A page asked for the recording of an incident. */
  asked$: Observable<RecordedIncident>;
}

const OpenRecording = lazy(async () => {
  const { loadRecording, RecordingDialog } = await import('../../features/recording/index.ts');
  return {
    default: function OpenRecording({
      call,
      incident,
      onClose,
    }: {
      call: Call;
      incident: RecordedIncident;
      onClose: () => void;
    }) {
      const recording$ = useMemo(() => loadRecording(call, incident), [call, incident]);
      return <RecordingDialog state={useObservable(recording$, loading)} onClose={onClose} />;
    },
  };
});

/** The recording that any page may ask for. */
export function RecordingHost({ call, asked$ }: RecordingHostProps) {
  const asked = useObservable<RecordedIncident | null>(asked$, null);
  const [closed, setClosed] = useState<RecordedIncident | null>(null);
  if (asked === null || asked === closed) return null;
  return (
    <Suspense fallback={null}>
      <OpenRecording key={`${asked.kind} ${asked.id}`} call={call} incident={asked} onClose={() => setClosed(asked)} />
    </Suspense>
  );
}
