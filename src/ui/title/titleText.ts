/** Parts of the browser tab's title, from the most urgent to the most general; '' for what there is not. */
export interface TitleParts {
  /** Work that waits for a person: `2 起呼叫`. */
  readonly alert: string;
  /** The subject of the page: a call by its place. */
  readonly subject: string;
  /** The page: `救援呼叫中心`. */
  readonly page: string;
}

const productTitle = '智慧电梯安全管理平台 V1.5';

/** `【2 起呼叫】翠湖花园 1 幢 · 救援呼叫中心 · 智慧电梯安全管理平台 V1.5` */
export function titleText({ alert, subject, page }: TitleParts): string {
  const text = [subject, page, productTitle].filter((part) => part !== '').join(' · ');
  return alert === '' ? text : `【${alert}】${text}`;
}
