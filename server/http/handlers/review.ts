import { refusalCodes } from '../../../src/contract/envelope.ts';
import { Buckets } from '../../access/buckets.ts';
import { networkOf } from '../../access/clientAddress.ts';
import type { PageTickets } from '../../access/pageTickets.ts';
import type { LiftConditionParts } from '../../domain/city/liftCondition.ts';
import { requireElevatorInScope } from '../../domain/city/recordScope.ts';
import type { Directory } from '../../domain/city/directory.ts';
import type { Domain } from '../../domain/createDomain.ts';
import type { Settings } from '../../domain/domain.ts';
import type { UploadedFiles } from '../../domain/records/uploads.ts';
import { NotFound, Refusal } from '../../domain/refusal.ts';
import { codeLiftOf, type CodeLift } from '../../queries/liftOfCode.ts';
import { averagesByCompany, listReviews, readReview } from '../../queries/review.ts';
import type { CodeLookups } from '../codePage/codeLookups.ts';
import { commentInfoOf } from '../codePage/liftFacts.ts';
import type { Handlers } from '../handlers.ts';
import { photoOf } from '../image/photoOf.ts';

type ReviewHandlers = Pick<
  Handlers,
  | 'reviewReport'
  | 'reviewHandle'
  | 'reviewDetail'
  | 'reviewList'
  | 'reviewAverages'
  | 'infoForComment'
  | 'openInfoForComment'
  | 'openComment'
  | 'openUploadFile'
>;

export interface ReviewHandlerParts extends LiftConditionParts {
  readonly domain: Domain;
  readonly directory: Directory;
  readonly settings: Settings;
  readonly uploadedFiles: Pick<UploadedFiles, 'keepOfStranger'>;
  /** As the pages behind the code use them: their limits are shared. */
  readonly codeLookups: CodeLookups;
  readonly pageTickets: PageTickets;
}

/** Files that a network may send without a page's ticket. */
const filesWithoutTicket = { burst: 5, perHour: 5 } as const;

export function reviewHandlers(parts: ReviewHandlerParts): ReviewHandlers {
  const { store, clock, domain, directory, settings, uploadedFiles, codeLookups, pageTickets } = parts;
  const strangers = new Buckets(filesWithoutTicket, clock);

  /** Throws NotFound for an unknown code, Refusal where this network asks too often. */
  async function liftOf<More>(
    code: string,
    ip: string,
    more: (lift: CodeLift) => Promise<More>,
  ): Promise<{ readonly lift: CodeLift; readonly more: More }> {
    const found = await codeLookups.find(code, ip, more);
    if (found === 'unknown') throw new NotFound('没有找到这个二维码对应的电梯');
    if (found === 'unread') throw new Refusal('暂时无法读取电梯信息，请稍后再试', refusalCodes.throttled);
    return found;
  }
  const infoOf = (lift: CodeLift) => commentInfoOf(parts, lift, settings.current().hotline);

  return {
    async reviewReport(input, { principal }) {
      const { reviewId, exceptionId, joined } = await domain.reviews.report(principal, input);
      return { id: reviewId, exception_id: exceptionId, joined };
    },
    async reviewHandle(input, { principal }) {
      await domain.reviews.step(principal, input);
      return readReview(store, principal, input.id, settings.current());
    },
    reviewDetail: ({ id }, { principal }) => readReview(store, principal, id, settings.current()),
    reviewList: (input, { principal }) => listReviews(store, principal, input, settings.current()),
    reviewAverages: (input, { principal }) => averagesByCompany(store, principal, input),

    async infoForComment({ elevator_id: elevatorId }, { principal }) {
      requireElevatorInScope(directory, principal, elevatorId);
      const lift = await codeLiftOf(store, elevatorId);
      if (lift === undefined) throw new NotFound();
      return infoOf(lift);
    },

    async openInfoForComment({ code }, { ip }) {
      const { more } = await liftOf(code, ip, infoOf);
      return { ...more, upload_token: pageTickets.issue(clock.nowMs()) };
    },

    async openComment({ code, upload_token: token, ...said }, { ip }) {
      const { lift } = await liftOf(code, ip, () => Promise.resolve(null));
      const { followToken } = await domain.passengers.review({
        ...said,
        elevatorId: lift.id,
        network: networkOf(ip),
        ticket: token === undefined ? undefined : pageTickets.read(token, clock.nowMs()),
      });
      return { token: followToken, follow_url: `/q/${code}/follow/${followToken}` };
    },

    async openUploadFile({ token }, { ip, file }) {
      const ticket = token === undefined ? '' : pageTickets.read(token, clock.nowMs());
      if (ticket === undefined) throw new Refusal('上传凭证已失效，请刷新页面后重试', refusalCodes.invalid);
      const image = photoOf(file);
      if (ticket === '' && !strangers.tryTake(networkOf(ip)))
        throw new Refusal('上传过于频繁，请一小时后再试，或打开扫码页面上传', refusalCodes.throttled);
      const name = await uploadedFiles.keepOfStranger(image, ticket);
      return { url: `/files/${name}`, name, size: image.bytes.length };
    },
  };
}
