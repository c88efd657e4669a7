import type * as z from 'zod';
import type { submissionInputSchema } from '../../../src/contract/endpoints/visit.ts';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Deviation } from '../../../src/contract/visits/recordParts.ts';
import { type CheckItem } from '../../../src/contract/visits/checkItem.ts';
import { answerProblem, askedItem } from '../../../src/contract/visits/checkItems.ts';
import { Refusal } from '../refusal.ts';

export type Submission = z.output<typeof submissionInputSchema>;

/** The answers beyond a plain 'normal'. Throws Refusal where an item lacks its answer, or an answer what it demands. */
export function deviationsOf(items: readonly CheckItem[], { answers }: Pick<Submission, 'answers'>): Deviation[] {
  const given = new Map(answers.map((answer) => [answer.code, answer]));
  const errors: FieldErrors['errors'] = items.flatMap((item) => {
    const problem = answerProblem(askedItem(item), given.get(item.code));
    return problem === undefined ? [] : [{ field: `data.answers.${item.code}`, message: problem }];
  });
  const [first] = errors;
  if (first !== undefined) {
    const item = items.find(({ code }) => first.field.endsWith(code));
    throw new Refusal(`${item?.name ?? ''}：${first.message}`, refusalCodes.invalid, errors);
  }
  return items.flatMap(({ code, name }) => {
    const answer = given.get(code);
    if (answer === undefined) return [];
    const { note = '', value, photos = [] } = answer;
    if (answer.answer === 'normal' && value === undefined && note === '' && photos.length === 0) return [];
    return [
      {
        code,
        name,
        answer: answer.answer,
        ...(note === '' ? {} : { note }),
        ...(value === undefined ? {} : { value }),
        ...(photos.length === 0 ? {} : { photos: [...photos] }),
      },
    ];
  });
}

/** Names of every picture that a submission shows. */
export const photosOf = ({ photos, answers }: Pick<Submission, 'photos' | 'answers'>): string[] => [
  ...new Set([...photos, ...answers.flatMap((answer) => answer.photos ?? [])]),
];
