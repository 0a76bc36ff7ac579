import { addDays, dateBetween, later, longDate, slashDate } from '../calendar.ts'
import { clinicLetterhead } from '../dress.ts'
import { type Block, flow, type Style } from '../flow.ts'
import { objective } from '../language/clinical.ts'
import { fileName } from '../people.ts'
import { capitalised, say } from '../phrase.ts'
import type { Sheet } from '../sheet.ts'
import { gray, red } from '../sheet.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

const analytes = [
  ['Glucose', 70, 99, 'mg/dL'],
  ['Hemoglobin A1c', 4, 6, '%'],
  ['Creatinine', 0.7, 1.3, 'mg/dL'],
  ['eGFR', 60, 120, 'mL/min'],
  ['Sodium', 136, 145, 'mmol/L'],
  ['Potassium', 3.5, 5.1, 'mmol/L'],
  ['ALT', 7, 56, 'U/L'],
  ['AST', 10, 40, 'U/L'],
  ['Total cholesterol', 120, 200, 'mg/dL'],
  ['LDL cholesterol', 50, 130, 'mg/dL'],
  ['Triglycerides', 40, 150, 'mg/dL'],
  ['TSH', 0.4, 4.5, 'mIU/L'],
  ['WBC', 4, 11, 'K/uL'],
  ['Hemoglobin', 13, 17, 'g/dL'],
  ['Platelets', 150, 400, 'K/uL'],
  ['PSA', 0, 4, 'ng/mL'],
  ['Vitamin D', 30, 80, 'ng/mL'],
  ['Uric acid', 3.4, 7, 'mg/dL'],
  ['C-reactive protein', 0, 8, 'mg/L'],
] as const

export const laboratoryReport: Kind = {
  categories: ['medical'],
  pages: [1, 4],
  scanned: 0.08,
  name: () => 'Laboratory Report',
  describe: ({ story, date }) => `Results reported ${longDate(date)}, ordered by ${story.doctors.primary}`,
  *draw(sheet, draft) {
    const { random, story, pages, date } = draft
    const style: Style = { font: 'sans', bold: 'sansBold', size: 9.5, leading: 12.5, left: 50, right: 50 }
    yield* flow(sheet, {
      style,
      pages,
      lastPageFill: 0.5,
      blocks: panels(draft),
      frame(page) {
        const top = clinicLetterhead(sheet, random, `${story.vaFacility} Laboratory`, [
          `Page ${page} of ${pages}`,
        ])
        sheet.text(50, top + 6, `Patient: ${fileName(story.veteran)}     Reported: ${slashDate(date)}`, {
          font: 'sansBold',
          size: 9.5,
        })
        return { top: top + 20, bottom: 740 }
      },
    })
  },
}

function* panels(draft: Draft): Generator<Block> {
  const { random, story, date } = draft
  for (;;) {
    const collected = dateBetween(random, later(addDays(date, -700), story.service.left), date)
    yield {
      type: 'heading',
      text: `Collected ${slashDate(collected)}  Specimen ${random.pick(['SERUM', 'PLASMA', 'BLOOD', 'URINE'])}`,
    }
    yield {
      type: 'table',
      columns: [
        ['Test', 4],
        ['Result', 2],
        ['Flag', 1],
        ['Reference range', 3],
        ['Units', 2],
      ],
      rows: random.sample(analytes, random.int(5, 9)).map(([name, low, high, units]) => {
        const value = low + (high - low) * (random.next() * 1.5 - 0.15)
        const flag = value > high ? 'H' : value < low ? 'L' : ''
        return [name, Math.max(0, value).toFixed(high < 20 ? 1 : 0), flag, `${low} - ${high}`, units]
      }),
    }
    yield {
      type: 'paragraph',
      text: random.pick([
        'Results reviewed by the ordering provider.',
        'Specimen slightly hemolyzed.',
        'Critical values called and read back.',
        'Fasting status: reported as fasting 12 hours.',
      ]),
    }
  }
}

export const imagingReport: Kind = {
  categories: ['medical'],
  pages: [1, 2],
  scanned: 0.12,
  name: () => 'Radiology Report',
  describe: ({ claims, date }) => `Imaging of ${longDate(date)} for ${claims[0]?.condition.name}`,
  *draw(sheet, draft) {
    const { random, story, pages, claims, date } = draft
    const findings = voice(draft, objective)
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 9.8, leading: 12.6, left: 60, right: 56 },
      pages,
      lastPageFill: 0.4 + random.next() * 0.3,
      blocks: (function* (): Generator<Block> {
        for (;;) {
          const claim = random.pick(claims)
          yield {
            type: 'pairs',
            rows: [
              [
                'EXAM:',
                random
                  .pick(claim.condition.tests)
                  .split(':')[0]
                  ?.toUpperCase()
                  .replace(/\{.*?\}/g, '') ?? '',
              ],
              ['EXAM DATE:', slashDate(date)],
              ['REQUESTED BY:', story.doctors.primary.toUpperCase()],
              ['ACCESSION:', `${random.int(100000, 999999)}-${random.int(10, 99)}`],
            ],
          }
          yield {
            type: 'paragraph',
            text: `CLINICAL HISTORY: ${say(random, random.pick(claim.condition.symptoms))}. History of ${claim.event}.`,
          }
          yield {
            type: 'paragraph',
            text: `FINDINGS: ${say(random, random.pick(claim.condition.tests))} ${paragraphOf(findings, claim, 1)} ${random.pick(['No acute fracture or dislocation.', 'Soft tissues are unremarkable.', 'Comparison is made with the prior study.', 'Bone mineral density appears preserved.'])}`,
          }
          yield {
            type: 'paragraph',
            text: `IMPRESSION: ${capitalised(random.pick(['mild', 'moderate', 'chronic']))} changes consistent with ${claim.condition.name}. Clinical correlation is advised.`,
          }
          yield { type: 'rule' }
        }
      })(),
      closing: [
        {
          type: 'signature',
          random,
          lines: [story.doctors.specialist, 'Staff Radiologist, electronically verified'],
        },
      ],
      frame(page) {
        sheet.text(306, 50, story.vaFacility.toUpperCase(), { font: 'monoBold', size: 12, align: 'center' })
        sheet.text(306, 64, `DIAGNOSTIC IMAGING   ${fileName(story.veteran)}   PAGE ${page}`, {
          font: 'mono',
          size: 9,
          align: 'center',
        })
        sheet.line(60, 70, 556, 70)
        return { top: 82, bottom: 740 }
      },
    })
  },
}

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
