import { toDisplayTime } from '../../../src/contract/time.ts';
import { encodeJpeg } from './encodeJpeg.ts';
import { glyphs } from './glyphs.ts';

/** A rider as the simulated camera sees them: a wheelchair is what it sometimes takes for a scooter. */
export type Rider = 'scooter' | 'wheelchair' | 'person';

const width = 320;
const height = 240;
const bannerHeight = 34;

type Point = readonly [x: number, y: number];

class Canvas {
  readonly greys = new Uint8Array(width * height);

  set(x: number, y: number, grey: number): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column >= 0 && column < width && row >= 0 && row < height) this.greys[row * width + column] = grey;
  }

  rectangle([left, top]: Point, [right, bottom]: Point, grey: number): void {
    for (let y = top; y < bottom; y += 1) this.greys.fill(grey, y * width + left, y * width + right);
  }

  disc([centreX, centreY]: Point, radius: number, grey: number, hole = 0): void {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1) {
        const distance = Math.hypot(x, y);
        if (distance <= radius && distance >= hole) this.set(centreX + x, centreY + y, grey);
      }
  }

  /** A line through all of the points. */
  stroke(points: readonly Point[], thickness: number, grey: number): void {
    for (const [index, [toX, toY]] of points.entries()) {
      const [fromX, fromY] = points[index - 1] ?? [toX, toY];
      const length = Math.max(1, Math.hypot(toX - fromX, toY - fromY));
      for (let step = 0; step <= length; step += 1)
        this.disc([fromX + ((toX - fromX) * step) / length, fromY + ((toY - fromY) * step) / length], thickness, grey);
    }
  }

  text(words: string, [left, top]: Point, grey: number): void {
    let x = left;
    for (const letter of words) {
      const glyph = glyphs.get(letter);
      if (glyph !== undefined)
        for (const [y, row] of glyph.rows.entries())
          for (let bit = 0; bit < glyph.width; bit += 1)
            if ((row >> (glyph.width - 1 - bit)) & 1) this.set(x + bit, top + y, grey);
      x += (glyph?.width ?? 8) + 1;
    }
  }
}

/** Seen from a corner of the ceiling: back wall, door, floor. */
function drawCabin(canvas: Canvas): void {
  canvas.rectangle([0, 0], [width, height], 150);
  canvas.rectangle([40, bannerHeight], [280, 170], 190);
  canvas.rectangle([110, 50], [210, 170], 215);
  canvas.stroke(
    [
      [160, 50],
      [160, 170],
    ],
    1,
    120,
  );
  for (let y = 170; y < height; y += 1) {
    const spread = ((y - 170) * 40) / 70;
    canvas.rectangle([Math.round(40 - spread), y], [Math.round(280 + spread), y + 1], 110);
  }
}

function drawPerson(canvas: Canvas, [x, y]: Point): void {
  canvas.disc([x, y], 11, 60);
  canvas.stroke(
    [
      [x, y + 14],
      [x - 2, y + 50],
    ],
    8,
    70,
  );
  canvas.stroke(
    [
      [x - 2, y + 50],
      [x - 4, y + 92],
    ],
    5,
    50,
  );
}

function drawScooter(canvas: Canvas): void {
  for (const centre of [
    [112, 196],
    [208, 196],
  ] as const)
    canvas.disc(centre, 21, 25, 13);
  canvas.stroke(
    [
      [112, 196],
      [128, 176],
      [176, 180],
      [196, 140],
      [188, 128],
    ],
    5,
    40,
  );
  canvas.stroke(
    [
      [196, 140],
      [208, 196],
    ],
    4,
    40,
  );
  canvas.stroke(
    [
      [106, 160],
      [148, 160],
    ],
    6,
    20,
  );
  canvas.disc([203, 148], 7, 245);
  drawPerson(canvas, [236, 96]);
}

function drawWheelchair(canvas: Canvas): void {
  canvas.disc([150, 188], 34, 25, 28);
  canvas.disc([212, 212], 10, 25, 5);
  canvas.stroke(
    [
      [128, 116],
      [132, 168],
      [188, 168],
      [206, 206],
      [222, 206],
    ],
    4,
    40,
  );
  canvas.disc([146, 104], 12, 60);
  canvas.stroke(
    [
      [144, 120],
      [148, 158],
      [186, 160],
      [202, 198],
    ],
    8,
    75,
  );
}

/** A drawing of a car with its load, labelled as a drawing, as a JPEG of some kilobytes. Times are the city's. */
export function drawCar({
  rider,
  tag,
  atMs,
}: {
  readonly rider: Rider;
  readonly tag: string;
  readonly atMs: number;
}): Buffer {
  const canvas = new Canvas();
  drawCabin(canvas);
  if (rider === 'scooter') drawScooter(canvas);
  else if (rider === 'wheelchair') drawWheelchair(canvas);
  else drawPerson(canvas, [150, 100]);
  canvas.rectangle([0, 0], [width, bannerHeight], 15);
  canvas.text('演示', [8, 6], 250);
  canvas.text(tag.toUpperCase().slice(0, 12), [72, 12], 250);
  canvas.text(toDisplayTime(atMs).slice(11, 19), [238, 12], 250);
  return encodeJpeg({ width, height, greys: canvas.greys });
}
