import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import {
  diagramLayout,
  headHeight,
  lineHeight,
  padding,
  portWidth,
  textSizes,
  type Box,
  type Row,
  type Wire,
} from './diagramLayout.ts';
import { stateKey } from './stateKey.ts';
import './MachineDiagram.css';

export interface MachineDiagramProps {
  machine: AnyStateMachine;
  /** The current state: its boxes and the transitions out of them are highlighted. */
  state: AnyMachineSnapshot;
  /** The events that may happen now. */
  allowed: readonly string[];
}

const corner = 6;

/** An orthogonal way with rounded corners. */
function wirePath(points: Wire['points']): string {
  return points
    .map(([x, y], index) => {
      if (index === 0) return `M${x},${y}`;
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined || after === undefined) return `L${x},${y}`;
      const radius = Math.min(
        corner,
        Math.hypot(x - before[0], y - before[1]) / 2,
        Math.hypot(after[0] - x, after[1] - y) / 2,
      );
      const [inX, inY] = [x - Math.sign(x - before[0]) * radius, y - Math.sign(y - before[1]) * radius];
      const [outX, outY] = [x + Math.sign(after[0] - x) * radius, y + Math.sign(after[1] - y) * radius];
      return `L${inX},${inY} Q${x},${y} ${outX},${outY}`;
    })
    .join(' ');
}

const rowSigns = { inside: '↻', right: '→', left: '←' } as const;

function RowText({ box, row, isPossible }: { box: Box; row: Row; isPossible: boolean }) {
  const hasPortAtRight = row.side === 'right' && !row.isInward;
  const signX = hasPortAtRight ? box.x + box.width - padding : box.x + padding;
  return (
    <g className="mdiagram__row" data-possible={isPossible || undefined} data-side={row.side}>
      <text
        x={signX}
        y={row.y}
        dominantBaseline="central"
        textAnchor={hasPortAtRight ? 'end' : 'start'}
        fontSize={textSizes.row}
      >
        {rowSigns[row.side]}
      </text>
      <text
        x={box.x + padding + (hasPortAtRight ? 0 : portWidth)}
        y={row.y}
        dominantBaseline="central"
        fontSize={textSizes.row}
      >
        {row.text}
      </text>
    </g>
  );
}

function BoxShape({ box, isLit, allowed }: { box: Box; isLit: (id: string) => boolean; allowed: ReadonlySet<string> }) {
  const { x, y, width, height, kind } = box;
  const lit = isLit(box.id);
  const hasText = box.rows.length + box.description.length > 0;
  return (
    <g className="mdiagram__box" data-kind={kind} data-lit={lit || undefined}>
      {box.isInitial && (
        <g className="mdiagram__initial">
          <circle cx={x + 22} cy={y - 13} r={3.5} />
          <path d={`M${x + 22},${y - 10} V${y - 1}`} markerEnd="url(#mdiagram-initial)" />
        </g>
      )}
      <rect x={x} y={y} width={width} height={height} rx={8} />
      {kind === 'final' && <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={5} />}
      <text
        className="mdiagram__name"
        x={x + padding}
        y={y + headHeight / 2 + 1}
        dominantBaseline="central"
        fontSize={textSizes.name}
      >
        {box.name}
      </text>
      {box.description.map((line, index) => (
        <text
          key={line}
          className="mdiagram__description"
          x={x + padding}
          y={y + headHeight + index * lineHeight + lineHeight / 2 - 2}
          dominantBaseline="central"
          fontSize={textSizes.description}
        >
          {line}
        </text>
      ))}
      {hasText &&
        box.rows.map((row, index) => (
          <RowText
            key={`${row.text}-${index}`}
            box={box}
            row={row}
            isPossible={lit && (allowed.has(row.eventType) || row.eventType.startsWith('xstate.after.'))}
          />
        ))}
      {box.children.map((child) => (
        <BoxShape key={child.id} box={child} isLit={isLit} allowed={allowed} />
      ))}
    </g>
  );
}

/** A machine's chart with its current state lit. */
export function MachineDiagram({ machine, state, allowed }: MachineDiagramProps) {
  const { width, height, root, wires } = diagramLayout(machine);
  const litIds = new Set(litNodeIds(machine, state));
  const allowedTypes = new Set(allowed);
  const isLit = (id: string): boolean => litIds.has(id);
  const isWireLit = (wire: Wire): boolean =>
    isLit(wire.sourceId) && (allowedTypes.has(wire.eventType) || wire.eventType.startsWith('xstate.after.'));
  const [quiet, lit] = [wires.filter((wire) => !isWireLit(wire)), wires.filter(isWireLit)];
  return (
    <svg
      className="mdiagram"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${machine.id} 的状态图，当前状态 ${stateKey(state.value)}`}
    >
      <defs>
        {(['quiet', 'lit', 'initial'] as const).map((name) => (
          <marker
            key={name}
            id={`mdiagram-${name}`}
            className="mdiagram__head"
            data-name={name}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0,0.8 L7.2,4 L0,7.2 Z" />
          </marker>
        ))}
      </defs>
      <BoxShape box={root} isLit={isLit} allowed={allowedTypes} />
      {quiet.map((wire, index) => (
        <path
          key={`${wire.sourceId}-${wire.targetId}-${index}`}
          className="mdiagram__wire"
          d={wirePath(wire.points)}
          markerEnd="url(#mdiagram-quiet)"
        />
      ))}
      {lit.map((wire, index) => (
        <path
          key={`${wire.sourceId}-${wire.targetId}-${index}`}
          className="mdiagram__wire"
          data-lit
          d={wirePath(wire.points)}
          markerEnd="url(#mdiagram-lit)"
        />
      ))}
    </svg>
  );
}

/** The ids of all states, groups included, that the machine is in. */
function litNodeIds(machine: AnyStateMachine, state: AnyMachineSnapshot): readonly string[] {
  const ids: string[] = [machine.id];
  const visit = (value: AnyMachineSnapshot['value'], id: string): void => {
    if (typeof value === 'string') {
      ids.push(`${id}.${value}`);
      return;
    }
    for (const [name, child] of Object.entries(value)) {
      ids.push(`${id}.${name}`);
      if (child !== undefined) visit(child, `${id}.${name}`);
    }
  };
  visit(state.value, machine.id);
  return ids;
}
