import type { AnyStateMachine } from 'xstate';
import { toDirectedGraph, type DirectedGraphEdge, type DirectedGraphNode } from 'xstate/graph';
import { delayName } from './delayName.ts';
import { textWidth, wrapText } from './textWidth.ts';

/** One transition of a state, written into its box; one that leads elsewhere is the port of a wire. */
export interface Row {
  readonly text: string;
  readonly eventType: string;
  /** Middle of the text, px. */
  readonly y: number;
  /** Its direction: nowhere else, or to a state further down (right) or further up (left). */
  readonly side: 'inside' | 'right' | 'left';
  /** Leads to a state within its own box: its wire starts behind the text. */
  readonly isInward: boolean;
}

export interface Box {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly kind: 'state' | 'group' | 'region' | 'final';
  readonly isInitial: boolean;
  readonly description: readonly string[];
  readonly rows: readonly Row[];
  readonly children: readonly Box[];
}

/** A transition to another state: from a row of its source through a lane to the head of its target. */
export interface Wire {
  readonly sourceId: string;
  readonly targetId: string;
  readonly eventType: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Diagram {
  readonly width: number;
  readonly height: number;
  readonly root: Box;
  readonly wires: readonly Wire[];
}

export const textSizes = { name: 13, description: 11, row: 11 } as const;
export const headHeight = 28;
export const lineHeight = 16;
const rowHeight = 18;
export const padding = 12;
/** Room for the arrow signs beside a row. */
export const portWidth = 16;

const stackGap = 26;
const regionGap = 22;
const groupPadding = 18;
const laneGap = 11;
const minWidth = 150;

/** A transition as the chart needs it; eventless ones are no edges of XState's graph. */
type Edge = Pick<DirectedGraphEdge, 'source' | 'target' | 'transition'>;

interface Link {
  readonly edge: Edge;
  readonly sourceId: string;
  readonly targetId: string;
  readonly side: 'inside' | 'right' | 'left';
  /** The box whose lanes the wire runs in. */
  readonly containerId: string;
}

const guardName = (guard: unknown): string | undefined => (typeof guard === 'string' ? guard : undefined);

function rowText({ transition }: Edge): string {
  const delay = delayName(transition.eventType);
  const event = delay === undefined ? (transition.eventType === '' ? '立即' : transition.eventType) : `${delay} 后`;
  const guard = guardName(transition.guard);
  return guard === undefined ? event : `${event} [${guard}]`;
}

const isWithin = (id: string, ancestorId: string): boolean => id === ancestorId || id.startsWith(`${ancestorId}.`);

/** The nearest state that holds both; a state that leads into itself holds both as well. */
function commonContainer(sourceId: string, targetId: string): string {
  let id = sourceId;
  while (!isWithin(targetId, id) || id === targetId) id = id.slice(0, id.lastIndexOf('.'));
  return id;
}

function inOrder(node: DirectedGraphNode): readonly DirectedGraphNode[] {
  return [node, ...node.children.flatMap(inOrder)];
}

const eventless = ({ stateNode }: DirectedGraphNode): readonly Edge[] =>
  (stateNode.always ?? []).map((transition) => ({
    source: stateNode,
    target: transition.target?.[0] ?? stateNode,
    transition,
  }));

function linksOf(nodes: readonly DirectedGraphNode[]): readonly Link[] {
  const order = new Map(nodes.map(({ id }, index) => [id, index]));
  return nodes.flatMap((node) =>
    [...node.edges, ...eventless(node)].map((edge): Link => {
      const [sourceId, targetId] = [edge.source.id, edge.target.id];
      if (sourceId === targetId) return { edge, sourceId, targetId, side: 'inside', containerId: sourceId };
      const side = (order.get(targetId) ?? 0) > (order.get(sourceId) ?? 0) ? 'right' : 'left';
      return { edge, sourceId, targetId, side, containerId: commonContainer(sourceId, targetId) };
    }),
  );
}

/** One lane for each target, the nearest innermost, so that short wires do not run around long ones. */
function laneTargets(
  links: readonly Link[],
  containerId: string,
  side: 'right' | 'left',
  order: ReadonlyMap<string, number>,
): readonly string[] {
  const spans = new Map<string, number>();
  for (const link of links) {
    if (link.containerId !== containerId || link.side !== side) continue;
    const span = Math.abs((order.get(link.targetId) ?? 0) - (order.get(link.sourceId) ?? 0));
    spans.set(link.targetId, Math.max(spans.get(link.targetId) ?? 0, span));
  }
  return [...spans].toSorted(([, a], [, b]) => a - b).map(([targetId]) => targetId);
}

/** A box with its place within its parent still open. */
interface Measured {
  readonly width: number;
  readonly height: number;
  place(x: number, y: number, width: number, height: number): Box;
}

/**
 * States of a group stand below each other, parallel regions side by side. Every transition is a line of text
 * in its state's box, so that no label ever lies on a wire; wires down run on the right, wires up on the left.
 */
export function diagramLayout(machine: AnyStateMachine): Diagram {
  const graph = toDirectedGraph(machine);
  const nodes = inOrder(graph);
  const links = linksOf(nodes);
  const order = new Map(nodes.map(({ id }, index) => [id, index]));
  const lanes = new Map(
    nodes.map(({ id }) => [
      id,
      { right: laneTargets(links, id, 'right', order), left: laneTargets(links, id, 'left', order) },
    ]),
  );
  const lanesOf = (id: string): { readonly right: readonly string[]; readonly left: readonly string[] } =>
    lanes.get(id) ?? { right: [], left: [] };

  const measure = (node: DirectedGraphNode, isRegion: boolean): Measured => {
    const { stateNode } = node;
    const children = node.children.map((child) => measure(child, stateNode.type === 'parallel'));
    const own = links.filter(({ sourceId }) => sourceId === node.id);
    const rowTexts = own.map(({ edge }) => rowText(edge));
    const textRoom = Math.max(
      minWidth,
      textWidth(stateNode.key, textSizes.name) + 20,
      ...rowTexts.map((text) => textWidth(text, textSizes.row) + 2 * portWidth),
    );
    const description = wrapText(stateNode.description ?? '', textSizes.description, Math.max(textRoom, 240));
    const textsWidth =
      Math.max(textRoom, ...description.map((line) => textWidth(line, textSizes.description))) + 2 * padding;
    const rowsTop = headHeight + description.length * lineHeight;
    const textsHeight = rowsTop + own.length * rowHeight + (own.length + description.length > 0 ? 8 : 4);

    const isParallel = stateNode.type === 'parallel';
    const { left, right } = lanesOf(node.id);
    const leftRoom = groupPadding + left.length * laneGap;
    const rightRoom = groupPadding + right.length * laneGap;
    const widths = children.map(({ width }) => width);
    const heights = children.map(({ height }) => height);
    const contentWidth = isParallel
      ? widths.reduce((sum, width) => sum + width, 0) + regionGap * (children.length - 1)
      : Math.max(0, ...widths);
    const contentHeight = isParallel
      ? Math.max(0, ...heights)
      : heights.reduce((sum, height) => sum + height, 0) + stackGap * Math.max(0, children.length - 1);
    const isLeaf = children.length === 0;
    const childrenTop = textsHeight + (isParallel ? 6 : stackGap - 4);
    const width = isLeaf ? textsWidth : Math.max(textsWidth, leftRoom + contentWidth + rightRoom);
    const height = isLeaf ? textsHeight : childrenTop + contentHeight + groupPadding;

    const placeChildren = (x: number, y: number, givenWidth: number, givenHeight: number): Box[] => {
      const spare = givenWidth - leftRoom - contentWidth - rightRoom;
      let [nextX, nextY] = [x + leftRoom, y + childrenTop];
      return children.map((child) => {
        if (isParallel) {
          const share = child.width + spare / children.length;
          const box = child.place(nextX, nextY, share, givenHeight - childrenTop - groupPadding);
          nextX += share + regionGap;
          return box;
        }
        const box = child.place(nextX, nextY, contentWidth + spare, child.height);
        nextY += child.height + stackGap;
        return box;
      });
    };

    return {
      width,
      height,
      place: (x, y, givenWidth, givenHeight) => ({
        id: node.id,
        name: stateNode.key,
        x,
        y,
        width: givenWidth,
        height: givenHeight,
        kind: stateNode.type === 'final' ? 'final' : isRegion ? 'region' : isLeaf ? 'state' : 'group',
        isInitial: stateNode.parent?.type === 'compound' && stateNode.parent.initial.target[0] === stateNode,
        description,
        rows: own.map(({ edge, side, containerId }, index) => ({
          text: rowText(edge),
          eventType: edge.transition.eventType,
          y: y + rowsTop + index * rowHeight + rowHeight / 2,
          side,
          isInward: side !== 'inside' && containerId === node.id,
        })),
        children: placeChildren(x, y, givenWidth, givenHeight),
      }),
    };
  };

  const measured = measure(graph, false);
  const root = measured.place(0.5, 0.5, measured.width, measured.height);
  return { width: measured.width + 1, height: measured.height + 1, root, wires: wiresOf(links, root, lanesOf) };
}

function boxesIn(box: Box): readonly Box[] {
  return [box, ...box.children.flatMap(boxesIn)];
}

function wiresOf(
  links: readonly Link[],
  root: Box,
  lanesOf: (id: string) => { readonly right: readonly string[]; readonly left: readonly string[] },
): readonly Wire[] {
  const boxes = new Map(boxesIn(root).map((box) => [box.id, box]));
  /** Wires that come into one head through different lanes come in at different heights. */
  const entries = new Map<string, string[]>();
  const rowIndex = new Map<string, number>();
  return links.flatMap((link): Wire[] => {
    const [source, target, container] = [
      boxes.get(link.sourceId),
      boxes.get(link.targetId),
      boxes.get(link.containerId),
    ];
    const index = rowIndex.get(link.sourceId) ?? 0;
    rowIndex.set(link.sourceId, index + 1);
    const row = source?.rows[index];
    if (
      link.side === 'inside' ||
      source === undefined ||
      target === undefined ||
      container === undefined ||
      row === undefined
    )
      return [];
    const lane = lanesOf(link.containerId)[link.side].indexOf(link.targetId);
    const isRight = link.side === 'right';
    const content = container.children;
    const edgeOfContent = isRight
      ? Math.max(...content.map((box) => box.x + box.width))
      : Math.min(...content.map((box) => box.x));
    const offset = groupPadding / 2 + lane * laneGap + 2;
    const laneX = isRight ? edgeOfContent + offset : edgeOfContent - offset;
    const entryKey = `${link.targetId} ${link.side}`;
    const known = entries.get(entryKey) ?? [];
    if (!known.includes(link.containerId)) known.push(link.containerId);
    entries.set(entryKey, known);
    const entryY = target.y + headHeight / 2 - 3 + known.indexOf(link.containerId) * 7;
    const textEnd = source.x + padding + portWidth + textWidth(row.text, textSizes.row) + 6;
    const fromX = row.isInward ? textEnd : isRight ? source.x + source.width : source.x;
    return [
      {
        sourceId: link.sourceId,
        targetId: link.targetId,
        eventType: row.eventType,
        points: [
          [fromX, row.y],
          [laneX, row.y],
          [laneX, entryY],
          [isRight ? target.x + target.width : target.x, entryY],
        ],
      },
    ];
  });
}
