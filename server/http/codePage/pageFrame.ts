import { escapeHtml, openPageHeaders, openPageStyle } from '../openPage.ts';

const style = `${openPageStyle}
header{padding:2px 4px 12px}
.platform{color:#4c5b75;font-size:14px}
h1{margin-top:2px;font-size:24px;line-height:1.35;overflow-wrap:anywhere}
.state{display:inline-block;margin-top:8px;padding:1px 12px;border:1px solid #8a97ad;border-radius:99px;
background:#fff;color:#33415a;font-size:15px}
.state.off{border-color:#8a5200;background:#fff4dd;color:#6b3f00;font-weight:700}
.calls{display:grid;grid-template-columns:1fr 1fr;gap:10px}
.calls form{display:contents}
.call{display:block;width:100%;padding:20px 8px;border:0;border-radius:14px;background:#c4202c;color:#fff;font:inherit;text-align:center;text-decoration:none}
.call:active{background:#a3161f}
.call:focus-visible,.second a:focus-visible,.do:focus-visible,label:focus-within{outline:4px solid #1257c9;outline-offset:3px}
.call b{display:block;font-size:30px;line-height:1.25}
.call span{font-size:19px;font-variant-numeric:tabular-nums}
.call.large{padding:30px 16px}
.call.large b{font-size:38px}
.call.large span{font-size:26px}
.second{padding:10px 4px 0;text-align:center;color:#33415a}
.back{display:block;text-align:left;font-size:15px}
.second a{color:#a3161f;font-weight:700;padding:8px 4px}
.card{margin-top:14px;padding:14px 16px;border:1px solid #cfd7e4;border-radius:12px;background:#fff}
.card h2,summary{font-size:17px;font-weight:700}
summary{padding:4px 0;cursor:pointer}
.digits{padding:2px 0 0;font-size:46px;font-weight:800;line-height:1.25;letter-spacing:.04em;font-variant-numeric:tabular-nums}
.note{color:#4c5b75;font-size:15px;overflow-wrap:anywhere}
.said{overflow-wrap:anywhere;white-space:pre-line}
.wrong{margin-top:10px;padding:8px 12px;border-radius:8px;background:#fde7e8;color:#8f1019;font-weight:700}
.good{margin-top:10px;padding:8px 12px;border-radius:8px;background:#e2f4e6;color:#0d5524;font-weight:700}
.now{margin-top:4px;font-size:26px;font-weight:800;line-height:1.35}
ul,ol{margin:8px 0 0;padding-left:1.2em}
li{padding:3px 0}
li b{color:#a3161f}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 14px;margin-top:8px}
dt{color:#4c5b75}
dd{overflow-wrap:anywhere}
a{color:#1248a5}
.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:8px;margin-top:8px}
.tiles label{display:flex;flex-direction:column;align-items:center;padding:10px 2px;border:1px solid #8a97ad;border-radius:10px;font-size:15px}
.stars{grid-template-columns:repeat(5,1fr)}
textarea,input[type=file],input[type=tel]{width:100%;margin-top:8px;padding:8px;border:1px solid #8a97ad;border-radius:10px;background:#fff;color:inherit;font:inherit}
.do{margin-top:10px;padding:10px 18px;border:0;border-radius:10px;background:#1248a5;color:#fff;font:inherit;font-weight:700}
.do.small{margin:0;padding:4px 12px;font-size:15px}
.row{display:flex;align-items:center;justify-content:space-between;gap:10px;padding:4px 0}
.step{padding:4px 0;color:#4c5b75}
.step.done{color:#0d5524;font-weight:700}`;

const headers = { withForms: openPageHeaders(style, { hasForms: true }), plain: openPageHeaders(style) };

export const codePageHeaders = ({ hasForms }: { readonly hasForms: boolean }): Readonly<Record<string, string>> =>
  hasForms ? headers.withForms : headers.plain;

/** The fire brigade frees people from lifts everywhere in China, also if the hotline does not answer. */
const fireBrigade = '119';

/** The first number in the text as a phone dials it: `(0571) 96333（24 小时）` is 057196333. */
export const dialled = (telephone: string): string =>
  /\+?[\d*#](?:[ -]?[\d*#])*/.exec(telephone.replace(/^\((\d+)\)/, '$1'))?.[0].replaceAll(/[ -]/g, '') ?? '';

/** The number to ring and how it reads: the hotline, or the fire brigade where no hotline can be dialled. */
function numberToRing(hotline: string | undefined): { readonly dial: string; readonly text: string } {
  const dial = dialled(hotline ?? '');
  return hotline === undefined || dial === '' ? { dial: fireBrigade, text: fireBrigade } : { dial, text: hotline };
}

/** The link that rings the hotline, in the size of the button that calls for help. */
export const telephoneLink = (hotline: string | undefined, words: string, isLarge = false): string => {
  const { dial, text } = numberToRing(hotline);
  return `<a class="call${isLarge ? ' large' : ''}" href="tel:${escapeHtml(dial)}"><b>${words}</b><span>拨打 ${escapeHtml(text)}</span></a>`;
};

/** Returns the further help if the hotline does not answer. */
export const secondNumber = (hotline: string | undefined): string =>
  numberToRing(hotline).dial === fireBrigade
    ? `<p class="second">也可以拨打轿厢内标牌上的救援热线${hotline === undefined ? '' : `：${escapeHtml(hotline)}`}</p>`
    : `<p class="second">打不通时拨 <a href="tel:${fireBrigade}">${fireBrigade}</a>，或长按轿厢内的报警按钮</p>`;

/** Advice that keeps trapped people safe until somebody opens the door from outside. */
export const whileWaiting = `<section class="card"><h2>等待救援时</h2><ul>
<li><b>不要扒门、撬门</b>，不要从轿顶爬出：被困时最危险的是自己往外爬。</li>
<li>轿厢通风，不会缺氧。请靠墙站稳或坐下，远离轿门。</li>
<li>告诉接线员被困人数，有没有老人、孩子、孕妇或身体不适的人。</li>
<li>保持电话畅通，等救援人员从外面开门后再走出。</li></ul></section>`;

/** A whole page for a telephone. `refreshSeconds`: it is loaded again that often, without a script. */
export const pageText = (
  title: string,
  body: string,
  { refreshSeconds }: { readonly refreshSeconds?: number | undefined } = {},
): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">${
  refreshSeconds === undefined ? '' : `\n<meta http-equiv="refresh" content="${refreshSeconds}">`
}
<meta name="robots" content="noindex,nofollow"><meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>`;

export const platformLine = '<p class="platform">智慧电梯安全管理平台</p>';

const callFormId = 'call';

/** Belongs to the form that calls for help, wherever it stands on the page: the call waits for no number. */
export const callBackField = `<label class="second back">回拨号码（可不填，值班人员会打给您）
<input form="${callFormId}" type="tel" name="callback" maxlength="20" autocomplete="tel"></label>`;

/** The form that calls for help. GET never does: only this form's POST opens a call. */
export const callForm = (code: string, words = '我被困了', isLarge = false): string =>
  `<form id="${callFormId}" method="post" action="/q/${escapeHtml(code)}/call"><button class="call${isLarge ? ' large' : ''}" type="submit"><b>${words}</b><span>通知救援人员</span></button></form>`;
