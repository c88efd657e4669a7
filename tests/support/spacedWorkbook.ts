import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP container of these entries, deflated. */
function zipOf(entries: readonly (readonly [path: string, content: Uint8Array])[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, place, name);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const schemas = 'http://schemas.openxmlformats.org';
const relation = (type: string, target: string) =>
  `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A small workbook of one cell, `甲`, in front of which the sheet has so many MB of spaces. */
export function spacedWorkbook(megabytes: number): Uint8Array {
  const sheet = Buffer.alloc(megabytes * 1_048_576, ' ');
  sheet.write(`<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetData>`);
  const end = '<row r="1"><c r="A1" t="inlineStr"><is><t>甲</t></is></c></row></sheetData></worksheet>';
  sheet.write(end, sheet.length - Buffer.byteLength(end));
  return zipOf([
    [
      '[Content_Types].xml',
      Buffer.from(
        `<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${mime}.worksheet+xml"/></Types>`,
      ),
    ],
    ['_rels/.rels', Buffer.from(relation('officeDocument', 'xl/workbook.xml'))],
    ['xl/_rels/workbook.xml.rels', Buffer.from(relation('worksheet', 'worksheets/sheet1.xml'))],
    [
      'xl/workbook.xml',
      Buffer.from(
        `<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    ],
    ['xl/worksheets/sheet1.xml', sheet],
  ]);
}
