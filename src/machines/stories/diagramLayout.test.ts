import { describe, expect, it } from 'vitest';
import { machineCatalogue } from './catalogue.ts';
import { diagramLayout, padding, portWidth, textSizes, type Box, type Wire } from './diagramLayout.ts';
import { textWidth, wrapText } from './textWidth.ts';

const boxesIn = (box: Box): readonly Box[] => [box, ...box.children.flatMap(boxesIn)];
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The upright parts of a wire run beside every box that they are not within. */
function crossesText({ points }: Wire, box: Box): boolean {
  return points.some(([x, y], index) => {
    const next = points[index + 1];
    if (next === undefined || next[0] !== x) return false;
    const [top, bottom] = [Math.min(y, next[1]), Math.max(y, next[1])];
    return x > box.x && x < box.x + box.width && top < box.y + box.height && bottom > box.y;
  });
}

describe.each(machineCatalogue.map(({ name, machine }) => [name, diagramLayout(machine)] as const))(
  'the chart of %s',
  (_name, { root, wires, width, height }) => {
    const boxes = boxesIn(root);

    it('keeps states apart and within their groups', () => {
      for (const box of boxes) {
        for (const [index, child] of box.children.entries()) {
          expect(child.x).toBeGreaterThan(box.x);
          expect(child.y).toBeGreaterThan(box.y);
          expect(child.x + child.width).toBeLessThan(box.x + box.width);
          expect(child.y + child.height).toBeLessThan(box.y + box.height);
          for (const sibling of box.children.slice(index + 1)) expect(overlap(child, sibling)).toBe(false);
        }
      }
      expect(root.width).toBeLessThanOrEqual(width);
      expect(root.height).toBeLessThanOrEqual(height);
    });
    it('has room for every text in its box', () => {
      for (const box of boxes) {
        for (const { text } of box.rows)
          expect(textWidth(text, textSizes.row) + portWidth).toBeLessThanOrEqual(box.width - 2 * padding);
        for (const line of box.description)
          expect(textWidth(line, textSizes.description)).toBeLessThanOrEqual(box.width - 2 * padding);
      }
    });
    it('leads every wire beside the states, never over their text', () => {
      const leaves = boxes.filter(({ children }) => children.length === 0);
      for (const wire of wires) for (const leaf of leaves) expect(crossesText(wire, leaf)).toBe(false);
      for (const { points } of wires) {
        for (const [x, y] of points) {
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(width);
          expect(y).toBeLessThan(height);
        }
      }
    });
    it('gives no two targets the same lane', () => {
      const targets = new Map<string, Set<string>>();
      for (const { targetId, points } of wires) {
        const lane = points[1];
        if (lane === undefined) continue;
        const [start, end] = [points[1]?.[1] ?? 0, points[2]?.[1] ?? 0];
        for (let y = Math.round(Math.min(start, end)); y <= Math.max(start, end); y += 10) {
          const key = `${lane[0]} ${Math.round(y / 10)}`;
          targets.set(key, (targets.get(key) ?? new Set()).add(targetId));
        }
      }
      expect([...targets.values()].filter((ids) => ids.size > 1)).toEqual([]);
    });
  },
);

describe('texts', () => {
  it('break between Chinese characters, never before punctuation', () => {
    expect(wrapText('', 11, 100)).toEqual([]);
    expect(wrapText('一二三四五，六', 10, 50)).toEqual(['一二三四五，', '六']);
  });
});
