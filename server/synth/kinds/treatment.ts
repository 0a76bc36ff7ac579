import { addDays, dateBetween, earlier, later, longDate, slashDate, stampDate } from '../calendar.ts'
import { clinicLetterhead, faxHeader, receivedStamp } from '../dress.ts'
import { type Block, flow, type Style } from '../flow.ts'
import {
  assessments,
  chiefComplaints,
  histories,
  nursing,
  objective,
  reviewOfSystems,
} from '../language/clinical.ts'
import { fileName, phoneNumber } from '../people.ts'
import { black, gray, navy } from '../sheet.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

const noteTitles = [
  'PRIMARY CARE NOTE',
  'PHYSICIAN PROGRESS NOTE',
  'NURSING TRIAGE NOTE',
  'MENTAL HEALTH OUTPATIENT NOTE',
  'ORTHOPEDIC SURGERY CONSULT',
  'PHYSICAL THERAPY NOTE',
  'TELEPHONE ENCOUNTER NOTE',
  'AUDIOLOGY NOTE',
  'PHARMACY MEDICATION REVIEW',
  'SOCIAL WORK NOTE',
  'EMERGENCY DEPARTMENT NOTE',
  'SLEEP CLINIC FOLLOW-UP',
] as const

export const vaTreatment: Kind = {
  categories: ['medical'],
  pages: [2, 90],
  scanned: 0.03,
  name: ({ story }) => `VA Treatment Records, ${story.vaFacility}`,
  describe: ({ claims, date }) => `Outpatient notes through ${longDate(date)}: ${claims[0]?.condition.plain}`,
  *draw(sheet, draft) {
    const { random, story, date, pages } = draft
    const printed = `Printed On ${stampDate(date)}`
    const chart = random.chance(0.7)
    const style: Style = chart
      ? { font: 'mono', bold: 'monoBold', size: 8.8, leading: 10.8, left: 46, right: 46 }
      : { font: 'sans', bold: 'sansBold', size: 9, leading: 12, left: 54, right: 54 }
    yield* flow(sheet, {
      style,
      pages,
      lastPageFill: 0.4 + random.next() * 0.5,
      blocks: progressNotes(draft, chart),
      frame(page) {
        sheet.text(46, 40, chart ? 'Progress Notes' : story.vaFacility, { font: style.bold, size: 11 })
        sheet.text(566, 40, printed, { font: style.font, size: 8.5, align: 'right' })
        sheet.line(46, 45, 566, 45, 0.8, chart ? black : navy)
        sheet.line(46, 752, 566, 752, 0.8, chart ? black : navy)
        sheet.text(
          46,
          762,
          `${fileName(story.veteran)}   xxx-xx-${story.socialSecurityNumber.slice(-4)}   DOB ${slashDate(story.birthDate)}`,
          { font: style.font, size: 8 },
        )
        sheet.text(566, 762, `Page ${page}`, { font: style.font, size: 8, align: 'right' })
        return { top: 54, bottom: 746 }
      },
    })
  },
}

function* progressNotes(draft: Draft, chart: boolean): Generator<Block> {
  const { random, story, claims, pages } = draft
  const bank = {
    complaint: voice(draft, chiefComplaints),
    history: voice(draft, histories),
    review: voice(draft, reviewOfSystems),
    objective: voice(draft, objective),
    assessment: voice(draft, assessments),
    nursing: voice(draft, nursing),
  }
  const stepDays = Math.max(3, Math.round(1400 / (pages * 1.4)))
  let day = later(addDays(draft.date, -Math.round(pages * 1.4 * stepDays)), addDays(story.service.left, 60))
  for (;;) {
    const claim = random.pick(claims)
    const author = random.pick([story.doctors.primary, story.doctors.specialist, ...story.doctors.examiners])
    day = earlier(addDays(day, random.int(1, stepDays * 2)), draft.date)
    const title = random.pick(noteTitles)
    yield {
      type: 'pairs',
      labelWidth: chart ? 130 : 100,
      rows: [
        [chart ? 'LOCAL TITLE:' : 'Encounter:', title],
        [chart ? 'DATE OF NOTE:' : 'Date:', `${stampDate(day)}@${random.int(8, 16)}:${random.int(10, 59)}`],
        [chart ? 'AUTHOR:' : 'Provider:', author.toUpperCase()],
        ...(chart ? [['STATUS:', random.pick(['COMPLETED', 'COMPLETED', 'AMENDED'])] as const] : []),
      ],
    }
    if (title.startsWith('NURSING') || title.startsWith('PHARMACY')) {
      yield { type: 'paragraph', text: paragraphOf(bank.nursing, claim, random.int(2, 4), day) }
    } else {
      yield { type: 'paragraph', text: `CC: ${bank.complaint(claim, day)}.` }
      yield { type: 'paragraph', text: `HPI: ${paragraphOf(bank.history, claim, random.int(1, 3), day)}` }
      if (random.chance(0.6))
        yield { type: 'paragraph', text: `ROS: ${paragraphOf(bank.review, claim, random.int(1, 3), day)}` }
      if (random.chance(0.35)) yield medicationTable(draft)
      yield { type: 'paragraph', text: `O: ${paragraphOf(bank.objective, claim, random.int(2, 3), day)}` }
      for (let i = random.int(1, 3); i > 0; i--) {
        yield { type: 'paragraph', indent: 14, hanging: '-', text: bank.assessment(random.pick(claims), day) }
      }
    }
    yield {
      type: 'paragraph',
      text: `/es/ ${author.toUpperCase()}\nSigned: ${slashDate(day)} ${random.int(8, 17)}:${random.int(10, 59)}`,
    }
    yield { type: 'rule' }
  }
}

function medicationTable({ random, story }: Draft): Block {
  const drugs = story.claims.flatMap((claim) =>
    claim.condition.treatments.filter((it) => / mg| mcg|units/.test(it)),
  )
  const rows = random.sample([...new Set(drugs)], 4).map((drug) => {
    const plain = drug.replace(/\{(\d+)\.\.\d+\}/g, '$1')
    return [plain.toUpperCase(), random.pick(['ACTIVE', 'ACTIVE', 'HOLD', 'EXPIRED']), `${random.int(0, 5)}`]
  })
  return {
    type: 'table',
    columns: [
      ['Active Outpatient Medications', 6],
      ['Status', 2],
      ['Refills', 1],
    ],
    rows: rows.length ? rows : [['NONE FOUND', '', '']],
  }
}

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
          const top = clinicLetterhead(sheet, random, story.clinic, lines)
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
