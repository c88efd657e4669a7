import { useEffect } from 'react';
import type { CabinState } from '../../contract/endpoints/cabin.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { CabinView } from './watchCabin.ts';
import './Cabin.css';

interface CabinProps {
  view: CabinView;
  /** A notice is on the screen now. */
  onSeen: (noticeId: number) => void;
}

/** Notices take turns. */
const noticeTurnMs = 12_000;
/** A short loss of the network is nobody's business. */
const lostAfterMs = 30_000;

type Notice = CabinState['notices'][number];

/** The page in a car: its lift, what the property tells the passengers, whom to ring, and the code of the moment. */
export function Cabin({ view: { state, nowMs, lostSinceMs }, onSeen }: CabinProps) {
  if (state === null)
    return (
      <div className="ti-cabin-frame">
        <main className="ti-cabin" aria-label="轿厢屏">
          <p className="ti-cabin__waiting">正在连接…</p>
        </main>
      </div>
    );
  // What ended while the server was away is taken off all the same.
  const notices = state.notices.filter(({ until }) => Date.parse(until) > nowMs);
  const notice = notices[Math.floor(nowMs / noticeTurnMs) % Math.max(1, notices.length)];
  return (
    <div className="ti-cabin-frame">
      <main className="ti-cabin" aria-label="轿厢屏">
        <header className="ti-cabin__lift">
          <div>
            <p className="ti-cabin__place">
              {state.community_name} {state.addr}
            </p>
            <h1>{state.tag}</h1>
          </div>
          <p className="ti-cabin__rescue">
            <small>救援识别码</small>
            <strong>{state.rescue_code}</strong>
          </p>
        </header>
        <section className="ti-cabin__notice" aria-label="公告">
          {state.outage !== null && <OutageLine outage={state.outage} />}
          {notice === undefined ? (
            <p className="ti-cabin__quiet">暂无公告</p>
          ) : (
            <NoticeCard key={notice.id} notice={notice} onSeen={onSeen} />
          )}
          {notices.length > 1 && notice !== undefined && (
            <p className="ti-cabin__turn">
              {notices.indexOf(notice) + 1} / {notices.length}
            </p>
          )}
        </section>
        <section className="ti-cabin__facts" aria-label="电梯信息">
          <dl>
            <Fact label="使用单位" value={state.property_name} />
            <Fact label="维保单位" value={state.maintenance_name} />
            <Fact label="制造单位" value={state.brand_name} />
            <Fact label="上次维保" value={state.last_service_on ?? ''} />
            <Fact label="下次检验" value={state.next_inspection_on} />
          </dl>
        </section>
        <footer className="ti-cabin__foot">
          <p className="ti-cabin__help">
            <small>被困请按报警按钮，或拨打</small>
            <strong>{state.hotline}</strong>
            <small>报出识别码，在轿厢内等待，不要扒门</small>
          </p>
          <PresenceCode codes={state.codes} nowMs={nowMs} />
        </footer>
        {lostSinceMs !== null && nowMs - lostSinceMs > lostAfterMs && (
          <p className="ti-cabin__lost" role="status">
            {toDisplayTime(lostSinceMs).slice(11, 16)} 起无法连接服务器，正在重试
          </p>
        )}
      </main>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function OutageLine({ outage }: { outage: NonNullable<CabinState['outage']> }) {
  const [from, to] = [outage.from, outage.to].map((at) => toDisplayTime(at).slice(5, 16));
  return (
    <p className="ti-cabin__outage">
      {outage.is_active ? '停梯中' : '计划停梯'}：{from} 至 {to}，{outage.reason}
    </p>
  );
}

function NoticeCard({
  notice: { id, title, content, is_new: isNew },
  onSeen,
}: { notice: Notice } & Pick<CabinProps, 'onSeen'>) {
  useEffect(() => {
    if (isNew) onSeen(id);
  }, [id, isNew, onSeen]);
  return (
    <article>
      <h2>{title}</h2>
      <p>{content}</p>
    </article>
  );
}

/** The code that a worker enters to prove that they stand in the lift. */
function PresenceCode({ codes, nowMs }: { codes: CabinState['codes']; nowMs: number }) {
  const current = codes.find(({ from, until }) => Date.parse(from) <= nowMs && nowMs < Date.parse(until));
  if (current === undefined)
    return (
      <p className="ti-cabin__code">
        <small>到场动态码</small>
        <strong>——</strong>
        <small>联网后恢复</small>
      </p>
    );
  const seconds = Math.max(1, Math.ceil((Date.parse(current.until) - nowMs) / 1_000));
  return (
    <p className="ti-cabin__code">
      <small>到场动态码</small>
      <strong>{current.code}</strong>
      <small>{seconds} 秒后更新</small>
    </p>
  );
}
