/** One letter as rows of bits, the leftmost the highest. */
export interface Glyph {
  readonly width: number;
  readonly rows: readonly number[];
}

const glyphOf = (width: number, hex: string): Glyph => ({
  width,
  rows: (hex.match(new RegExp(`.{${width / 4}}`, 'g')) ?? []).map((row) => Number.parseInt(row, 16)),
});

/** Characters for the text of a drawing: that it is one, the lift's tag and the time. */
export const glyphs: ReadonlyMap<string, Glyph> = new Map([
  [
    '演',
    glyphOf(
      24,
      '0000000006001c06001efff807fffc00800c00800c007ff0203fe03802001cfff800c71800c21800c71806fff806c2180cc2180cfff80c00c01838e018f07811c01c000000000000',
    ),
  ],
  [
    '示',
    glyphOf(
      24,
      '0000000000000000000ffff00ffff00000000000000000000000003ffffc3ffffc0018000018000318c00618600618600c18300c183018181830181810180801f80000f000000000',
    ),
  ],
  ...Object.entries({
    '0': '003c3c66667e66663e3c0000',
    '1': '00383818181818183e7e0000',
    '2': '003c7e06060c18307c7e0000',
    '3': '003c7e061c1c06067e7c0000',
    '4': '000c1c1c3c6c7e7e0c0c0000',
    '5': '007e7c607c3e06067e7c0000',
    '6': '001e3e607c7e66663e3c0000',
    '7': '007e3e0c0c0c181818300000',
    '8': '003c3e663c3e66667e3c0000',
    '9': '003c7e66663e16063c3c0000',
    A: '00181c3c34347e6666630000',
    B: '007c7e66667c66667e7e0000',
    C: '001e3e30606060303e1e0000',
    D: '007c7e66666666667e7c0000',
    E: '007e7e607c7e60607e7e0000',
    F: '007e7e607c7e606060600000',
    G: '001e3e70606e66763e1e0000',
    H: '006666667e7e666666660000',
    I: '007e3c18181818183c7e0000',
    J: '003e1e060606060c7c780000',
    K: '00666e6c78787c6e66670000',
    L: '00303030303030303e3e0000',
    M: '0066767e7e7a7a6262620000',
    N: '00667676767e6e6e6e660000',
    O: '003c3e66666666663e1c0000',
    P: '007c7e66667e7c6060600000',
    Q: '003c3e66666666663e1c0600',
    R: '007c7e66667c7c6e66670000',
    S: '003c7e60783c0e067e3c0000',
    T: '007e7e181818181818180000',
    U: '00666666666666667e3c0000',
    V: '0066666626343c3c3c1c0000',
    W: '00c3435b5a7e7e7e76660000',
    X: '0066763c1c181c3c66660000',
    Y: '0067663e3c1c181818180000',
    Z: '007e3e0e0c1838307e7e0000',
    '-': '00000000003c3c0000000000',
    ':': '000000001818000018180000',
  }).map(([letter, hex]): [string, Glyph] => [letter, glyphOf(8, hex)]),
]);
