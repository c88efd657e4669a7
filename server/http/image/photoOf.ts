import { refusalCodes } from '../../../src/contract/envelope.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ReceivedFile } from '../handlers.ts';
import { cleanImage, mostPixels } from './cleanImage.ts';
import type { CleanImage } from './cleanedImage.ts';

/** The picture of an uploaded file, cleaned of everything that it says beside what it shows. Throws Refusal for what is no photo. */
export function photoOf(file: ReceivedFile | undefined, field = 'file'): CleanImage {
  const refused = (message: string) => new Refusal(message, refusalCodes.invalid, [{ field, message }]);
  if (file === undefined || file.bytes.length === 0) throw refused('请选择要上传的图片');
  const image = cleanImage(file.bytes);
  if (image === undefined) throw refused('只能上传完整的 JPEG 或 PNG 图片');
  if (image.width * image.height > mostPixels) throw refused('图片像素过大，请缩小到 2500 万像素以内再上传');
  return image;
}
