import type { VerifiedRecord } from '../../queries/verifiedRecord.ts';
import { escapeHtml, openPageHeaders, openPageStyle } from '../openPage.ts';

const style = `${openPageStyle}
.platform{padding:2px 4px 8px;color:#4c5b75;font-size:14px}
.card{padding:16px;border:1px solid #cfd7e4;border-left:8px solid #8a97ad;border-radius:12px;background:#fff}
.card.intact{border-left-color:#1d7a46}
.card.changed{border-left-color:#c4202c}
h1{font-size:24px;line-height:1.35}
.intact h1{color:#14602f}
.changed h1{color:#a3161f}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin-top:14px}
dt{color:#4c5b75}
dd{margin:0;overflow-wrap:anywhere}
.note{margin-top:14px;color:#4c5b75;font-size:15px}`;

/** The address of the page holds the hash of a record: it is told to no other site. */
export const verifyPageHeaders: Readonly<Record<string, string>> = {
  ...openPageHeaders(style),
  'referrer-policy': 'no-referrer',
};

const kindLabels = { visit: '维保记录', rescue: '救援记录', bulletin: '困人救援月报' } as const;

type Fact = readonly [name: string, value: string];

function ownFactsOf(record: VerifiedRecord): readonly Fact[] {
  const label = kindLabels[record.kind];
  if (record.kind === 'bulletin')
    return [
      ['记录', label],
      ['月份', record.month],
      ['区域', record.areaName],
      ['版本', `第 ${record.version} 版`],
    ];
  const { detail, communityName, addr, tag } = record;
  return [
    ['记录', detail === '' ? label : `${label}（${detail}）`],
    ['电梯', `${communityName} ${addr}（${tag}）`],
  ];
}

function factsOf(record: VerifiedRecord): string {
  const facts: readonly Fact[] = [...ownFactsOf(record), ['时间', record.at]];
  return `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

function body(record: VerifiedRecord | 'unknown' | 'unread'): string {
  if (record === 'unread')
    return '<section class="card"><h1>暂时无法核验</h1><p class="note">查询的人较多或系统正忙，请几分钟后重新扫码。</p></section>';
  if (record === 'unknown')
    return `<section class="card"><h1>无法确认这份记录</h1>
<p class="note">平台上没有与此二维码一致的记录。请重新扫描纸面上的二维码；仍无法确认的，请联系出具记录的单位核对原件。</p></section>`;
  if (!record.isIntact)
    return `<section class="card changed"><h1>记录与原始存档不一致</h1>${factsOf(record)}
<p class="note">该记录保存后被改动过，不能作为凭据。请联系平台管理单位查明原因。</p></section>`;
  return `<section class="card intact"><h1>记录完整，未被改动</h1>${factsOf(record)}
<p class="note">平台保存的这份记录与纸面上的校验码一致。请核对以上内容与纸面是否相符。</p></section>`;
}

/** The page that confirms a printed record, or calmly says that it cannot; without scripts and without names of people. */
export const verifyPageText = (record: VerifiedRecord | 'unknown' | 'unread'): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><title>记录核验</title><style>${style}</style></head>
<body><main><p class="platform">智慧电梯安全管理平台 · 记录核验</p>
${body(record)}
</main></body></html>`;
