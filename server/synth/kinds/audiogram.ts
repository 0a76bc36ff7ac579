import { addDays, longDate, slashDate } from '../calendar.ts'
import { fileName } from '../people.ts'
import { gray, red, type Sheet } from '../sheet.ts'
import type { Draft, Kind } from './kind.ts'

const frequencies = [500, 1000, 2000, 3000, 4000, 6000, 8000] as const

export const audiogram: Kind = {
  categories: ['medical'],
  pages: [1, 1],
  scanned: 0.25,
  name: () => 'Audiogram',
  describe: ({ date }) => `Puretone thresholds and speech recognition, ${longDate(date)}`,
  *draw(sheet, draft) {
    const { random, story, date } = draft
    sheet.text(306, 54, 'AUDIOLOGICAL EVALUATION', { font: 'sansBold', size: 15, align: 'center' })
    sheet.text(54, 80, `Name: ${fileName(story.veteran)}`, { font: 'sans', size: 10 })
    sheet.text(330, 80, `Date of test: ${slashDate(date)}`, { font: 'sans', size: 10 })
    sheet.text(54, 96, `Examiner: ${story.doctors.examiners[2]}`, { font: 'sans', size: 10 })
    sheet.text(330, 96, `Audiometer calibrated: ${slashDate(addDays(date, -random.int(10, 300)))}`, {
      font: 'sans',
      size: 10,
    })
    const right = thresholds(draft)
    const left = thresholds(draft)
    plot(sheet, right, left)
    drawThresholds(sheet, right, left)
    const average = (ear: readonly number[]) =>
      Math.round(ear.slice(1, 5).reduce((sum, it) => sum + it, 0) / 4)
    const remarks = [
      `Puretone average (1000-4000 Hz): right ${average(right)} dB, left ${average(left)} dB.`,
      `Speech discrimination, Maryland CNC: right ${random.int(35, 49) * 2}%, left ${random.int(35, 49) * 2}%.`,
      `History of noise exposure as ${story.service.job}, ${story.service.branch}. Hearing protection was not worn.`,
      `Tinnitus is ${random.pick(['reported as constant', 'reported as recurrent', 'denied'])}. Test reliability good. 38 CFR 4.85.`,
    ]
    for (const [i, remark] of remarks.entries())
      sheet.text(54, 610 + i * 16, remark, { font: 'sans', size: 10 })
    sheet.line(54, 720, 260, 720)
    sheet.text(54, 731, 'Signature of audiologist', { font: 'sans', size: 7.5, color: gray })
    yield
  },
}

function thresholds({ random }: Draft): number[] {
  let level = random.int(2, 6) * 5
  return frequencies.map(() => {
    level = Math.min(95, level + random.int(0, 3) * 5)
    return level
  })
}

function plot(sheet: Sheet, right: readonly number[], left: readonly number[]): void {
  const [x, y, width, height] = [90, 130, 440, 340]
  for (let level = 0; level <= 110; level += 10) {
    const at = y + (level / 110) * height
    sheet.line(x, at, x + width, at, 0.3, gray)
    sheet.text(x - 6, at + 3, `${level}`, { font: 'sans', size: 7.5, align: 'right' })
  }
  const column = (i: number) => x + 30 + (i * (width - 60)) / (frequencies.length - 1)
  for (const [i, frequency] of frequencies.entries()) {
    sheet.line(column(i), y, column(i), y + height, 0.3, gray)
    sheet.text(column(i), y - 6, `${frequency}`, { font: 'sans', size: 7.5, align: 'center' })
  }
  sheet.text(x - 40, y + height / 2 + 60, 'Hearing level in decibels', { font: 'sans', size: 8, rotate: 90 })
  for (const [ear, mark] of [
    [right, 'O'],
    [left, 'X'],
  ] as const) {
    const points = ear.map((level, i): [number, number] => [column(i), y + (level / 110) * height])
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1], points[i]]
      if (from && to) sheet.line(...from, ...to, 0.8, mark === 'O' ? red : [0.1, 0.1, 0.6])
    }
    for (const [px, py] of points) {
      sheet.text(px, py + 4, mark, {
        font: 'sansBold',
        size: 11,
        align: 'center',
        color: mark === 'O' ? red : [0.1, 0.1, 0.6],
      })
    }
  }
}

function drawThresholds(sheet: Sheet, right: readonly number[], left: readonly number[]): void {
  const rows = [
    ['Hz', ...frequencies.map(String)],
    ['Right', ...right.map(String)],
    ['Left', ...left.map(String)],
  ]
  for (const [r, row] of rows.entries()) {
    for (const [c, cell] of row.entries()) {
      sheet.box(90 + c * 55, 500 + r * 20, 55, 20, r === 0 ? { fill: [0.88, 0.88, 0.88] } : {})
      sheet.text(117 + c * 55, 514 + r * 20, cell, {
        font: r === 0 || c === 0 ? 'sansBold' : 'sans',
        size: 9,
        align: 'center',
      })
    }
  }
}
