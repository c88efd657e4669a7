import { storyNameFromExport, toId } from 'storybook/internal/csf';
import { machineCatalogue } from './catalogue.ts';
import { describeState } from './describeState.ts';
import { MachineDiagram } from './MachineDiagram.tsx';
import { shownOn } from './shownOn.ts';

export interface MachineStateProps {
  /** A machine of the catalogue. */
  machine: string;
  /** One of its reachable states, as `stateKey` writes it. */
  stateKey: string;
}

/** One reachable state of one machine: what it means, what may happen in it, and where it is in the chart. */
export function MachineState({ machine, stateKey }: MachineStateProps) {
  const entry = machineCatalogue.find(({ name }) => name === machine);
  const shown = entry?.states.find(({ key }) => key === stateKey);
  if (entry === undefined || shown === undefined)
    return <p role="alert">没有这个状态：{`${machine} ${stateKey}`}。请运行 npm run stories 重新生成。</p>;
  const { state, status, allowed, deadlines, path } = shown;
  const descriptions = describeState(entry.machine, state.value);
  const screen = shownOn(machine, stateKey);
  return (
    <article className="mstate">
      <header className="mstate__head">
        <h1>
          {entry.title} <code>{entry.name}</code>
        </h1>
        <p className="mstate__key">
          <code>{shown.key}</code>
          {status !== undefined && <span className="mstate__status">{status}</span>}
        </p>
      </header>
      <dl className="mstate__facts">
        <div>
          <dt>含义</dt>
          {descriptions.map((text) => (
            <dd key={text}>{text}</dd>
          ))}
        </div>
        <div>
          <dt>在哪个界面出现</dt>
          <dd>
            {screen === undefined ? (
              <span className="mstate__none">尚无界面</span>
            ) : (
              <a href={`?path=/story/${toId(screen.title, storyNameFromExport(screen.story))}`} target="_top">
                {screen.title} · {storyNameFromExport(screen.story)}
              </a>
            )}
          </dd>
        </div>
        {allowed.map(({ who, types }) => (
          <div key={who}>
            <dt>{who === '可发生' ? '现在可发生' : `${who}可触发`}</dt>
            {types.length === 0 && <dd className="mstate__none">无</dd>}
            {types.map((type) => (
              <dd key={type}>
                <code>{type}</code>
              </dd>
            ))}
          </div>
        ))}
        <div>
          <dt>到时自动发生</dt>
          {deadlines.length === 0 && <dd className="mstate__none">无</dd>}
          {deadlines.map((text) => (
            <dd key={text}>{text}</dd>
          ))}
        </div>
        <div>
          <dt>最短到达路径</dt>
          {path.length === 0 && <dd className="mstate__none">初始状态</dd>}
          {path.map((type, index) => (
            <dd key={`${type}-${index}`}>
              <code>{type}</code>
            </dd>
          ))}
        </div>
      </dl>
      <MachineDiagram machine={entry.machine} state={state} allowed={allowed.flatMap(({ types }) => types)} />
      <p className="mstate__legend">
        蓝色为当前状态及现在可走的路径；↻ 不改变状态，→ 进入下方状态，← 回到上方状态。方括号内为条件。
      </p>
    </article>
  );
}
