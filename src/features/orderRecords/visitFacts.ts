import { liftCategoryLabels } from '../../contract/entities/elevatorFields.ts';
import { liftCategories } from '../../contract/liftCategories.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { firstLine } from '../../contract/companyLines.ts';
import type { Description } from '../../ui/DescriptionList/DescriptionList.tsx';

const timeOf = (time: string | null): string | null => (time === null ? null : toDisplayTime(time));

/** The category as the lift's register names it. */
export const categoryOf = ({ category }: Pick<VisitDetail, 'category'>): string => {
  const known = liftCategories.find((name) => name === category);
  return known === undefined ? '' : liftCategoryLabels[known];
};

/** The technical parameters that a record names (TSG T5002-2017, article 8). */
export function parameterFacts({ parameters }: Pick<VisitDetail, 'parameters'>): readonly Description[] {
  const { registrationCode = '', drive = '', ratedLoadKg, ratedSpeedMps, floorsNum, stopsNum, doorsNum } = parameters;
  return [
    { label: '注册代码', value: registrationCode },
    { label: '驱动方式', value: drive },
    { label: '额定载重', value: ratedLoadKg == null ? null : `${ratedLoadKg} kg` },
    { label: '额定速度', value: ratedSpeedMps == null ? null : `${ratedSpeedMps} m/s` },
    { label: '层站门', value: [floorsNum, stopsNum, doorsNum].map((num) => num ?? '—').join(' / ') },
  ];
}

/** The facts on record, as label and text; unknown ones are left out. */
export function visitFacts(row: VisitDetail): readonly Description[] {
  const telephone = firstLine(row.maintain_info);
  const items: readonly Description[] = [
    { label: '单号', value: row.id },
    { label: '类型', value: row.kindLabel },
    { label: '到期日', value: row.due_on },
    { label: '计划日期', value: row.planned_on },
    { label: '完成日期', value: row.done_on },
    { label: '维保人员', value: row.worker_names },
    { label: '签到', value: row.workers_needed === 0 ? null : `${row.checked_in_num} / ${row.workers_needed}` },
    { label: '签到时间', value: timeOf(row.checked_in_at) },
    { label: '离场时间', value: timeOf(row.checked_out_at) },
    { label: '提交时间', value: timeOf(row.submitted_at) },
    { label: '会签', value: row.signed_at === null ? null : `${row.signed_by} ${toDisplayTime(row.signed_at)}` },
    { label: '救援码', value: row.rescue_code, copy: row.rescue_code },
    { label: '清单', value: row.list_version },
    { label: '类别', value: categoryOf(row) },
    { label: '物业单位', value: row.property_name, isWide: true },
    { label: '维保单位', value: row.maintenance_name, isWide: true },
    { label: '维保电话', value: telephone, dial: telephone, copy: telephone, isWide: true },
    ...(row.proof === null ? [] : [{ label: '记录校验', value: row.proof.hash, copy: row.proof.hash, isWide: true }]),
  ];
  return items.filter(({ value }) => value !== null && value !== '');
}
