import { addDays, dateBetween, later, longDate, slashDate } from '../calendar.ts'
import { chooseLetterhead, faxHeader, letterhead, receivedStamp } from '../dress.ts'
import { type Block, flow, type Style } from '../flow.ts'
import { assessments, chiefComplaints, histories, objective } from '../language/clinical.ts'
import { fileName, phoneNumber } from '../people.ts'
import { gray } from '../sheet.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

const privateStyles: readonly Style[] = [
  { font: 'serif', bold: 'serifBold', size: 10.5, leading: 13, left: 60, right: 60, justify: true },
  { font: 'sans', bold: 'sansBold', size: 8.8, leading: 11.5, left: 48, right: 48, columns: 2 },
  { font: 'mono', bold: 'monoBold', size: 10, leading: 13, left: 66, right: 60 },
  { font: 'sans', bold: 'sansBold', size: 9.5, leading: 12.5, left: 56, right: 56 },
]

export const privateTreatment: Kind = {
  categories: ['medical'],
  pages: [2, 36],
  scanned: 0.2,
  name: ({ story }) => `Private Medical Records, ${story.clinic}`,
  describe: ({ story, claims }) =>
    `Records of ${story.doctors.private}: ${claims.map((it) => it.condition.plain).join(', ')}`,
  *draw(sheet, draft) {
    const { random, story, date, pages } = draft
    const style = random.pick(privateStyles)
    const head = chooseLetterhead(random)
    const fax = random.chance(0.5)
    const lines = [`${story.address.town}, ${story.address.state}`, `Telephone ${phoneNumber(random)}`]
    yield* flow(sheet, {
      style,
      pages,
      lastPageFill: 0.35 + random.next() * 0.5,
      blocks: officeVisits(draft),
      closing: [{ type: 'signature', random, lines: [story.doctors.private, story.clinic] }],
      frame(page) {
        if (fax) faxHeader(sheet, random, date, story.clinic, page, pages)
        if (page === 1) {
          const top = letterhead(sheet, head, story.clinic, lines)
          receivedStamp(sheet, random, date, 'Evidence Intake')
          return { top: top + 8, bottom: 740 }
        }
        sheet.text(style.left, 44, `Patient: ${fileName(story.veteran)}`, { font: style.bold, size: 9 })
        sheet.text(612 - style.right, 44, `Page ${page}`, {
          font: style.font,
          size: 9,
          align: 'right',
          color: gray,
        })
        return { top: 58, bottom: 744 }
      },
    })
  },
}

function* officeVisits(draft: Draft): Generator<Block> {
  const { random, story, claims } = draft
  const [complaint, history, findings, plan] = [chiefComplaints, histories, objective, assessments].map(
    (it) => voice(draft, it),
  )
  if (!complaint || !history || !findings || !plan) return
  for (;;) {
    const day = dateBetween(
      random,
      later(addDays(draft.date, -1500), addDays(story.service.left, 20)),
      draft.date,
    )
    const claim = random.pick(claims)
    yield { type: 'heading', text: `Office Visit  ${longDate(day)}`, underlined: random.chance(0.3) }
    yield { type: 'paragraph', text: `Reason for visit: ${complaint(claim, day)}.` }
    yield { type: 'paragraph', text: paragraphOf(history, claim, random.int(2, 4), day) }
    if (random.chance(0.4)) yield vitals(draft)
    yield { type: 'paragraph', text: `Examination. ${paragraphOf(findings, claim, random.int(2, 3), day)}` }
    yield {
      type: 'paragraph',
      text: `Impression and plan. ${paragraphOf(plan, claim, random.int(1, 3), day)}`,
    }
    if (random.chance(0.3))
      yield {
        type: 'paragraph',
        text: `Dictated by ${story.doctors.private}; transcribed ${slashDate(addDays(day, 2))}.`,
      }
  }
}

function vitals({ random }: Draft): Block {
  return {
    type: 'table',
    columns: [
      ['BP', 2],
      ['Pulse', 1],
      ['Temp', 1],
      ['Weight', 1],
      ['SpO2', 1],
    ],
    rows: [
      [
        `${random.int(110, 160)}/${random.int(64, 98)}`,
        `${random.int(56, 98)}`,
        `98.${random.int(0, 9)}`,
        `${random.int(140, 270)}`,
        `${random.int(93, 99)}%`,
      ],
    ],
  }
}
