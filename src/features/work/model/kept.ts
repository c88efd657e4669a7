import * as z from 'zod';
import { visitMine, visitStepSchema, type VisitStep } from '../../../contract/endpoints/visit.ts';
import { userInfoSchema } from '../../../contract/entities/session.ts';
import { keysOf } from '../../../contract/exceptions.ts';
import { itemAnswerLabels } from '../../../contract/visits/checkItem.ts';

/** A session as the telephone keeps it: after its end the token is null, and the user may finish a record. */
export const keptSessionSchema = z.object({ token: z.string().nullable(), user: userInfoSchema });
export type KeptWorkSession = z.infer<typeof keptSessionSchema>;

/** The answer of `visitMine` as it was last received, and how far the telephone's clock was ahead then. */
export const keptMineSchema = z.object({ answer: visitMine.output, offsetMs: z.number(), atMs: z.number() });
export type KeptMine = z.infer<typeof keptMineSchema>;

const draftAnswerSchema = z.object({
  code: z.string(),
  answer: z.enum(keysOf(itemAnswerLabels)).nullable(),
  note: z.string(),
  value: z.number().nullable(),
  photos: z.array(z.string()),
});
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;

/** A record that is being written. Photos are named by the telephone, in the shape of the server's names. */
export const draftSchema = z.object({
  visitId: z.number(),
  title: z.string(),
  isBriefed: z.boolean(),
  answers: z.array(draftAnswerSchema),
  parts: z.array(z.object({ name: z.string(), serial: z.string(), num: z.number() })),
  photos: z.array(z.string()),
  note: z.string(),
  /** Wire time of the check-in by the telephone's clock; null until then. */
  checkedInAt: z.string().nullable(),
  /** The server has it. It stays until the visit is over, so that a rejected record need not be answered again. */
  isSent: z.boolean(),
});
export type Draft = z.infer<typeof draftSchema>;

export const emptyDraft = (visitId: number, title: string): Draft => ({
  visitId,
  title,
  isBriefed: false,
  answers: [],
  parts: [],
  photos: [],
  note: '',
  checkedInAt: null,
  isSent: false,
});

/** A picture of the telephone; `uploadedAs` is its name on the server once it is there. */
export const keptPhotoSchema = z.object({
  name: z.string(),
  visitId: z.number(),
  blob: z.instanceof(Blob),
  uploadedAs: z.string().nullable(),
});
export type KeptPhoto = z.infer<typeof keptPhotoSchema>;

/** A step that waits to be sent. Its `request_id` never changes, so that sending it twice is harmless. */
export const queuedSchema = z.object({
  /** Grows; entries are sent in this order. */
  order: z.number(),
  title: z.string(),
  step: visitStepSchema,
  /** The server's reason for refusing it; null where it has not been refused. */
  refusal: z.string().nullable(),
});
export type Queued = z.infer<typeof queuedSchema>;

/** The pictures that a step shows, by their names on the telephone. */
export const photosOfStep = (step: VisitStep): readonly string[] =>
  step.event === 'visit.submitted'
    ? [...new Set([...step.data.photos, ...step.data.answers.flatMap(({ photos = [] }) => photos)])]
    : [];

/** The same step with the server's names of its pictures. */
export function withUploadedPhotos(step: VisitStep, nameOf: (name: string) => string): VisitStep {
  if (step.event !== 'visit.submitted') return step;
  const { data } = step;
  return {
    ...step,
    data: {
      ...data,
      photos: data.photos.map(nameOf),
      answers: data.answers.map((answer) =>
        answer.photos === undefined ? answer : { ...answer, photos: answer.photos.map(nameOf) },
      ),
    },
  };
}

/** The first step that may be sent: what follows a refused step of the same visit waits for its author. */
export const nextToSend = (queue: readonly Queued[]): Queued | undefined => {
  const held = new Set<number>();
  return queue.find(({ step, refusal }) => {
    if (refusal !== null) held.add(step.id);
    return !held.has(step.id);
  });
};
