import type { VisitDetail, VisitItem } from '../../contract/entities/visit.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { itemAnswerLabels } from '../../contract/visits/checkItem.ts';
import { evidenceLabels, visitFlagLabels } from '../../contract/visits/visitKinds.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { SignatureView } from '../../ui/signature/SignatureView.tsx';
import { WorkPhoto } from './PhotoPicker.tsx';

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} 分钟`;
const presenceLabels = { right: '动态码正确', wrong: '动态码错误', none: '无动态码' } as const;

function Pictures({ names, label }: { names: readonly string[]; label: string }) {
  return (
    <ul className="work-pictures" aria-label={label}>
      {names.map((name, index) => (
        <li key={name}>
          <WorkPhoto name={name} kept={undefined} label={`${label}第 ${index + 1} 张`} />
        </li>
      ))}
    </ul>
  );
}

function Answer({ item }: { item: VisitItem }) {
  const { answer, note, value, bounds, limit, photos } = item;
  return (
    <li className="work-answer" data-answer={answer}>
      <p>
        <strong>{item.name}</strong>
        {answer !== null && (
          <span>
            {answer === 'abnormal' && <Icon name="exclamation-triangle" />}
            {itemAnswerLabels[answer]}
          </span>
        )}
      </p>
      {value !== null && (
        <p className="work-dim">
          实测 {value} {bounds?.unit}
          {limit !== '' && `，要求 ${limit}`}
        </p>
      )}
      {note !== '' && <p>{note}</p>}
      {photos.length > 0 && <Pictures names={photos} label={`${item.name}的照片`} />}
    </li>
  );
}

const isPlain = ({ answer, note, value, photos }: VisitItem): boolean =>
  answer === 'normal' && note === '' && value === null && photos.length === 0;

/** A submitted record to read: what is out of the ordinary first, then who was there, and what the device says of it. */
export function VisitRecord({ visit }: { visit: VisitDetail }) {
  const { flags, check_ins: checkIns, items, photos, parts, note, device, evidence, signatures } = visit;
  const order = ['abnormal', 'adjusted', 'notApplicable', 'notDue', 'normal'];
  const deviating = items
    .filter((item) => item.answer !== null && item.answer !== 'normal')
    .toSorted((a, b) => order.indexOf(a.answer ?? '') - order.indexOf(b.answer ?? ''));
  const others = items.filter((item) => item.answer === 'normal');
  return (
    <>
      <section className="work-card" aria-label="记录概况">
        <dl className="work-facts">
          <dt>到场</dt>
          <dd>{visit.checked_in_at === null ? '—' : toDisplayTime(visit.checked_in_at)}</dd>
          <dt>离场</dt>
          <dd>{visit.checked_out_at === null ? '—' : toDisplayTime(visit.checked_out_at)}</dd>
          <dt>维保单位</dt>
          <dd>{visit.maintenance_name}</dd>
        </dl>
        {flags.length > 0 && (
          <ul className="work-flags" aria-label="标注">
            {flags.map((flag) => (
              <li key={flag}>
                <StatusTag label={visitFlagLabels[flag]} tone="medium" />
              </li>
            ))}
          </ul>
        )}
        {evidence !== null && (
          <p className="work-note" data-tone={evidence === 'supported' ? 'ok' : 'medium'}>
            <Icon name={evidence === 'supported' ? 'check-circle' : 'exclamation-circle'} />
            <span>
              设备佐证：{evidenceLabels[evidence]}
              {device !== null &&
                evidence !== 'none' &&
                `，检修 ${minutes(device.inspection_seconds)}，停留 ${minutes(device.stay_seconds)}，开关门 ${device.door_cycles} 次`}
            </span>
          </p>
        )}
      </section>
      {(deviating.length > 0 || note !== '' || parts.length > 0) && (
        <section className="work-card" aria-label="异常与调整">
          <h2>异常与调整（{deviating.length}）</h2>
          <ul>
            {deviating.map((item) => (
              <Answer key={item.code} item={item} />
            ))}
          </ul>
          {parts.map((part, index) => (
            <p key={index}>
              更换 {part.name} {part.serial} × {part.num}
            </p>
          ))}
          {note !== '' && <p>备注：{note}</p>}
        </section>
      )}
      {photos.length > 0 && (
        <section className="work-card" aria-label="现场照片">
          <h2>现场照片（{photos.length}）</h2>
          <Pictures names={photos} label="现场照片" />
        </section>
      )}
      <section className="work-card" aria-label="签到与签名">
        <h2>签到与签名</h2>
        <ul>
          {checkIns.map((one) => (
            <li key={`${one.name} ${one.at}`} className="work-answer">
              <p>
                <strong>{one.name}</strong>
                <span>{toDisplayTime(one.at)}</span>
              </p>
              <p className="work-dim">
                {one.distance_m === null ? '无定位' : `距电梯 ${one.distance_m} 米`} · {presenceLabels[one.presence]}
              </p>
            </li>
          ))}
        </ul>
        <ul className="work-signatures">
          {signatures.map((one) => (
            <li key={`${one.role} ${one.name}`}>
              <SignatureView strokes={one.strokes} label={`${one.name}的签名`} />
              <span>
                {one.role === 'officer' ? '安全员' : '维保人员'} {one.name}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {others.length > 0 && (
        <details className="work-card">
          <summary>正常项目（{others.length}）</summary>
          <ul>
            {others.map((item) =>
              isPlain(item) ? (
                <li key={item.code} className="work-plain">
                  {item.name}
                </li>
              ) : (
                <Answer key={item.code} item={item} />
              ),
            )}
          </ul>
        </details>
      )}
    </>
  );
}
