import * as z from 'zod';
import { mostPhotos } from './exceptions.ts';

/** Names of uploaded pictures, as `POST /api/upload-file` returns them. */
export const photoNames = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{22}\.(jpg|png)$/, '照片无效，请重新上传'))
  .max(mostPhotos, `最多 ${mostPhotos} 张照片`);
