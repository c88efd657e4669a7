import { rescueCauseGroups } from '../../../src/contract/entities/faultCause.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { ResultChanges } from '../../../src/contract/events/rescueResult.ts';
import type { RescueCause } from '../../../src/contract/labels.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { offeredDetail } from './faultCause.ts';
import { readSteps } from '../readSteps.ts';
import { Refusal } from '../refusal.ts';
import type { RescueContext } from '../../../src/machines/rescueContext.ts';

type Detail = Pick<ResultChanges, 'causeDetail' | 'causeDetailLabel'>;
const noDetail: Detail = { causeDetail: '', causeDetailLabel: '' };

/**
 * Looks up the detail that a person chose; the answer gives what the event says of it beside this cause of level 1.
 * The answer throws Refusal, beside the field, for a detail that is unknown or retired, or belongs to another cause.
 */
async function readDetail(
  { rows }: EventStore,
  code: string,
  field: string,
): Promise<(cause: RescueCause | undefined) => Detail> {
  const found = await readSteps(rows, offeredDetail(rows, code));
  return (cause) => {
    if (found !== undefined && cause !== undefined && found.group === rescueCauseGroups[cause])
      return { causeDetail: code, causeDetailLabel: found.name };
    const message = '请选择具体原因，所选的已停用或不属于该原因';
    throw new Refusal(message, refusalCodes.invalid, [{ field, message }]);
  };
}

/** Returns the detail of its cause with which a rescue is completed. */
export async function completedDetail(
  store: EventStore,
  { cause, causeDetail = '' }: { readonly cause: RescueCause; readonly causeDetail?: string | undefined },
): Promise<Detail> {
  if (causeDetail === '') return { causeDetail: undefined };
  return (await readDetail(store, causeDetail, 'data.causeDetail'))(cause);
}

/** Returns the detail of the cause after a correction: another cause takes the old one's detail away, unless it names one of its own. */
export async function correctedDetail(
  store: EventStore,
  { cause, causeDetail }: ResultChanges,
): Promise<(context: RescueContext) => Detail> {
  if (causeDetail === '') return () => noDetail;
  if (causeDetail !== undefined) {
    const detailOf = await readDetail(store, causeDetail, 'data.changes.causeDetail');
    return ({ result }) => detailOf(cause ?? result?.cause);
  }
  return ({ result }) =>
    cause !== undefined && cause !== result?.cause && (result?.causeDetail ?? '') !== '' ? noDetail : {};
}

/** A correction to nobody trapped takes the way of release away, also if it comes from an older client that knows of none. */
export const correctedRelease = (
  { result }: RescueContext,
  { wasTrapped, releaseWay }: ResultChanges,
): Pick<ResultChanges, 'releaseWay'> =>
  wasTrapped === false && releaseWay === undefined && (result?.releaseWay ?? '') !== '' ? { releaseWay: '' } : {};
