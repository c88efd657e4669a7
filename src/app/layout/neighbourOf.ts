/** The page that takes the place of a closed one: the one after it, otherwise the one before. */
export function neighbourOf<Page extends { readonly path: string }>(
  pages: readonly Page[],
  closed: string,
): Page | undefined {
  const at = pages.findIndex(({ path }) => path === closed);
  return pages[at + 1] ?? pages[at - 1];
}
