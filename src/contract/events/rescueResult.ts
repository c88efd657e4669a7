import * as z from 'zod';
import { releaseWays, rescueCauses } from '../labels.ts';

export const headcount = (name: string) =>
  z.number(`请填写${name}`).int('人数须为整数').min(0, '人数不能为负').max(50, '人数最多 50');

/** The end of a rescue. The figures count the people who were trapped; anyone else belongs in the note. */
export const rescueResultSchema = z.object({
  peopleNum: headcount('被困人数'),
  cause: z.enum(rescueCauses, '请选择原因'),
  /** The code of a cause of faults below that one (`rescueCauseGroups`); empty where a correction took it away. */
  causeDetail: z
    .string()
    .regex(/^[0-9A-Za-z]{0,20}$/, '请选择具体原因')
    .optional(),
  /** The label of the detail when it was chosen; written by the server. */
  causeDetailLabel: z.string().optional(),
  wasTrapped: z.boolean('请选择是否确有人员被困'),
  injuredNum: headcount('受伤人数'),
  vulnerableNum: headcount('老幼病残孕人数'),
  handedTo: z.enum(['none', '120', '119', '110'], '请选择是否移交'),
  calledBack: z.boolean('请选择是否已回访'),
  /** The way in which the trapped were released; absent where nobody said so, empty where a correction took it away. */
  releaseWay: z.enum([...releaseWays, ''], '请选择脱困方式').optional(),
});
export type RescueResult = z.infer<typeof rescueResultSchema>;

/** The fields that a correction may change: the result, and how many people were registered as released. */
export const resultChangesSchema = rescueResultSchema.extend({ releasedNum: headcount('脱困人数') }).partial();
export type ResultChanges = z.infer<typeof resultChangesSchema>;
export type ResultField = Exclude<keyof ResultChanges, 'causeDetailLabel'>;

/** A correction changes something. */
export const hasChanges = (changes: ResultChanges): boolean => Object.keys(changes).length > 0;

interface ResultProblem {
  readonly field: ResultField;
  readonly message: string;
}

/**
 * Returns the contradictions between the figures of a result, each beside its field, in Chinese. Empty for a possible result. Figures that
 * are not known contradict nothing. `releasedNum`: how many were registered as released; null or absent where no one counted.
 */
export function resultProblems({
  peopleNum,
  wasTrapped,
  injuredNum = 0,
  vulnerableNum = 0,
  handedTo = 'none',
  releaseWay = '',
  releasedNum,
}: Partial<RescueResult> & { readonly releasedNum?: number | null | undefined }): ResultProblem[] {
  const released = releasedNum ?? 0;
  if (wasTrapped === undefined) return [];
  if (!wasTrapped) {
    const nobody = '无人被困';
    const found: (ResultProblem | false)[] = [
      released > 0 && {
        field: 'wasTrapped',
        message: `已登记脱困 ${released} 人，不能选择无人被困；如登记有误，请先改正脱困人数`,
      },
      peopleNum !== undefined && peopleNum > 0 && { field: 'peopleNum', message: `${nobody}时须为 0` },
      injuredNum > 0 && { field: 'injuredNum', message: `${nobody}时须为 0；其他伤者写入备注` },
      vulnerableNum > 0 && { field: 'vulnerableNum', message: `${nobody}时须为 0` },
      handedTo !== 'none' && { field: 'handedTo', message: `${nobody}时请选“无需”；其他情况写入备注` },
      releaseWay !== '' && { field: 'releaseWay', message: `${nobody}时须留空` },
    ];
    return found.filter((problem) => problem !== false);
  }
  if (peopleNum === undefined) return [];
  const found: (ResultProblem | false)[] = [
    peopleNum === 0 && { field: 'peopleNum', message: '确有人员被困，被困人数至少为 1' },
    peopleNum > 0 &&
      peopleNum < released && {
        field: 'peopleNum',
        message: `已登记脱困 ${released} 人，被困人数不能少于 ${released}；如登记有误，请先改正脱困人数`,
      },
    injuredNum > peopleNum && { field: 'injuredNum', message: `受伤人数不能多于被困人数（${peopleNum} 人）` },
    vulnerableNum > peopleNum && { field: 'vulnerableNum', message: `不能多于被困人数（${peopleNum} 人）` },
  ];
  return found.filter((problem) => problem !== false);
}
