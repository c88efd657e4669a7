import { expect, test } from 'vitest';
import { photoProblem } from './uploadPhoto.ts';

test('a file that the server would refuse is named before it is sent', () => {
  expect(photoProblem({ name: 'a.jpg', type: 'image/jpeg', size: 1_000 })).toBeNull();
  expect(photoProblem({ name: '清单.pdf', type: 'application/pdf', size: 1_000 })).toBe(
    '清单.pdf：只能上传 JPEG 或 PNG 图片',
  );
  expect(photoProblem({ name: 'b.png', type: 'image/png', size: 6_000_000 })).toBe('b.png：超过 5 MB，请缩小后再上传');
});
