import type { ExceptionSource } from '../contract/exceptions.ts';
import { exceptionSourceLabels } from '../contract/exceptions.ts';

/** The parts that say something, as one Chinese sentence. */
export const sentence = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('，');

export const caller = (name: string | undefined, phone: string | undefined): string =>
  sentence(
    name === undefined || name === '' ? undefined : `报警人 ${name}`,
    phone === undefined || phone === '' ? undefined : `回拨 ${phone}`,
  );

export const photoCount = (photos: readonly string[] | undefined): string | undefined =>
  photos === undefined || photos.length === 0 ? undefined : `照片 ${photos.length} 张`;

interface ReportWords {
  readonly source: ExceptionSource;
  readonly late: boolean;
  readonly callerName?: string | undefined;
  readonly callerPhone?: string | undefined;
  readonly note?: string | undefined;
}

/** Returns the words for the source, the caller and the note of a report: the first one of an exception or a further one. */
export const reportWords = ({ source, late, callerName, callerPhone, note }: ReportWords): string =>
  sentence(exceptionSourceLabels[source], caller(callerName, callerPhone), late ? '消息迟到' : undefined, note);

export const repeatTitle = (times: number | undefined): string =>
  times === undefined || times === 1 ? '再次报告' : `再次报告 ${times} 次`;
