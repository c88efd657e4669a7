import type { ImageExtension } from '../../domain/records/uploads.ts';

export interface CleanImage {
  readonly extension: ImageExtension;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}
