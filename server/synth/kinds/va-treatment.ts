import type { IsoDate } from '../calendar.ts'
import { addDays, earlier, later, longDate, militaryDate, slashDate, stampDate } from '../calendar.ts'
import { type Block, flow, type Style } from '../flow.ts'
import {
  assessments,
  chiefComplaints,
  histories,
  nursing,
  objective,
  reviewOfSystems,
} from '../language/clinical.ts'
import { medicationsOf } from '../language/slots.ts'
import { fileName } from '../people.ts'
import type { Random } from '../random.ts'
import { black, type Color, navy } from '../sheet.ts'
import type { Story } from '../story.ts'
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

/** How notes were kept: on paper, then in a chart of plain text, then in a viewer. */
type Look = {
  head(story: Story): string
  style: Style
  ink: Color
  labels: readonly [title: string, date: string, author: string]
  written(random: Random, day: IsoDate): string
  signed(random: Random, author: string, day: IsoDate): string
}

const clock = (random: Random) => `${random.int(8, 16)}:${random.int(10, 59)}`

const paperLook: Look = {
  head: () => 'MEDICAL RECORD - PROGRESS NOTES',
  style: { font: 'mono', bold: 'mono', size: 10, leading: 13, left: 60, right: 50 },
  ink: black,
  labels: ['CLINIC', 'DATE', 'PHYSICIAN'],
  written: (_random, day) => militaryDate(day).toUpperCase(),
  signed: (_random, author) => `(signed) ${author}`,
}

const chartLook: Look = {
  head: () => 'Progress Notes',
  style: { font: 'mono', bold: 'monoBold', size: 8.8, leading: 10.8, left: 46, right: 46 },
  ink: black,
  labels: ['LOCAL TITLE:', 'DATE OF NOTE:', 'AUTHOR:'],
  written: (random, day) => `${stampDate(day)}@${clock(random)}   STATUS: COMPLETED`,
  signed: (random, author, day) => `/es/ ${author.toUpperCase()}\nSigned: ${slashDate(day)} ${clock(random)}`,
}

const viewerLook: Look = {
  head: (story) => story.vaFacility,
  style: { font: 'sans', bold: 'sansBold', size: 9, leading: 12, left: 54, right: 54 },
  ink: navy,
  labels: ['Encounter:', 'Date:', 'Provider:'],
  written: (random, day) => `${longDate(day)} ${clock(random)}`,
  signed: (_random, author, day) => `Electronically signed by ${author} on ${slashDate(day)}`,
}

export const vaTreatment: Kind = {
  categories: ['medical'],
  pages: [2, 90],
  scanned: 0.03,
  name: ({ story }) => `VA Treatment Records, ${story.vaFacility}`,
  describe: ({ claims, date }) => `Outpatient notes through ${longDate(date)}: ${claims[0]?.condition.plain}`,
  *draw(sheet, draft) {
    const { random, story, date, pages } = draft
    const look = date < '1997-01-01' ? paperLook : random.chance(0.7) ? chartLook : viewerLook
    const { font, bold } = look.style
    const patient = `${fileName(story.veteran)}   xxx-xx-${story.socialSecurityNumber.slice(-4)}   DOB ${slashDate(story.birthDate)}`
    yield* flow(sheet, {
      style: look.style,
      pages,
      lastPageFill: 0.4 + random.next() * 0.5,
      blocks: progressNotes(draft, look),
      frame(page) {
        sheet.text(46, 40, look.head(story), { font: bold, size: 11 })
        if (look !== paperLook)
          sheet.text(566, 40, `Printed On ${stampDate(date)}`, { font, size: 8.5, align: 'right' })
        sheet.line(46, 45, 566, 45, 0.8, look.ink)
        sheet.line(46, 752, 566, 752, 0.8, look.ink)
        sheet.text(46, 762, patient, { font, size: 8 })
        sheet.text(566, 762, `Page ${page}`, { font, size: 8, align: 'right' })
        return { top: 54, bottom: 746 }
      },
    })
  },
}

function* progressNotes(draft: Draft, look: Look): Generator<Block> {
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
      labelWidth: 100,
      rows: [
        [look.labels[0], title],
        [look.labels[1], look.written(random, day)],
        [look.labels[2], author.toUpperCase()],
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
    yield { type: 'paragraph', text: look.signed(random, author, day) }
    yield { type: 'rule' }
  }
}

function medicationTable({ random, story }: Draft): Block {
  const drugs = story.claims.flatMap((claim) => medicationsOf(claim.condition))
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
