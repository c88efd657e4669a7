import { addLocale, locale } from 'primereact/api';
import { zh_CN } from 'primelocale/js/zh_CN.js';

/** Speaks Chinese in PrimeReact's own words, with the week starting on Monday as it does in China. */
export function setUpLocale(): void {
  addLocale('zh-CN', { ...zh_CN, firstDayOfWeek: 1 });
  locale('zh-CN');
}
