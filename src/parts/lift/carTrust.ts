import { serviceModeLabels } from '../../contract/labels.ts';
import type { PolledData } from '../../streams/loading/pollLatestData.ts';

/** The degree of trust in a car's picture. */
export type CarTrust =
  /** Nothing has been asked yet. */
  | 'loading'
  | 'live'
  /** The device has not reported for too long. */
  | 'stale'
  | 'offline'
  /** We do not hear from the server: the picture may be old although the lift reports, and whether its device is offline is not known. */
  | 'unlinked'
  /** This lift has never reported. */
  | 'never';

/** After this many polls without an answer the link to the server counts as gone. */
const missedPollsUnlinked = 3;

export function carTrust({ data, missedPolls }: PolledData, isDeviceOffline: boolean): CarTrust {
  if (missedPolls >= missedPollsUnlinked) return 'unlinked';
  if (data === null) return 'loading';
  if (isDeviceOffline) return 'offline';
  if (data.received_at === null) return 'never';
  return data.stale ? 'stale' : 'live';
}

/** The same in the words of a shaft, which draws everything but `live` pale and still. */
export function shaftTrust(trust: CarTrust): 'live' | 'stale' | 'offline' {
  if (trust === 'offline') return 'offline';
  return trust === 'live' || trust === 'loading' ? 'live' : 'stale';
}

/** The service mode when it is not the usual one; 1 is normal operation, 7 is not known. */
export function unusualMode(serviceMode: number | null): { label: string; tone: 'medium' | 'high' } | null {
  if (serviceMode === null || serviceMode === 1 || serviceMode === 7) return null;
  return { label: serviceModeLabels[serviceMode] ?? '未知模式', tone: serviceMode === 2 ? 'medium' : 'high' };
}
