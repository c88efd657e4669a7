import { endpoints } from '../../src/contract/endpoints/index.ts';
import type { HttpHarness } from './httpHarness.ts';
import { png } from './testImages.ts';

/** Uploads a small picture as the user of this session; returns its name. */
export async function uploadPicture(harness: HttpHarness, token: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(png(4, 2))], { type: 'image/png' }), 'photo.png');
  const { envelope } = await harness.request('POST', '/api/upload-file', { token, body: form });
  return endpoints.uploadFile.output.parse(envelope?.data).name;
}
