import { createHash } from 'node:crypto';
import { liftStateLabels, liftStates } from '../../../src/contract/entities/elevatorFields.ts';
import type { CodeLift } from '../../queries/liftOfCode.ts';

/** The reason why the page has no lift to show: no lift has the code, or the look-up failed this time. */
export type MissingLift = 'unknown' | 'unread';

export interface CodePageParts {
  /** The site's rescue hotline; undefined in a process that has not read it yet. */
  readonly hotline: string | undefined;
  readonly lift: CodeLift | MissingLift;
}

/** The fire brigade frees people from lifts everywhere in China, also if the hotline does not answer. */
const fireBrigade = '119';

const style = `
*{box-sizing:border-box;margin:0}
:root{color-scheme:light}
body{background:#eef1f6;color:#10182a;font:17px/1.6 system-ui,-apple-system,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
main{max-width:520px;margin:0 auto;padding:14px 16px 32px}
header{padding:2px 4px 12px}
.platform{color:#4c5b75;font-size:14px}
h1{margin-top:2px;font-size:24px;line-height:1.35;overflow-wrap:anywhere}
.state{display:inline-block;margin-top:8px;padding:1px 12px;border:1px solid #8a97ad;border-radius:99px;
background:#fff;color:#33415a;font-size:15px}
.state.off{border-color:#8a5200;background:#fff4dd;color:#6b3f00;font-weight:700}
.call{display:block;padding:20px 16px;border-radius:14px;background:#c4202c;color:#fff;text-align:center;text-decoration:none}
.call:active{background:#a3161f}
.call:focus-visible,.second a:focus-visible{outline:4px solid #1257c9;outline-offset:3px}
.call b{display:block;font-size:34px;line-height:1.25}
.call span{font-size:22px;font-variant-numeric:tabular-nums}
.second{padding:10px 4px 0;text-align:center;color:#33415a}
.second a{color:#a3161f;font-weight:700;padding:8px 4px}
.card{margin-top:14px;padding:14px 16px;border:1px solid #cfd7e4;border-radius:12px;background:#fff}
.card h2{font-size:17px}
.digits{padding:2px 0 0;font-size:46px;font-weight:800;line-height:1.25;letter-spacing:.04em;font-variant-numeric:tabular-nums}
.note{color:#4c5b75;font-size:15px}
ul{margin:8px 0 0;padding-left:1.2em}
li{padding:3px 0}
li b{color:#a3161f}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Nothing runs, nothing is loaded and nothing is kept: the page is one text with one style sheet. A telephone number
 * needs no script.
 */
export const codePageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${styleHash}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The first number in the text as a phone dials it: `(0571) 96333（24 小时）` is 057196333. */
const dialled = (telephone: string): string =>
  /\+?[\d*#](?:[ -]?[\d*#])*/.exec(telephone.replace(/^\((\d+)\)/, '$1'))?.[0].replaceAll(/[ -]/g, '') ?? '';

function heading(lift: CodeLift | MissingLift): string {
  if (typeof lift === 'string') return '<h1>电梯应急救援</h1>';
  const label = liftStateLabels[lift.state];
  const state =
    label === undefined
      ? ''
      : `<p class="state${lift.state === liftStates.inUse ? '' : ' off'}">本梯状态：${escape(label)}</p>`;
  return `<h1>${escape(`${lift.communityName} ${lift.addr}`.trim())}</h1>${state}`;
}

function call(hotline: string | undefined): string {
  const number = dialled(hotline ?? '');
  if (hotline === undefined || number === '')
    return `<a class="call" href="tel:${fireBrigade}"><b>我被困了</b><span>拨打 ${fireBrigade}</span></a>
<p class="second">也可以拨打轿厢内标牌上的救援热线${hotline === undefined ? '' : `：${escape(hotline)}`}</p>`;
  return `<a class="call" href="tel:${escape(number)}"><b>我被困了</b><span>拨打 ${escape(hotline)}</span></a>
<p class="second">打不通时拨 <a href="tel:${fireBrigade}">${fireBrigade}</a>，或长按轿厢内的报警按钮</p>`;
}

/** `100101` as `100 101`, so that it can be read out. */
const inThrees = (digits: string): string => digits.replaceAll(/(\d{3})(?=\d)/g, '$1 ');

function place(lift: CodeLift | MissingLift): string {
  if (typeof lift !== 'string')
    return `<section class="card"><h2>把这六位数字告诉接线员</h2><p class="digits">${escape(inThrees(lift.rescueCode))}</p>
<p class="note">救援识别码，救援人员凭它找到这台电梯。</p></section>`;
  const why =
    lift === 'unknown'
      ? '没有找到这个二维码对应的电梯，它可能印错或已经更换。'
      : '电梯信息暂时显示不出来，不影响拨打电话。';
  return `<section class="card"><h2>告诉接线员您在哪里</h2><p class="note">${why}请说出小区、楼栋和单元，以及轿厢内标牌上的六位救援识别码。</p></section>`;
}

/**
 * The page behind the code in the car, for a phone and without scripts: the call first, then what to tell and what to
 * do meanwhile. It offers a number to call whatever else is missing.
 */
export function codePageText({ hotline, lift }: CodePageParts): string {
  const title = typeof lift === 'string' ? '电梯应急救援' : `${lift.communityName} ${lift.addr} · 电梯应急救援`;
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><meta name="format-detection" content="telephone=no">
<title>${escape(title)}</title><style>${style}</style></head>
<body><main><header><p class="platform">智慧电梯安全管理平台</p>${heading(lift)}</header>
${call(hotline)}
${place(lift)}
<section class="card"><h2>等待救援时</h2><ul>
<li><b>不要扒门、撬门</b>，不要从轿顶爬出：被困时最危险的是自己往外爬。</li>
<li>轿厢通风，不会缺氧。请靠墙站稳或坐下，远离轿门。</li>
<li>告诉接线员被困人数，有没有老人、孩子、孕妇或身体不适的人。</li>
<li>保持电话畅通，等救援人员从外面开门后再走出。</li></ul></section>
</main></body></html>`;
}
