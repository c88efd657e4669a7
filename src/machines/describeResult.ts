import type { ResultChanges, ResultField, RescueResult } from '../contract/events/rescueResult.ts';
import { handedToLabels, releaseWayLabels, rescueCauseLabels, rescueCauseText } from '../contract/labels.ts';

/** Labels of a result's figures, on forms and in the record alike; in the order in which they are read. */
export const resultLabels: Readonly<Record<ResultField, string>> = {
  wasTrapped: '确有人员被困',
  peopleNum: '被困人数',
  releasedNum: '脱困人数',
  injuredNum: '受伤人数',
  vulnerableNum: '老幼病残孕',
  releaseWay: '脱困方式',
  cause: '原因',
  causeDetail: '具体原因',
  handedTo: '移交',
  calledBack: '已电话回访',
};
const fields = Object.keys(resultLabels).filter((name): name is ResultField => name in resultLabels);

const releaseWayText = (way: RescueResult['releaseWay']): string =>
  way === undefined || way === '' ? '未登记' : releaseWayLabels[way];

/** A figure in words; null where nobody has filled it in. */
function resultText(result: ResultChanges, field: ResultField): string | null {
  const value = result[field];
  if (value === undefined) return null;
  if (typeof value === 'number') return `${value} 人`;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (field === 'causeDetail') return value === '' ? '未填' : (result.causeDetailLabel ?? value);
  if (field === 'releaseWay') return releaseWayText(result.releaseWay);
  return field === 'cause' && result.cause !== undefined
    ? rescueCauseLabels[result.cause]
    : handedToLabels[result.handedTo ?? 'none'];
}

/** Each changed figure, from what to what: “受伤人数 9 人 改为 0 人”. */
export const describeChanges = (changes: ResultChanges, before: ResultChanges): readonly string[] =>
  fields.flatMap((field) => {
    const now = resultText(changes, field);
    return now === null ? [] : [`${resultLabels[field]} ${resultText(before, field) ?? '未填'} 改为 ${now}`];
  });

/** The result in one sentence, as it will be kept: what a person reads once more before closing. */
export function describeResult({
  wasTrapped,
  peopleNum,
  releasedNum,
  injuredNum,
  vulnerableNum,
  cause,
  causeDetailLabel,
  handedTo,
  calledBack,
  releaseWay = '',
}: RescueResult & { readonly releasedNum?: number | null | undefined }): string {
  const people = wasTrapped
    ? [
        `确有 ${peopleNum} 人被困`,
        releasedNum === null || releasedNum === undefined ? '' : `登记脱困 ${releasedNum} 人`,
        injuredNum === 0 ? '无人受伤' : `受伤 ${injuredNum} 人`,
        vulnerableNum === 0 ? '' : `其中老幼病残孕 ${vulnerableNum} 人`,
        releaseWay === '' ? '' : `脱困方式为${releaseWayLabels[releaseWay]}`,
        handedTo === 'none' ? '' : handedToLabels[handedTo],
      ]
    : ['无人被困'];
  return [...people, `原因为${rescueCauseText(cause, causeDetailLabel)}`, calledBack ? '已电话回访' : '未电话回访']
    .filter((part) => part !== '')
    .join('，');
}
