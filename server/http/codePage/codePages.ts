import * as z from 'zod';
import { chineseIssue } from '../../../src/contract/chineseIssue.ts';
import { reviewWords } from '../../../src/contract/endpoints/review.ts';
import { mostReviewPhotos, reviewProblemLabels } from '../../../src/contract/reviews.ts';
import { keysOf } from '../../../src/contract/exceptions.ts';
import { findUnkeepable, plainText } from '../../../src/contract/text.ts';
import { networkOf } from '../../access/clientAddress.ts';
import { followHashOf, followTokenShape, type PageTickets } from '../../access/pageTickets.ts';
import type { LiftConditionParts } from '../../domain/city/liftCondition.ts';
import type { PassengerDesk } from '../../domain/records/passengerDesk.ts';
import type { UploadedFiles } from '../../domain/records/uploads.ts';
import { NotFound, Refusal } from '../../domain/refusal.ts';
import { followedReview } from '../../queries/publicReviews.ts';
import { within } from '../../runtime/within.ts';
import { photoOf } from '../image/photoOf.ts';
import { callFailedText, callPageText } from './callPageText.ts';
import type { CodeLookups } from './codeLookups.ts';
import { followPageText } from './followPageText.ts';
import { readLiftFacts } from './liftFacts.ts';
import { liftPageHasForms, liftPageText, type LiftPageParts, type TypedReview } from './liftPageText.ts';
import type { SentForm } from './readForm.ts';

