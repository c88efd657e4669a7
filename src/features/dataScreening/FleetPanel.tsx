import { percentText } from '../../ui/percent/percentText.ts';
import type { Works } from '../../streams/lists/watchWaitingWork.ts';

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/** The number of lifts, and of those that report. */
export function FleetPanel({ counts }: { counts: Works | null }) {
  const total = counts?.elevator_total ?? 0;
  const online = counts?.elevator_online ?? 0;
  const offline = counts?.elevator_offline ?? 0;
  const parts = [
    { name: '在线', value: online, kind: 'online' },
    { name: '离线', value: offline, kind: 'offline' },
    { name: '未激活或禁用', value: Math.max(0, total - online - offline), kind: 'other' },
  ];
  const hasNone = counts !== null && total === 0;
  return (
    <article className="ti-frame ti-tile ti-fleet" data-loading={counts === null || undefined}>
      <div className="ti-fleet__total">
        <h2 className="ti-tile__label">电梯总数</h2>
        <p className="ti-tile__figure">
          <span className="ti-tile__value">{counts === null ? '—' : total.toLocaleString('zh-CN')}</span>
          <span className="ti-tile__unit">台</span>
        </p>
        <p className="ti-tile__notes">
          <span>
            {hasNone ? '您的管辖范围内还没有电梯' : `在线率 ${counts === null ? '—' : percentText(online, total)}`}
          </span>
        </p>
      </div>
      <div className="ti-fleet__split">
        <div className="ti-fleet__bar" role="img" aria-label={`在线 ${online} 台，离线 ${offline} 台，共 ${total} 台`}>
          {parts.map(
            ({ kind, value }) =>
              value > 0 && <span key={kind} data-kind={kind} style={{ width: `${share(value, total)}%` }} />,
          )}
        </div>
        <dl className="ti-fleet__legend">
          {parts.map(({ name, value, kind }) => (
            <div key={kind}>
              <dt data-kind={kind}>{name}</dt>
              <dd>{counts === null ? '—' : value.toLocaleString('zh-CN')}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}
