import { useEffect, useState } from 'react';
import { toDisplayTime } from '../../contract/time.ts';
import type { Ticker as TickerState } from '../../streams/lists/alarmTicker.ts';
import { emptyScene } from '../../streams/fleet/cityScene.ts';
import { hourOf } from '../../streams/lists/todayCurve.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { createTickerRing } from '../../ui/wall/createTickerRing.ts';
import { DataAge } from '../../ui/wall/DataAge.tsx';
import { ReplayMark } from '../../ui/wall/ReplayMark.tsx';
import { Ticker } from '../../ui/wall/Ticker.tsx';
import { TimeBar } from '../../ui/wall/TimeBar.tsx';
import { WallFrame } from '../../ui/wall/WallFrame.tsx';
import { WallHeader } from '../../ui/wall/WallHeader.tsx';
import { WallLayout } from '../../ui/wall/WallLayout.tsx';
import { WallPanel } from '../../ui/wall/WallPanel.tsx';
import type { BoardAddress } from './boardAddress.ts';
import type { BoardCall } from './boardCalls.ts';
import { BoardFigures, type BoardTotals } from './BoardFigures.tsx';
import { BoardIndicators, type EventStats } from './BoardIndicators.tsx';
import { BoardMap, type BoardMapView } from './BoardMap.tsx';
import { BoardRescues } from './BoardRescues.tsx';
import { BoardTakeover, type BoardCar } from './BoardTakeover.tsx';
import { toTickerRows } from './toTickerRows.ts';
import './DataBoard.css';

export interface BoardReplayState {
  readonly state: 'live' | 'loading' | 'playing' | 'paused' | 'ended';
  /** All that is kept, epoch ms. */
  readonly range: { readonly fromMs: number; readonly toMs: number };
  /** The parts of it that have data: while the server was down nothing was stored. */
  readonly spans: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** Says that this moment has no data, and which ones have; null if it has data. */
  readonly hole: string | null;
  readonly atMs: number;
  readonly speed: number;
  readonly marks: readonly { readonly atMs: number; readonly label: string }[];
  readonly problem: string | null;
}

export interface BoardActs {
  readonly onChoose: (callId: number) => void;
  readonly onSeek: (atMs: number) => void;
  readonly onPlay: () => void;
  readonly onPause: () => void;
  readonly onSpeed: (speed: number) => void;
  readonly onLive: () => void;
  readonly onFullScreen: () => void;
  readonly onToggleTime: () => void;
  readonly onArm: () => void;
  /** Opens the walls of this site; null for who may not pair them. */
  readonly onPair: (() => void) | null;
}

export interface DataBoardProps {
  address: BoardAddress;
  /** The name of the city. */
  place: string;
  view: BoardMapView;
  totals: BoardTotals;
  calls: readonly BoardCall[];
  /** The one in the centre. */
  current: BoardCall | null;
  car: BoardCar | null;
  ticker: TickerState;
  stats: EventStats | null;
  /** The time at which the newest data was true, and the present time, by this machine's clock; the server's time for everything else. */
  dataAtMs: number | null;
  localNowMs: number;
  serverNowMs: number;
  /** Null if nothing of the past is stored. */
  replay: BoardReplayState | null;
  isSoundBlocked: boolean;
  isFullScreen: boolean;
  /** During a replay: the calls that wait for someone now, the worst first. */
  waiting: readonly BoardCall[];
  /** A hint for the person at the wall: no wake lock, a reload that waits. */
  hint: string | null;
  acts: BoardActs;
}

const staleAfterMs = 10_000;
/** A wall that shows the past still says that someone calls, and leads back. */
function WaitingNow({ calls, onLive }: { calls: readonly BoardCall[]; onLive: () => void }) {
  const [worst] = calls;
  if (worst === undefined) return null;
  return (
    <div className="ti-board__waiting" role="alert">
      <Icon name="exclamation-triangle" />
      <span>
        现在有 {calls.length} 起呼叫等待受理：{worst.title}
      </span>
      <Button icon="wave-pulse" onClick={onLive}>
        查看呼叫
      </Button>
    </div>
  );
}

