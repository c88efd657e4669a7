import type { Call, CallOptions } from '../../contract/call.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { uploadFile } from '../../contract/endpoints/uploadFile.ts';

/** Uploads one picture and returns its name, by which records refer to it. Rejects with a CallError. */
export type UploadPhoto = (file: File, options: Pick<CallOptions, 'onProgress'>) => Promise<string>;

export const uploadPhotoBy =
  (call: Call): UploadPhoto =>
  async (file, options) => {
    const answer = await call<Endpoint>(uploadFile, { file }, { ...options, quiet: true });
    return uploadFile.output.parse(answer).name;
  };

/** Returns the address of an uploaded picture. */
export const fileUrl = (name: string): string => `/files/${name}`;

const mostBytes = 5 * 1024 * 1024;
export const photoTypes = 'image/jpeg,image/png';

/** Returns the reason why a file cannot be uploaded as a photo, in Chinese; null where it can. */
export function photoProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!photoTypes.split(',').includes(type)) return `${name}：只能上传 JPEG 或 PNG 图片`;
  if (size > mostBytes) return `${name}：超过 5 MB，请缩小后再上传`;
  return null;
}
