import { dateBetween, militaryDate } from '../calendar.ts'
import { seal } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import { fileName } from '../people.ts'
import { black } from '../sheet.ts'
import type { Kind } from './kind.ts'

const personnelTitles = [
  'ENLISTED QUALIFICATION RECORD',
  'RECORD OF ASSIGNMENTS',
  'ADMINISTRATIVE REMARKS',
  'ORDERS',
  'ENLISTED EVALUATION REPORT',
] as const

export const personnelRecord: Kind = {
  categories: ['other'],
  pages: [1, 12],
  scanned: 0.3,
  name: () => 'Service Personnel Records',
  describe: ({ story }) => `Assignments and orders, ${story.service.unit}`,
  *draw(sheet, draft) {
    const { random, story, pages } = draft
    const { service } = story
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 9.6, leading: 13, left: 58, right: 54 },
      pages,
      lastPageFill: 0.7,
      blocks: (function* (): Generator<Block> {
        for (;;) {
          const day = dateBetween(random, service.entered, service.left)
          yield { type: 'heading', text: random.pick(personnelTitles), centered: true }
          yield {
            type: 'pairs',
            rows: [
              ['NAME', fileName(story.veteran)],
              ['SERVICE NO.', story.socialSecurityNumber],
              ['GRADE', service.rank],
              ['UNIT', service.unit.toUpperCase()],
              ['DATE', militaryDate(day).toUpperCase()],
            ],
          }
          yield {
            type: 'paragraph',
            text: `1. Individual is assigned to ${random.pick(service.stations)} for duty as ${service.job}. Effective ${militaryDate(day)}. Movement by ${random.pick(['commercial air', 'government transport', 'privately owned vehicle', 'surface vessel'])} authorized.`,
          }
          yield {
            type: 'table',
            columns: [
              ['EFFECTIVE', 2],
              ['DUTY', 4],
              ['ORGANIZATION AND STATION', 5],
            ],
            rows: Array.from({ length: random.int(3, 7) }, () => [
              militaryDate(dateBetween(random, service.entered, service.left)),
              random.pick([service.job, 'En route', 'Student', 'Casual', 'Temporary duty']),
              `${random.pick([service.unit, 'Transfer Station', 'Training Command'])}, ${random.pick([...service.stations, service.deployment])}`,
            ]),
          }
          yield {
            type: 'paragraph',
            text: `2. ${random.pick(['Member demonstrated initiative under adverse conditions', 'Counseled concerning appearance', `Awarded ${random.pick(service.awards)}`, 'Qualified with individual weapon', `Participated in ${service.deployment}`])}. ${random.pick(['No further action.', 'Entry verified.', 'Authority: CO memorandum.'])}`,
          }
        }
      })(),
      frame(page) {
        seal(sheet, 74, 54, 20, black, service.branch.slice(0, 1))
        sheet.text(
          306,
          50,
          `DEPARTMENT OF THE ${service.branch === 'Marine Corps' ? 'NAVY' : service.branch.toUpperCase()}`,
          { font: 'monoBold', size: 11, align: 'center' },
        )
        sheet.text(306, 64, service.unit.toUpperCase(), { font: 'mono', size: 9, align: 'center' })
        sheet.text(556, 758, `${page}`, { font: 'mono', size: 9, align: 'right' })
        return { top: 86, bottom: 744 }
      },
    })
  },
}
