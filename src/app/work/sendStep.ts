import type { Call } from '../../contract/call.ts';
import { CallError } from '../../contract/call.ts';
import { visitAckState } from '../../contract/endpoints/visit.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { photosOfStep, withUploadedPhotos, type KeptPhoto, type Queued } from '../../features/work/model/kept.ts';
import { uploadPhotoBy } from '../../parts/photos/uploadPhoto.ts';

export type SendResult =
  | { readonly kind: 'sent'; readonly visit: VisitDetail }
  /** The server's answer to this step: it changes only with the step. */
  | { readonly kind: 'refused'; readonly message: string }
  /** No answer, or not now: the same step again later. */
  | { readonly kind: 'stopped'; readonly message: string };

const passing: readonly number[] = [refusalCodes.throttled, refusalCodes.conflict];

function resultOf(error: unknown): SendResult {
  if (!(error instanceof CallError)) return { kind: 'stopped', message: '上传中断，稍后自动重试' };
  const { kind, code, message } = error;
  const isAnswer = (kind === 'refused' || kind === 'denied' || kind === 'notFound') && !passing.includes(code);
  return { kind: isAnswer ? 'refused' : 'stopped', message };
}

/**
 * Sends one step: its photos first, each once, then the step with the names that the server gave them. Repeated after any
 * interruption it changes nothing that has arrived.
 */
export async function sendStep(
  { step }: Queued,
  {
    call,
    photoOf,
    keepPhoto,
  }: {
    readonly call: Call;
    readonly photoOf: (name: string) => KeptPhoto | undefined;
    readonly keepPhoto: (photo: KeptPhoto) => Promise<boolean>;
  },
): Promise<SendResult> {
  try {
    for (const name of photosOfStep(step)) {
      const photo = photoOf(name);
      if (photo === undefined || photo.uploadedAs !== null) continue;
      const file = new File([photo.blob], name, { type: 'image/jpeg' });
      await keepPhoto({ ...photo, uploadedAs: await uploadPhotoBy(call)(file, {}) });
    }
    const named = withUploadedPhotos(step, (name) => photoOf(name)?.uploadedAs ?? name);
    return { kind: 'sent', visit: await call(visitAckState, named, { quiet: true }) };
  } catch (error) {
    return resultOf(error);
  }
}
