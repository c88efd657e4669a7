import type { ExceptionDetail } from '../../contract/entities/exception.ts';
import { faultPhenomenonLabels } from '../../contract/exceptions.ts';
import { stopsCarText } from '../../contract/stopsCar.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import { describeDuration } from '../../ui/time/formatDuration.ts';

const wide: ReadonlySet<string> = new Set(['地址', '区域', '物业单位', '维保单位', '情况说明', '故障原因', '更换部件']);
const timeOf = (time: string | null): string | null => (time === null ? null : toDisplayTime(time));

/** Did it stop the car, and for how long; without a length while it stands. */
const stopText = ({ stops_car: isStopped, stop_seconds: seconds }: ExceptionDetail): string =>
  `${stopsCarText(isStopped)}${seconds === null ? '' : `，停梯 ${describeDuration(seconds * 1_000)}`}`;

/** The facts on record, as label and text; unknown ones are left out. The telephone is the maintenance company's. */
export function exceptionFacts(row: ExceptionDetail, maintenanceTelephone = ''): readonly Description[] {
  const { phenomenon } = row;
  const items: readonly Description[] = [
    { label: '发生时间', value: toDisplayTime(row.created_at) },
    { label: '来源', value: row.source_label },
    { label: '时限', value: timeOf(row.due_at) },
    { label: '结束时间', value: timeOf(row.finished_at) },
    { label: '消息码', value: row.code },
    {
      label: '故障现象',
      value: phenomenon === null || phenomenon === 'code' ? null : faultPhenomenonLabels[phenomenon],
    },
    { label: '设备', value: row.device_key },
    { label: '设备消除', value: timeOf(row.cleared_at) },
    { label: '报告次数', value: row.repeat_num === 0 ? null : `${row.repeat_num + 1} 次` },
    { label: '轿厢人数', value: row.people_num === null ? null : `${row.people_num} 人` },
    { label: '处理人', value: row.accepted_by?.name ?? null },
    { label: '报告人', value: row.caller_name },
    { label: '回拨电话', value: row.mobile, dial: row.mobile, copy: row.mobile },
    { label: '情况说明', value: row.detail },
    { label: '故障原因', value: row.cause_label },
    { label: '是否停梯', value: row.type === 3 ? stopText(row) : null },
    {
      label: '造成困人',
      value: row.type === 3 && row.rescue_order_id !== null ? `救援单 ${row.rescue_order_id}` : null,
    },
    { label: '更换部件', value: row.parts.map(({ name, num }) => `${name} × ${num}`).join('、') },
    { label: '区域', value: row.full_area },
    { label: '物业单位', value: row.property_name },
    { label: '维保单位', value: row.maintenance_name },
    { label: '维保电话', value: maintenanceTelephone, dial: maintenanceTelephone, copy: maintenanceTelephone },
  ];
  return items
    .filter(({ value }) => value !== null && value !== '')
    .map((item) => ({ ...item, isWide: wide.has(item.label) }));
}
