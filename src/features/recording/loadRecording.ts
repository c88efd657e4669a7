import { startWith, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { recordingOf, type Recording } from '../../contract/endpoints/replay.ts';
import type { RecordedIncident } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';

/** The lift's minutes around a call or an alarm; null where nothing was recorded. */
export function loadRecording(call: Call, incident: RecordedIncident): Observable<LoadState<Recording | null>> {
  const query = incident.kind === 'rescue' ? { rescue_order_id: incident.id } : { alarm_id: incident.id };
  return loadWithRetry(() => call(recordingOf, query, { quiet: true })).pipe(startWith(loading));
}
