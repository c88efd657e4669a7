import { useState } from 'react';
import type { ExceptionRow } from '../../../contract/entities/exception.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { levelTag, stageTag } from '../../../parts/exception/exceptionTags.ts';
import { fileUrl } from '../../../parts/photos/uploadPhoto.ts';
import { placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { StatusTag } from '../../../ui/StatusTag/StatusTag.tsx';
import { telephoneLink } from '../../../ui/telephoneLink.ts';
import { RecordSteps } from './RecordSteps.tsx';
import type { RecordsFeed } from './officerSources.ts';
import { scooterWhereabouts } from './scooterWhereabouts.ts';

/** The camera's picture, which comes after its alarm: until then the card says so. */
function ScooterPicture({ row: { picture, tag } }: { row: ExceptionRow }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture === '' || failed === picture)
    return (
      <p className="work-nopicture">
        <Icon name="image" />
        {picture === '' ? '图片未到' : '图片无法显示'}
      </p>
    );
  return (
    <div className="work-pictures">
      <img src={fileUrl(picture)} alt={`${tag} 的报警抓拍`} loading="lazy" onError={() => setFailed(picture)} />
    </div>
  );
}

function Facts({ row }: { row: ExceptionRow }) {
  const { caller_name: caller, mobile, detail, accepted_by: holder, cause_label: cause } = row;
  return (
    <dl className="work-facts">
      <dt>发生</dt>
      <dd>{toDisplayTime(row.created_at)}</dd>
      <dt>来源</dt>
      <dd>{row.source_label}</dd>
      {(caller !== '' || mobile !== '') && (
        <>
          <dt>报告人</dt>
          <dd>
            {caller} {mobile !== '' && <a href={telephoneLink(mobile)}>{mobile}</a>}
          </dd>
        </>
      )}
      {detail !== '' && (
        <>
          <dt>情况</dt>
          <dd>{detail}</dd>
        </>
      )}
      {holder !== null && (
        <>
          <dt>处理人</dt>
          <dd>{holder.name}</dd>
        </>
      )}
      {cause !== '' && (
        <>
          <dt>原因</dt>
          <dd>{cause}</dd>
        </>
      )}
    </dl>
  );
}

/** One fault, incident or scooter, and what the officer can do about it. */
export function RecordCard({ row, onStep }: { row: ExceptionRow; onStep: RecordsFeed['step'] }) {
  const isScooter = row.type === 2;
  const whereabouts = isScooter ? scooterWhereabouts(row) : null;
  return (
    <article className="work-card" aria-label={`${row.title} ${row.tag}`}>
      <div className="work-flags">
        {whereabouts !== null && <StatusTag {...whereabouts} />}
        <StatusTag {...levelTag(row)} />
        <StatusTag {...stageTag(row)} />
        {row.overdue && !row.is_finished && <StatusTag label="已超时" tone="medium" icon="stopwatch" />}
        {!isScooter && row.active && <StatusTag label="设备仍在报告" icon="microchip" />}
        {row.door_held && row.stage !== 'doorHeld' && <StatusTag label="梯门保持中" tone="info" icon="lock" />}
      </div>
      <div className="work-head">
        <h2>
          {row.title}
          {row.repeat_num > 0 && ` ×${row.repeat_num + 1}`}
        </h2>
        <p>{row.child_num > 0 ? `${row.community_name}，${row.child_num} 台电梯` : `${row.tag} ${placeOf(row)}`}</p>
      </div>
      {isScooter && row.source === 'alarm' && <ScooterPicture row={row} />}
      <Facts row={row} />
      {row.child_num > 0 && (
        <p className="work-dim">已确认 {row.swept_num} 台轿厢无人，其余须在电脑上的“报警中心 · 事件”中逐台确认。</p>
      )}
      <RecordSteps row={row} onStep={onStep} />
    </article>
  );
}
