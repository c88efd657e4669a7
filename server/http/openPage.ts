import { createHash } from 'node:crypto';

/** The style that every page for strangers begins with: paper-white, in the telephone's own type. */
export const openPageStyle = `
*{box-sizing:border-box;margin:0}
:root{color-scheme:light}
body{background:#eef1f6;color:#10182a;font:17px/1.6 system-ui,-apple-system,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
main{max-width:520px;margin:0 auto;padding:14px 16px 32px}`;

/**
 * Nothing runs, nothing is loaded and nothing is kept: a page for strangers is one text with one style sheet. Only a page with a form may
 * send one, and only to us.
 */
export const openPageHeaders = (
  style: string,
  { hasForms = false }: { readonly hasForms?: boolean } = {},
): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
    `base-uri 'none'; form-action ${hasForms ? "'self'" : "'none'"}; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
});

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
