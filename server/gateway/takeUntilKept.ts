import type { Clock } from '../runtime/clock.ts';
import { retry } from '../runtime/retry.ts';
import type { OnTrouble } from '../runtime/troubleLog.ts';
import { isStoreAway } from '../store/errors.ts';
import { isUnkeepable } from '../store/keepable.ts';
import type { Delivery, Taken } from './delivery.ts';
import type { DeviceInbox } from './deviceInbox.ts';

/** After this many failures (about two seconds) the message is at fault, not the moment. */
const mostFailures = 5;
/**
 * After this many (about five minutes) the message is given up if quarantining it fails as well, but not while the
 * store cannot be written.
 */
const givenUpAfter = 60;
const longestRetryMs = 5_000;

export interface TakeUntilKeptParts {
  readonly inbox: Pick<DeviceInbox, 'take' | 'setAside'>;
  readonly clock: Clock;
  /** Stops retrying: what has not been stored by then is not acknowledged. */
  readonly until: AbortSignal;
  readonly onTrouble: OnTrouble;
}

/**
 * Retries until a message has been stored: as long as it takes while the store cannot be written, and for two seconds
 * if it fails for another reason; then it is quarantined. Resolves with what may be receipted, or undefined if it was
 * stopped before; never rejects.
 */
export function takeUntilKept(
  delivery: Delivery,
  { inbox, clock, until, onTrouble }: TakeUntilKeptParts,
): Promise<Taken | undefined> {
  let failures = 0;
  let isTold = false;

  const attempt = async (): Promise<Taken> => {
    try {
      return await inbox.take(delivery);
    } catch (error) {
      if (isStoreAway(error)) throw error;
      failures += 1;
      if (failures < mostFailures) throw error;
      return await setAside(error);
    }
  };

  const setAside = async (cause: unknown): Promise<Taken> => {
    let taken: Taken = {};
    try {
      taken = await inbox.setAside(delivery);
      onTrouble(`设备消息（${delivery.topic}）多次未能处理，已转入无法识别的消息`, cause);
    } catch (error) {
      if (isStoreAway(error) || (failures < givenUpAfter && !isUnkeepable(error))) throw error;
      onTrouble(`设备消息（${delivery.topic}）无法保存，已放弃`, error);
    }
    // The store has just been written: if it was the reason after all, the message is stored now.
    return Promise.resolve(inbox.take(delivery)).catch(() => taken);
  };

  return retry(attempt, {
    clock,
    until,
    longestMs: longestRetryMs,
    onError(error) {
      // Reported once per message, not at every attempt.
      if (!isTold) onTrouble(`设备消息未能保存（${delivery.topic}），正在重试`, error);
      isTold = true;
    },
  });
}
