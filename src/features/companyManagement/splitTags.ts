/**
 * The tags in a pasted text, each once in the order in which they stand: separated by line breaks, spaces, commas or
 * semicolons of either width.
 */
export const splitTags = (text: string): string[] => [
  ...new Set(text.split(/[\s,，;；、]+/).filter((tag) => tag !== '')),
];