/** The city's wall: every lift on the map, who is being rescued, the state of the fleet. A call takes the centre automatically. */
export function DataBoard({
  address,
  place,
  view,
  totals,
  calls,
  current,
  car,
  ticker,
  stats,
  dataAtMs,
  localNowMs,
  serverNowMs,
  replay,
  isSoundBlocked,
  isFullScreen,
  waiting,
  hint,
  acts,
}: DataBoardProps) {
  const [ring] = useState(() => createTickerRing(120));
  useEffect(() => {
    ring.clear();
    ring.push(toTickerRows(ticker.items, ticker.atMs).slice(0, 120).toReversed());
  }, [ring, ticker]);
  const isReplaying = replay !== null && replay.state !== 'live';
  const nowMs = isReplaying ? replay.atMs : serverNowMs;
  const isStale = !isReplaying && (dataAtMs === null || localNowMs - dataAtMs > staleAfterMs);
  const staleText =
    isStale && dataAtMs !== null ? `数据已停止更新，最后更新于 ${toDisplayTime(dataAtMs).slice(11)}` : null;
  const hasTime = replay !== null && (isReplaying || !address.hidden.has('time'));
  return (
    <WallFrame label="电梯安全大屏">
      <WallLayout
        isStale={isStale}
        header={
          <WallHeader
            title="智慧电梯安全管理平台"
            place={
              <>
                {place}
                {hint !== null && <span className="ti-board__hint">{hint}</span>}
              </>
            }
            nowMs={serverNowMs}
            isReplay={isReplaying}
            // During a replay the mark shows the time and that it is not live.
            age={isReplaying ? null : <DataAge dataAtMs={dataAtMs} nowMs={localNowMs} staleAfterMs={staleAfterMs} />}
            actions={
              <>
                {isSoundBlocked && (
                  <Button variant="danger" icon="volume-off" onClick={acts.onArm}>
                    声音被浏览器阻止，点此开启
                  </Button>
                )}
                {acts.onPair !== null && <IconButton icon="desktop" label="大屏配对" onClick={acts.onPair} />}
                {replay !== null && (
                  <IconButton
                    icon="history"
                    label={hasTime ? '收起时间轴' : '打开时间轴'}
                    onClick={acts.onToggleTime}
                  />
                )}
                <IconButton
                  icon={isFullScreen ? 'window-minimize' : 'expand'}
                  label={isFullScreen ? '退出全屏' : '全屏'}
                  onClick={acts.onFullScreen}
                />
              </>
            }
          />
        }
        renderMap={(padding) => (
          // The city's own map arrives after the first lifts: it is another map.
          <BoardMap
            key={view.scene === emptyScene ? 'lifts' : 'city'}
            {...view}
            renderer={address.renderer}
            padding={padding}
            total={totals.total}
            looks={totals.looks}
            staleText={isReplaying ? replay.hole : staleText}
            onOpenCall={acts.onChoose}
          />
        )}
        left={address.hidden.has('left') ? null : <BoardFigures totals={totals} isStale={isStale} />}
        right={
          address.hidden.has('right') ? null : (
            <>
              <WallPanel
                title="正在救援"
                note={`${calls.length} 起`}
                tone={calls.some(({ isUnanswered }) => isUnanswered) ? 'critical' : 'normal'}
                grow={0}
              >
                <BoardRescues calls={calls} current={current} nowMs={nowMs} onChoose={acts.onChoose} />
              </WallPanel>
              <WallPanel
                title="报警动态"
                note={
                  ticker.isFlood
                    ? `报警激增，已按小区归并 · 近 10 分钟 ${ticker.recent.toLocaleString('zh-CN')} 条`
                    : ticker.recent === 0
                      ? '近 10 分钟没有报警'
                      : `近 10 分钟 ${ticker.recent} 条`
                }
              >
                <Ticker label="报警动态" ring={ring} emptyTitle="暂无报警" />
              </WallPanel>
            </>
          )
        }
        bottom={
          address.hidden.has('bottom') ? null : (
            <BoardIndicators stats={stats} hour={hourOf(serverNowMs)} isStale={isStale} isReplaying={isReplaying} />
          )
        }
        takeover={
          current === null ? null : <BoardTakeover call={current} car={car} nowMs={nowMs} staleText={staleText} />
        }
        timeBar={
          replay !== null && hasTime ? (
            <TimeBar
              oldestMs={replay.range.fromMs}
              newestMs={replay.range.toMs}
              spans={replay.spans}
              atMs={isReplaying ? replay.atMs : replay.range.toMs}
              state={replay.state}
              speed={replay.speed}
              resolution={replay.problem ?? '每分钟一帧'}
              marks={replay.marks}
              onSeek={acts.onSeek}
              onPlay={acts.onPlay}
              onPause={acts.onPause}
              onSpeed={acts.onSpeed}
              onLive={acts.onLive}
            />
          ) : null
        }
        replay={
          isReplaying ? (
            <>
              <ReplayMark
                atMs={replay.atMs}
                speed={replay.speed}
                isPlaying={replay.state === 'playing'}
                resolution={replay.hole === null ? '每分钟一帧' : '此刻没有记录'}
              />
              <WaitingNow calls={waiting} onLive={acts.onLive} />
            </>
          ) : null
        }
      />
    </WallFrame>
  );
}
