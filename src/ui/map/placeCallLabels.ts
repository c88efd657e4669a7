/** A mark on the map and the size of the words beside it, in layout pixels. */
export interface LabelRequest {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type ShownSide = 'right' | 'left' | 'above' | 'below';
export type LabelSide = ShownSide | 'hidden';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const gap = 16;
const sides: readonly ShownSide[] = ['right', 'left', 'above', 'below'];

/** The box of a label on one side of its mark. */
export function labelBox({ x, y, width, height }: LabelRequest, side: ShownSide): Box {
  switch (side) {
    case 'right':
      return { left: x + gap, top: y - height / 2, right: x + gap + width, bottom: y + height / 2 };
    case 'left':
      return { left: x - gap - width, top: y - height / 2, right: x - gap, bottom: y + height / 2 };
    case 'above':
      return { left: x - width / 2, top: y - gap - height, right: x + width / 2, bottom: y - gap };
    case 'below':
      return { left: x - width / 2, top: y + gap, right: x + width / 2, bottom: y + gap + height };
  }
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Returns the place of each marker's label, first ones first: to the right, otherwise to a side that is free and within the picture. Labels
 * that fit nowhere are hidden (the mark stays), so that no two ever cover each other. `free` is the area without panels, `obstacles` what
 * else must stay to be seen.
 */
export function placeCallLabels(
  requests: readonly LabelRequest[],
  free: Box,
  obstacles: readonly Box[] = [],
): LabelSide[] {
  const taken: Box[] = [...obstacles];
  const marks = requests.map(({ x, y }): Box => ({ left: x - 8, top: y - 8, right: x + 8, bottom: y + 8 }));
  return requests.map((request, index) => {
    const side = sides.find((candidate) => {
      const box = labelBox(request, candidate);
      const isInside =
        box.left >= free.left && box.top >= free.top && box.right <= free.right && box.bottom <= free.bottom;
      return (
        isInside &&
        !taken.some((other) => overlaps(box, other)) &&
        !marks.some((mark, place) => place !== index && overlaps(box, mark))
      );
    });
    if (side === undefined) return 'hidden';
    taken.push(labelBox(request, side));
    return side;
  });
}