export interface CodePagesOptions extends LiftConditionParts {
  /** The site's rescue hotline as it is now. */
  readonly hotline: () => string;
  readonly lookups: CodeLookups;
  readonly tickets: PageTickets;
  readonly passengers: PassengerDesk;
  readonly uploadedFiles: Pick<UploadedFiles, 'keepOfStranger'>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

/** The answer to a browser: a page, or where to go on. */
export type PageAnswer =
  | { readonly kind: 'page'; readonly text: string; readonly hasForms: boolean }
  | { readonly kind: 'goOn'; readonly to: string };

/** The pages behind the code in the car. None fails: whatever is missing, there is a number to call. */
export interface CodePages {
  /** `/q/<code>`, and every other address below `/q`. */
  lift(request: { readonly code: string; readonly address: string }): Promise<PageAnswer>;
  /** Opens the lift's call for help, or joins the open one. */
  call(request: { readonly code: string; readonly callBack?: string }): Promise<PageAnswer>;
  /** `callBack` says what became of the caller's number: `left` or `unread`. */
  callStatus(request: {
    readonly code: string;
    readonly token: string;
    readonly callBack?: string;
  }): Promise<PageAnswer>;
  review(request: { readonly code: string; readonly address: string; readonly form: SentForm }): Promise<PageAnswer>;
  follow(request: { readonly code: string; readonly address: string; readonly token: string }): Promise<PageAnswer>;
  alsoAffected(request: {
    readonly code: string;
    readonly address: string;
    readonly problem: string;
    readonly back: string;
  }): Promise<PageAnswer>;
}

/** To record a call may take the database a while; after this the page names the hotline, and the call still goes on. */
const recordWithinMs = 15_000;
const readWithinMs = 800;
/** A number as people type theirs. */
const callBackSchema = plainText(20)
  .trim()
  .regex(/^\+?[\d() -]{5,20}$/);
/** Undefined for what nobody can ring: a call for help is never refused for it. */
const callBackNumber = (typed: string): string | undefined => callBackSchema.safeParse(typed).data;
const problems = z.enum(keysOf(reviewProblemLabels));
const wordsSchema = z.object(reviewWords);

const page = (text: string, hasForms: boolean): PageAnswer => ({ kind: 'page', text, hasForms });

export function createCodePages(options: CodePagesOptions): CodePages {
  const { clock, hotline, lookups, tickets, passengers, uploadedFiles, store, onTrouble } = options;

  async function liftPage(
    { code, address }: { readonly code: string; readonly address: string },
    more: Pick<LiftPageParts, 'typed' | 'done'> = {},
  ): Promise<PageAnswer> {
    const found = await lookups.find(code, address, (lift) => readLiftFacts(options, lift));
    const parts = { hotline: hotline(), code, found, ticket: tickets.issue(clock.nowMs()), ...more };
    return page(liftPageText(parts), liftPageHasForms(parts));
  }

  /** The names of the form's photos, those that came before among them. Throws Refusal for what is no photo; `taken` keeps what was good. */
  async function takePhotos(form: SentForm, ticket: string, taken: string[]): Promise<void> {
    for (const file of form.files) {
      if (file.isTooLarge) throw new Refusal('照片超过 5 MB，请换一张较小的照片');
      if (taken.length >= mostReviewPhotos) throw new Refusal(`最多 ${mostReviewPhotos} 张照片`);
      taken.push(await uploadedFiles.keepOfStranger(photoOf(file, 'photos'), ticket));
    }
  }

  return {
    lift: (request) => liftPage(request),

    async call({ code, callBack = '' }) {
      const lift = await lookups.findForCall(code);
      if (typeof lift === 'string')
        return page(callFailedText(hotline(), code, lift === 'unknown'), lift !== 'unknown');
      const number = callBackNumber(callBack);
      const calling = passengers.callForHelp(lift.id, number).catch((error: unknown) => {
        onTrouble('扫码求救没有记录下来，页面已提示拨打热线', error);
        return undefined;
      });
      const called = await within(clock, recordWithinMs, calling, undefined);
      return called === undefined
        ? page(callFailedText(hotline(), code, false), true)
        : {
            kind: 'goOn',
            to: `/q/${code}/call/${tickets.ofCall(code, called.orderId)}${callBack.trim() === '' ? '' : `?callback=${number === undefined ? 'unread' : 'left'}`}`,
          };
    },

    async callStatus({ code, token, callBack }) {
      const orderId = tickets.callOf(code, token);
      // A token that is not ours costs no look-up, and tells nothing.
      if (orderId === undefined) return page(callFailedText(hotline(), code, true), false);
      const progress = await within(clock, readWithinMs, passengers.callProgress(orderId), undefined);
      return page(
        callPageText({ hotline: hotline(), code, progress, nowMs: clock.nowMs(), callBack }),
        progress?.isClosed === true,
      );
    },

    async review({ code, address, form }) {
      const field = (name: string) => form.fields.get(name)?.at(-1) ?? '';
      const sent = field('ticket');
      const ticket = tickets.read(sent, clock.nowMs());
      const photos = (form.fields.get('kept') ?? []).slice(0, mostReviewPhotos);
      const typed = (message: string): TypedReview => ({
        form: field('form') === 'score' ? 'score' : 'problem',
        problem: field('problem'),
        score: field('score'),
        text: field('text'),
        photos,
        message,
      });
      const found = await lookups.find(code, address, () => Promise.resolve(null));
      if (typeof found === 'string')
        return liftPage({ code, address }, found === 'unread' ? { typed: typed('暂时无法提交，请稍后再试') } : {});
      try {
        const raw = {
          problem: field('problem') === '' ? undefined : field('problem'),
          score: field('score') === '' ? undefined : Number(field('score')),
          text: field('text'),
        };
        const unkeepable = findUnkeepable(raw, []);
        if (unkeepable !== undefined) throw new Refusal(unkeepable.message);
        const words = wordsSchema.safeParse({ ...raw, photos }, { error: chineseIssue });
        if (!words.success) throw new Refusal(words.error.issues[0]?.message ?? '内容不正确，请检查后重试');
        const { problem, score, text } = words.data;
        if (problem === undefined && score === undefined) throw new Refusal('请选择遇到的问题，或打 1 到 5 分');
        // Without the page's ticket its photos count as those of a stranger without a page.
        await takePhotos(form, ticket ?? '', photos);
        const { followToken } = await passengers.review({
          elevatorId: found.lift.id,
          network: networkOf(address),
          ticket,
          problem,
          score,
          text,
          photos,
        });
        return { kind: 'goOn', to: `/q/${code}/follow/${followToken}` };
      } catch (error) {
        if (error instanceof NotFound) return liftPage({ code, address });
        if (!(error instanceof Refusal)) {
          onTrouble('乘客评价没有记录下来', error);
          return liftPage({ code, address }, { typed: typed('系统暂时没有收下，请稍后再提交') });
        }
        return liftPage({ code, address }, { typed: typed(error.message) });
      }
    },

    async follow({ code, address, token }) {
      return page(followPageText({ code, token, review: await readFollowed(code, address, token) }), true);
    },

    async alsoAffected({ code, address, problem, back }) {
      const parsed = problems.safeParse(problem);
      const found = await lookups.find(code, address, () => Promise.resolve(null));
      const isCounted =
        parsed.success &&
        typeof found !== 'string' &&
        (await passengers
          .alsoAffected({ elevatorId: found.lift.id, problem: parsed.data, network: networkOf(address) })
          .catch(() => false));
      const done = isCounted ? '已记录：您也遇到了这个问题' : '已经记录过，或该问题已处理完毕';
      if (!followTokenShape.test(back)) return liftPage({ code, address }, { done });
      return page(followPageText({ code, token: back, review: await readFollowed(code, address, back), done }), true);
    },
  };

  /** Bounded as every look-up of a code is: the token is as hard to guess. */
  async function readFollowed(code: string, address: string, token: string) {
    if (!followTokenShape.test(token)) return undefined;
    const found = await lookups.find(code, address, (lift) => followedReview(store, lift.id, followHashOf(token)));
    return typeof found === 'string' ? undefined : found.more;
  }
}
