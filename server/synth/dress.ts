import type { IsoDate } from './calendar.ts'
import { stampDate } from './calendar.ts'
import type { Random } from './random.ts'
import { black, blueInk, type Color, gray, navy, red, type Sheet, white } from './sheet.ts'

export const syntheticMark = 'SYNTHETIC RECORD - NOT A REAL PERSON'

/** Every page carries it, scanned ones inside their image. */
export function markSynthetic(sheet: Sheet): void {
  sheet.text(sheet.width / 2, 781, syntheticMark, {
    font: 'sans',
    size: 7,
    align: 'center',
    color: [0.25, 0.25, 0.25],
  })
}

export function seal(
  sheet: Sheet,
  x: number,
  y: number,
  radius: number,
  color: Color,
  letters: string,
): void {
  sheet.ring(x, y, radius, 1.6, color)
  sheet.ring(x, y, radius * 0.82, 0.6, color)
  sheet.text(x, y + radius * 0.22, letters, {
    font: 'serifBold',
    size: radius * 0.62,
    align: 'center',
    color,
  })
  for (let i = 0; i < 16; i++) {
    const angle = (i * Math.PI) / 8
    sheet.disc(x + radius * 0.91 * Math.cos(angle), y + radius * 0.91 * Math.sin(angle), 0.7, color)
  }
}

export function agencyLetterhead(sheet: Sheet, office: string, lines: readonly string[]): number {
  seal(sheet, 72, 66, 26, navy, 'VA')
  sheet.text(336, 54, 'DEPARTMENT OF VETERANS AFFAIRS', {
    font: 'serifBold',
    size: 14,
    align: 'center',
    color: navy,
  })
  sheet.text(336, 70, office, { font: 'serif', size: 11, align: 'center', color: navy })
  for (const [i, line] of lines.entries()) {
    sheet.text(336, 84 + i * 11, line, { font: 'serif', size: 9, align: 'center', color: navy })
  }
  const bottom = 92 + lines.length * 11
  sheet.line(54, bottom, 558, bottom, 1, navy)
  return bottom + 14
}

export type Letterhead = { color: Color; banner: boolean }

export function chooseLetterhead(random: Random): Letterhead {
  const colors: readonly Color[] = [[0.1, 0.35, 0.3], [0.35, 0.1, 0.2], [0.1, 0.2, 0.45], black]
  return { color: random.pick(colors), banner: random.chance(0.5) }
}

export function letterhead(
  sheet: Sheet,
  { color, banner }: Letterhead,
  name: string,
  lines: readonly string[],
): number {
  if (banner) {
    sheet.box(54, 42, 504, 30, { fill: color, stroke: 'none' })
    sheet.text(64, 62, name, { font: 'sansBold', size: 15, color: white })
    sheet.text(550, 61, lines.join('  |  '), { font: 'sans', size: 7.5, align: 'right', color: white })
    return 92
  }
  sheet.text(306, 56, name, { font: 'serifBold', size: 17, align: 'center', color })
  for (const [i, line] of lines.entries()) {
    sheet.text(306, 70 + i * 11, line, { font: 'serifItalic', size: 9.5, align: 'center', color })
  }
  sheet.line(180, 66 + lines.length * 11, 432, 66 + lines.length * 11, 0.8, color)
  return 84 + lines.length * 11
}

export function receivedStamp(sheet: Sheet, random: Random, date: IsoDate, office: string): void {
  const color = random.pick([blueInk, red, navy, gray])
  const tilt = random.int(-9, 9)
  const [x, y] = random.chance(0.7)
    ? [random.int(390, 440), random.int(84, 150)]
    : [random.int(60, 420), random.int(650, 680)]
  const angle = (tilt * Math.PI) / 180
  const at = (dx: number, dy: number): [number, number] => [
    x + dx * Math.cos(angle) + dy * Math.sin(angle),
    y - dx * Math.sin(angle) + dy * Math.cos(angle),
  ]
  sheet.box(x, y, 132, 46, { stroke: color, width: 1.6, rotate: tilt })
  const rows = [
    random.pick(['RECEIVED', 'DATE RECEIVED', 'FILED']),
    stampDate(date),
    office.toUpperCase(),
  ] as const
  for (const [i, row] of rows.entries()) {
    const look = {
      font: i === 1 ? 'monoBold' : 'sansBold',
      size: i === 1 ? 13 : 7,
      color,
      rotate: tilt,
    } as const
    sheet.text(...at(i === 1 ? 14 : 8, [11, 27, 40][i] ?? 11), row, look)
  }
}

export function faxHeader(
  sheet: Sheet,
  random: Random,
  date: IsoDate,
  from: string,
  page: number,
  pages: number,
): void {
  const time = `${String(random.int(7, 18)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`
  const count = `P.${String(page).padStart(2, '0')}/${String(pages).padStart(2, '0')}`
  const text = `${stampDate(date).replaceAll(' ', '-')} ${time}  FROM: ${from.toUpperCase()}  TO: 555-0142  ${count}`
  sheet.text(40, 18, text, { font: 'monoBold', size: 7.5 })
}

/** Holes and copier shadow: what a sheet of paper brings along when it is scanned. */
export function wear(sheet: Sheet, random: Random): void {
  const holes = random.pick([0, 2, 2, 3])
  if (holes === 2) for (const x of [262, 350]) sheet.disc(x, 22, 8, [0.15, 0.15, 0.15])
  if (holes === 3) for (const y of [110, 396, 682]) sheet.disc(20, y, 8, [0.15, 0.15, 0.15])
  if (random.chance(0.5)) sheet.line(607, random.int(0, 300), 606, 792, random.int(2, 8), [0.1, 0.1, 0.1])
  if (random.chance(0.4)) sheet.line(0, 2, random.int(200, 612), 3, random.int(2, 6), [0.1, 0.1, 0.1])
  if (random.chance(0.3)) {
    const y = random.int(200, 700)
    sheet.line(0, y, 612, y + random.int(-2, 2), 0.5, [0.3, 0.3, 0.3])
  }
}

/** A name dashed off with a pen. */
export function signature(sheet: Sheet, random: Random, x: number, y: number, width = 120): void {
  const points: [number, number][] = []
  for (let i = 0; i <= 14; i++) {
    const rise = i < 2 ? random.int(8, 16) : i % 2 ? random.int(2, 8) : -random.int(-1, 4)
    points.push([x + (i / 14) * width + random.int(-3, 3), y - rise])
  }
  sheet.stroke(points, 1, blueInk)
  sheet.stroke(
    [
      [x + width * 0.2, y - 2],
      [x + width * 0.7, y - 5],
      [x + width * 1.1, y - 1],
    ],
    0.8,
    blueInk,
  )
}
