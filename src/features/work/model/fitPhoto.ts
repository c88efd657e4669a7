/** A photo of a record: at most so many bytes, and no longer than this on its longer side. */
export const mostPhotoBytes = 200_000;
const longestSides = [1_280, 960, 720, 480] as const;
const qualities = [0.8, 0.65, 0.5, 0.35] as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size within a square of this side, with the same proportions; never larger than it is. */
export function sizeWithin({ width, height }: Size, side: number): Size {
  const factor = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** Draws a picture smaller and coarser until it fits; resolves to the last, smallest one if none does. */
export async function fitPhoto(from: Size, encode: (size: Size, quality: number) => Promise<Blob>): Promise<Blob> {
  let smallest: Blob | undefined;
  for (const side of longestSides) {
    for (const quality of qualities) {
      const blob = await encode(sizeWithin(from, side), quality);
      if (blob.size <= mostPhotoBytes) return blob;
      smallest = blob;
    }
  }
  return smallest ?? new Blob();
}

/** Returns the lines written on a photo: when, which lift, who, and where. */
export const stampLines = (stamp: {
  readonly time: string;
  readonly lift: string;
  readonly worker: string;
  readonly place: { readonly lng: number; readonly lat: number; readonly accuracyM: number } | null;
}): readonly string[] => [
  stamp.time,
  stamp.lift,
  `${stamp.worker} · ${
    stamp.place === null
      ? '无定位'
      : `${stamp.place.lng.toFixed(5)}, ${stamp.place.lat.toFixed(5)} ±${Math.round(stamp.place.accuracyM)} 米`
  }`,
];
