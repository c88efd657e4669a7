import { fitPhoto, type StatedPlace, type Telephone } from '../../features/work/index.ts';

/** A check-in never waits longer for a place. */
const locateWithinMs = 8_000;
const frameEveryMs = 150;
/** Enough for a sign at arm's length, and little enough for a slow telephone. */
const frameSide = 640;

function locate(): Promise<StatedPlace | null> {
  if (!('geolocation' in navigator)) return Promise.resolve(null);
  return new Promise((resolve) => {
    // A browser that still asks for permission counts no time of its own.
    const tooLong = setTimeout(() => resolve(null), locateWithinMs);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => {
        clearTimeout(tooLong);
        resolve({ lng: longitude, lat: latitude, accuracyM: Math.min(100_000, Math.round(accuracy)) });
      },
      () => {
        clearTimeout(tooLong);
        resolve(null);
      },
      { enableHighAccuracy: true, timeout: locateWithinMs, maximumAge: 60_000 },
    );
  });
}

function drawStamp(context: CanvasRenderingContext2D, lines: readonly string[]): void {
  const { width, height } = context.canvas;
  const size = Math.max(14, Math.round(Math.max(width, height) / 45));
  const step = Math.round(size * 1.4);
  const top = height - step * lines.length - size / 2;
  // In a photo, which no theme reaches.
  context.fillStyle = 'black';
  context.globalAlpha = 0.55;
  context.fillRect(0, top, width, height - top);
  context.globalAlpha = 1;
  context.font = `${size}px sans-serif`;
  context.textBaseline = 'top';
  context.fillStyle = 'white';
  for (const [index, line] of lines.entries())
    context.fillText(line, size / 2, top + size / 3 + index * step, width - size);
}

const encoded = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas gave no picture')) : resolve(blob)),
      'image/jpeg',
      quality,
    ),
  );

/** A picture that is drawn again carries nothing of what the camera wrote beside it, such as the place. */
async function stamped(file: Blob, lines: readonly string[]): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser has no canvas');
  const blob = await fitPhoto(picture, ({ width, height }, quality) => {
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      context.drawImage(picture, 0, 0, width, height);
      drawStamp(context, lines);
    }
    return encoded(canvas, quality);
  });
  picture.close();
  return blob;
}

async function readCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string> {
  const [{ default: decodeQR }, stream] = await Promise.all([
    import('qr/decode.js'),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
  ]);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  try {
    signal.throwIfAborted();
    if (context === null) throw new Error('the browser has no canvas');
    video.srcObject = stream;
    await video.play();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, frameEveryMs));
      signal.throwIfAborted();
      const { videoWidth, videoHeight } = video;
      const factor = Math.min(1, frameSide / Math.max(videoWidth, videoHeight, 1));
      const size = { width: Math.round(videoWidth * factor), height: Math.round(videoHeight * factor) };
      if (size.width === 0) continue;
      Object.assign(canvas, size);
      context.drawImage(video, 0, 0, size.width, size.height);
      try {
        return decodeQR(context.getImageData(0, 0, size.width, size.height));
      } catch {
        // This frame shows no code.
      }
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

/** The telephone as a browser offers it. */
export const browserTelephone = (): Telephone => ({
  nowMs: Date.now,
  locate,
  stamped,
  readCode,
  opensOffline: 'serviceWorker' in navigator,
});
