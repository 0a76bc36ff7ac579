import { addDays, dateBetween, later, longDate, slashDate } from '../calendar.ts'
import { chooseLetterhead, letterhead } from '../dress.ts'
import { type Block, flow, type Style } from '../flow.ts'
import { fileName } from '../people.ts'
import type { Draft, Kind } from './kind.ts'

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
    const head = chooseLetterhead(random)
    const style: Style = { font: 'sans', bold: 'sansBold', size: 9.5, leading: 12.5, left: 50, right: 50 }
    yield* flow(sheet, {
      style,
      pages,
      lastPageFill: 0.5,
      blocks: panels(draft),
      frame(page) {
        const top = letterhead(sheet, head, `${story.vaFacility} Laboratory`, [`Page ${page} of ${pages}`])
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
