import type { VisitDetail, VisitItem } from '../../contract/entities/visit.ts';
import { itemAnswerLabels } from '../../contract/visits/checkItem.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { PaperFacts, PaperProof, PaperRecord } from '../../parts/record/PaperRecord.tsx';
import { SignatureView } from '../../ui/signature/SignatureView.tsx';
import { categoryOf, parameterFacts } from './visitFacts.ts';
import { deviceWords, marksOf } from './visitLook.ts';
import './VisitRecord.css';

export interface VisitRecordProps {
  row: VisitDetail;
  printedBy: string;
  printedAtMs: number;
}

function Facts({ row }: { row: VisitDetail }) {
  const facts = [
    { label: '电梯', value: row.tag },
    { label: '救援码', value: row.rescue_code },
    { label: '使用地点', value: `${row.community_name} ${row.addr}` },
    { label: '类别', value: categoryOf(row) },
    ...parameterFacts(row),
    { label: '物业单位', value: row.property_name },
    { label: '维保单位', value: row.maintenance_name },
    { label: '到期日', value: row.due_on },
    { label: '完成日期', value: row.done_on },
    { label: '维保人员', value: row.worker_names },
    { label: '签到', value: row.checked_in_at === null ? '' : toDisplayTime(row.checked_in_at) },
    { label: '离场', value: row.checked_out_at === null ? '' : toDisplayTime(row.checked_out_at) },
  ];
  return <PaperFacts label="基本信息" facts={facts} unknown="" />;
}

const boxes = ['normal', 'adjusted', 'abnormal', 'notApplicable'] as const;

function answerOf({ answer, value, note }: VisitItem): string {
  if (answer === null) return boxes.map((name) => `□${itemAnswerLabels[name]}`).join(' ');
  return [itemAnswerLabels[answer], ...(value === null ? [] : [`实测 ${value}`]), ...(note === '' ? [] : [note])].join(
    '，',
  );
}

function Items({ row }: { row: VisitDetail }) {
  return (
    <table className="vr-items" aria-label="维保项目">
      <thead>
        <tr>
          <th scope="col">编号</th>
          <th scope="col">项目</th>
          <th scope="col">基本要求</th>
          <th scope="col">结果</th>
        </tr>
      </thead>
      <tbody>
        {row.items.map((item) => (
          <tr key={item.code}>
            <td>{item.code}</td>
            <td>{item.name}</td>
            <td>
              {item.requirement}
              {item.limit !== '' && `（${item.limit}）`}
            </td>
            <td>
              {answerOf(item)}
              {item.fault_id !== null && `（故障 ${item.fault_id}）`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The persons who sign: with their strokes where they have signed, else with room for a pen. */
function Signatures({ row }: { row: VisitDetail }) {
  const places = [
    ...Array.from({ length: Math.max(1, row.workers_needed) }, (_, index) => ({
      label: `维保人员${index + 1}`,
      signature: row.signatures.filter(({ role }) => role === 'worker')[index],
    })),
    { label: '使用单位安全管理人员', signature: row.signatures.find(({ role }) => role === 'officer') },
  ];
  return (
    <div className="vr-signatures">
      {places.map(({ label, signature }) => (
        <div key={label}>
          <span>{label}</span>
          {signature === undefined ? (
            <span className="vr-signatures__room" />
          ) : (
            <>
              <SignatureView strokes={signature.strokes} label={`${signature.name}的签名`} />
              <span>
                {signature.name} {toDisplayTime(signature.at)}
              </span>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** One visit on A4: what was answered and signed, with the hash that seals it; before it is made, the empty list to fill in by hand. */
export function VisitRecord({ row, printedBy, printedAtMs }: VisitRecordProps) {
  const isBlank = row.submitted_at === null;
  const marks = marksOf(row);
  return (
    <PaperRecord
      className="vr-record"
      label={`${isBlank ? '空白维保清单' : '维保记录'} ${row.id}`}
      title={isBlank ? '电梯维护保养清单（空白）' : '电梯维护保养记录'}
      head={[
        { label: '单号', value: row.id },
        { label: '类型', value: row.kindLabel },
        { label: '状态', value: row.stageLabel },
        { label: '依据', value: row.list_version },
      ]}
    >
      <Facts row={row} />
      {row.is_paper ? (
        <p className="vr-note">本记录由纸质记录补录，项目结果见所附照片（{row.photos.length} 张）。</p>
      ) : (
        <>
          <h2>维保项目（{row.items.length} 项）</h2>
          <Items row={row} />
        </>
      )}
      {row.parts.length > 0 && (
        <p className="vr-note">更换部件：{row.parts.map(({ name, num }) => `${name} × ${num}`).join('、')}</p>
      )}
      {row.note !== '' && <p className="vr-note">说明：{row.note}</p>}
      {marks.length > 0 && <p className="vr-note">标记：{marks.join('、')}</p>}
      {row.device !== null && <p className="vr-note">设备佐证：{deviceWords(row.device)}</p>}
      <Signatures row={row} />
      <footer>
        {row.proof !== null && (
          <PaperProof path={row.proof.path}>
            记录校验 SHA-256：<code>{row.proof.hash}</code>
            <br />
            扫码可核验本记录是否与原始存档一致
          </PaperProof>
        )}
        <p>
          打印人 {printedBy}，打印时间 {toDisplayTime(printedAtMs)}
        </p>
      </footer>
    </PaperRecord>
  );
}
