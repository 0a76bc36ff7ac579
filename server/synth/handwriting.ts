import type { Random } from './random.ts'

/** Points one after the other, x before y. */
export type PenStroke = readonly number[]

/**
 * A hand drawn with a single stroke: each glyph is its width, then strokes of two-character points. The first
 * character is x, the second y, counted from `a`; y grows downwards: `c` cap height, `g` x-height, `m` baseline,
 * `q` descender.
 */
const glyphs: Readonly<Record<string, string>> = {
  a: 'h fhdgbhajbldmfl fggl hm',
  b: 'h bcblbm bidgfhgjfldmbl',
  c: 'g fhdgbhajbldmfl',
  d: 'h ghegbhajbldmfl gcgl hm',
  e: 'g ajfjfhdgbhajbldmfl',
  f: 'f fdddchcm bhfh',
  g: 'h fhdgbhajbldmfk fgfnepcqao',
  h: 'h bcbm bidgfhfm gm',
  i: 'd cgclcm cdce',
  j: 'e dgdodpbqao dddd',
  k: 'g bcbm fgbj cjgm',
  l: 'd bcblcm',
  m: 'l bgbm bicgehem ehhgihim',
  n: 'h bgbm bidgfhfm gm',
  o: 'h dgbhajbldmflgjfhdg',
  p: 'h bgbq bidgfhgjfldmbk',
  q: 'h fhdgbhajbldmfk fgfqhp',
  r: 'f bgbm bjchegfg',
  s: 'f fhdgbhbiejflcmal',
  t: 'f cdclcmem agfg',
  u: 'h agaldmfk fgflgm',
  v: 'h agcm cmfg',
  w: 'k agcm cmeh ehgm gmjg',
  x: 'g agfm fgam',
  y: 'h agcm fgcmaq',
  z: 'g agfg fgam amfm',
  A: 'j amdc dchm bjgj',
  B: 'i bcbm bcfdfgbh bhghglem bmem',
  C: 'i gddcbeahakcmfmgl',
  D: 'i bcbm bcedggfkbm',
  E: 'h bcbm bcgc bhfh bmgm',
  F: 'h bcbm bcgc bhfh',
  G: 'i gddcbeahakcmfmgk gkgi giei',
  H: 'i bcbm gcgm bhgh',
  I: 'e acec cccm amem',
  J: 'g fcfkdmbmak',
  K: 'h bcbm gcbi dhgm',
  L: 'h bcbm bmgm',
  M: 'k ambc bcej ejhc hcim',
  N: 'i bmbc bcgm gmgc',
  O: 'j ecbeahakcmfmhkhhgeec',
  P: 'h bcbm bcfdgffhbi',
  Q: 'j ecbeahakcmfmhkhhgeec fkin',
  R: 'i bcbm bcfdffbh dhgm',
  S: 'h gdecbdbfdhfigkemal',
  T: 'h acgc dcdm',
  U: 'i bcbkdmfmgkgc',
  V: 'i acdm dmgc',
  W: 'l accm cmff ffim imkc',
  X: 'i acgm gcam',
  Y: 'h acdh gcdh dhdm',
  Z: 'h acgc gcam amgm',
  0: 'h dcbeahbldmflghfedc',
  1: 'e adcc cccm',
  2: 'h aedcfdffam amgm',
  3: 'h adeceffhch chfigkdmal',
  4: 'h ecaj ajgj ecem',
  5: 'h fcbc bcbh bhdgfhgjfldmal',
  6: 'h fcbgakbldmflgjehbi',
  7: 'g acfc fcbm',
  8: 'h dcbdbfdhfjflcmakchfffddc',
  9: 'h fgdhbgaebddcfdfgcm',
  '.': 'c blcmbmbl',
  ',': 'c bman',
  "'": 'c bcbe',
  '"': 'd acae ccce',
  '-': 'f ajdj',
  '/': 'g amfc',
  '(': 'e dccgckdm',
  ')': 'e bccgckbm',
  '&': 'j hmbebdccdddfakalbmdmgi',
  '?': 'g aecceddgci cmcm',
  '!': 'd cccj cmcm',
  ':': 'd chch cmcm',
  ';': 'd chch cmbn',
  $: 'h gdedbdbfdhfigkemal dbdn',
  '%': 'j hcam bcbd gmgl',
  '@': 'l hhegciclenhl hhhlilkj kjjefdbgak',
  '#': 'i dcbm gcem ahhh ajhj',
}

const unitsPerEm = 14
const baseline = 12

export function handwritingWidth(text: string, size: number): number {
  let units = 0
  for (const character of text) units += advanceOf(character)
  return (units * size) / unitsPerEm
}

/** The strokes of a line whose baseline begins at (x, y), no two letters quite alike. */
export function* handwrite(
  random: Random,
  text: string,
  x: number,
  y: number,
  size: number,
): Generator<PenStroke> {
  const scale = size / unitsPerEm
  const slant = 0.12 + random.next() * 0.12
  const climb = (random.next() - 0.5) * 0.008
  let at = x
  for (const character of text) {
    const [, ...strokes] = (glyphs[character] ?? '').split(' ')
    const [liftX, liftY] = [(random.next() - 0.5) * 0.5, (random.next() - 0.5) * 1.1]
    const grow = 0.92 + random.next() * 0.16
    for (const stroke of strokes) {
      const points: number[] = []
      for (let i = 0; i + 1 < stroke.length; i += 2) {
        const column = stroke.charCodeAt(i) - 97 + liftX + (random.next() - 0.5) * 0.5
        const row = (stroke.charCodeAt(i + 1) - 97 - baseline) * grow + liftY + (random.next() - 0.5) * 0.4
        points.push(at + (column - row * slant) * scale, y + row * scale + (at - x) * climb)
      }
      yield points
    }
    at += advanceOf(character) * scale
  }
}

function advanceOf(character: string): number {
  const glyph = glyphs[character]
  return glyph ? glyph.charCodeAt(0) - 97 + 1.2 : 5
}
