import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from '../../server/spreadsheet/readSheet.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { expect, signIn, test, visit } from './support.ts';

const head = ['小区名称', '所属区域', '物业', '经度', '纬度', '场所类型'];
const wrong = [
  head,
  ['新苑一期', '东湖区', '安居物业', '120.11', '30.21', '住宅'],
  ['新苑二期', '东胡区', '安居物业', '120.12', '30.22', '住宅'],
  ['新苑三期', '东湖区', '安居物业', '一百二十', '30.22', '住宅'],
];

async function choose(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '导入' });
  await dialog.getByLabel('文件').setInputFiles({
    name: '小区清单.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await sheetOf(rows)),
  });
  await dialog.getByRole('button', { name: '上传并检查' }).click();
}

test('A clerk imports communities, mends the wrong rows by the error file, writes them, and takes all of it back', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'admin');
  await visit(page, server, '/base-data/park-management');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await choose(page, wrong);

  const figures = page.getByRole('region', { name: '导入情况' });
  await expect(figures).toContainText('新增 1 · 更新 0 · 无变化 0 · 错误 2');
  await expect(page.getByText('区域没有“东胡区”，是否为“东湖区”')).toBeVisible();
  await expect(figures.getByRole('button', { name: /^写入/ })).toHaveCount(0);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    figures.getByRole('button', { name: '下载错误文件' }).click(),
  ]);
  const { rows } = await readSheet(await readFile(await file.path()), 100);
  expect(rows[0]).toEqual([...head, '错误']);
  expect(rows.slice(1).map((row) => row[6] ?? '')).toEqual(['', '区域没有“东胡区”，是否为“东湖区”', '经度须为数字']);

  await figures.getByRole('button', { name: '返回导入记录' }).click();
  await page.getByRole('button', { name: '导入文件' }).click();
  await page.getByRole('dialog', { name: '导入' }).getByRole('combobox', { name: /^内容/ }).click();
  await page.getByRole('option', { name: '小区' }).click();
  await choose(
    page,
    rows.map((row, index) => (index === 2 ? row.with(1, '东湖区') : index === 3 ? row.with(3, '120.13') : row)),
  );
  await figures.getByRole('button', { name: '写入 3 行' }).click();
  await page.getByRole('dialog', { name: '写入' }).getByRole('button', { name: '写入' }).click();
  await expect(figures).toContainText('已写入');
  await visit(page, server, '/base-data/park-management?keyword=新苑');
  await expect(page.getByText('新苑三期')).toBeVisible();

  await page.goBack();
  await figures.getByRole('button', { name: '撤销导入' }).click();
  await page.getByRole('dialog', { name: '撤销导入' }).getByRole('button', { name: '撤销' }).click();
  await expect(figures).toContainText('已撤销');
  await visit(page, server, '/base-data/park-management?keyword=新苑');
  await expect(page.getByText('新苑三期')).toHaveCount(0);
});
