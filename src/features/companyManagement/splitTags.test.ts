import { expect, test } from 'vitest';
import { splitTags } from './splitTags.ts';

test.each([
  ['YC-0001\nYC-0002', ['YC-0001', 'YC-0002']],
  [' YC-0001，YC-0002; YC-0003、YC-0001\r\n', ['YC-0001', 'YC-0002', 'YC-0003']],
  [' \n ', []],
])('%j holds the tags %j', (text, tags) => {
  expect(splitTags(text)).toEqual(tags);
});
