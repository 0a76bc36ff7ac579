import { addDays, longDate, slashDate } from '../calendar.ts'
import { agencyLetterhead, receivedStamp } from '../dress.ts'
import { type Block, flow, type Style } from '../flow.ts'
import { continuances, denials, grants, reasons, regulations, remandText } from '../language/legal.ts'
import { slotsFor } from '../language/slots.ts'
import { fileName, fullName } from '../people.ts'
import { capitalised, listed, say } from '../phrase.ts'
import { gray } from '../sheet.ts'
import type { Claim } from '../story.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

const decisionStyle: Style = {
  font: 'serif',
  bold: 'serifBold',
  size: 11.2,
  leading: 14.4,
  left: 72,
  right: 72,
}

function outcome(claim: Claim): string {
  if (claim.percent === undefined) return `Service connection for ${claim.condition.name} is denied.`
  return claim.basis === 'increase'
    ? `Evaluation of ${claim.condition.name}, which is currently ${claim.percent} percent disabling, is continued.`
    : `Service connection for ${claim.condition.name} is granted with an evaluation of ${claim.percent} percent.`
}

export const ratingDecision: Kind = {
  categories: ['procedural'],
  pages: [2, 9],
  scanned: 0.06,
  name: ({ date }) => `Rating Decision, ${longDate(date)}`,
  describe: ({ claims }) =>
    listed(
      claims.map((it) => `${it.condition.plain} ${it.percent === undefined ? 'denied' : `${it.percent}%`}`),
    ),
  *draw(sheet, draft) {
    const { random, story, claims, pages, date, round } = draft
    yield* flow(sheet, {
      style: decisionStyle,
      pages,
      lastPageFill: 0.6 + random.next() * 0.3,
      blocks: decisionText(draft),
      closing: [
        {
          type: 'paragraph',
          text: 'REFERENCES: Title 38 of the Code of Federal Regulations, Pensions, Bonuses and Veterans’ Relief, contains the regulations of the Department of Veterans Affairs which govern entitlement to all veteran benefits.',
        },
      ],
      frame(page) {
        if (page > 1) {
          sheet.text(72, 52, `${fullName(story.veteran)}`, { font: 'serif', size: 10 })
          sheet.text(72, 64, `File number ${story.socialSecurityNumber}`, { font: 'serif', size: 10 })
          sheet.text(540, 52, `Page ${page}`, { font: 'serif', size: 10, align: 'right' })
          return { top: 84, bottom: 730 }
        }
        const top = agencyLetterhead(sheet, `Regional Office ${story.regionalOffice}`, [
          `Represented by: ${story.representative.organization}`,
        ])
        sheet.text(306, top + 10, fullName(story.veteran).toUpperCase(), {
          font: 'serifBold',
          size: 13,
          align: 'center',
        })
        sheet.text(306, top + 26, `VA File Number ${story.socialSecurityNumber}`, {
          font: 'serif',
          size: 11,
          align: 'center',
        })
        sheet.text(306, top + 46, 'Rating Decision', { font: 'serifBold', size: 14, align: 'center' })
        sheet.text(306, top + 60, longDate(date), { font: 'serif', size: 11, align: 'center' })
        return { top: top + 78, bottom: 730 }
      },
    })

    function* decisionText(source: Draft): Generator<Block> {
      const reason = voice(source, reasons)
      const because = reasonVoice(source)
      const served = `The records reflect that you are a Veteran of the ${story.service.era}. You served in the ${story.service.branch} from ${longDate(story.service.entered)} to ${longDate(story.service.left)}. You filed a claim that was received on ${longDate(story.timeline.rounds[round].claimed)}. Based on a review of the evidence listed below, we have made the following decisions.`
      yield { type: 'heading', text: 'INTRODUCTION', underlined: true }
      yield { type: 'paragraph', text: served }
      yield { type: 'heading', text: 'DECISION', underlined: true }
      for (const [i, claim] of claims.entries())
        yield { type: 'paragraph', hanging: `${i + 1}.`, indent: 22, text: outcome(claim) }
      yield { type: 'heading', text: 'EVIDENCE', underlined: true }
      for (const item of evidence(source)) yield { type: 'paragraph', hanging: '•', indent: 16, text: item }
      yield { type: 'heading', text: 'REASONS FOR DECISION', underlined: true }
      for (const [i, claim] of claims.entries()) {
        yield { type: 'paragraph', bold: true, text: `${i + 1}. ${outcome(claim).replace(/\.$/, '')}` }
        yield { type: 'paragraph', text: paragraphOf(reason, claim, random.int(1, 2)) }
        yield { type: 'paragraph', text: because(claim) }
      }
      yield { type: 'heading', text: 'ADDITIONAL CONSIDERATIONS', underlined: true }
      for (;;) {
        const claim = random.pick(claims)
        yield { type: 'paragraph', text: `${paragraphOf(reason, claim, random.int(2, 3))} ${because(claim)}` }
      }
    }
  },
}

/** A decision keeps to what it decided. */
function reasonVoice(draft: Draft): (claim: Claim) => string {
  const [denial, grant, continuance] = [
    voice(draft, denials),
    voice(draft, grants),
    voice(draft, continuances),
  ]
  return (claim) => {
    const bank = claim.percent === undefined ? denial : claim.basis === 'increase' ? continuance : grant
    return paragraphOf(bank, claim, draft.random.int(1, 2))
  }
}

function evidence({ random, story, date, round }: Draft): string[] {
  const { service, timeline } = story
  return random.sample(
    [
      `Service treatment records, from ${longDate(service.entered)} through ${longDate(service.left)}`,
      `VA examination dated ${longDate(timeline.rounds[round].examined)}`,
      `Treatment records, ${story.vaFacility}, through ${longDate(addDays(date, -random.int(10, 90)))}`,
      `Private treatment records, ${story.doctors.private}, ${story.clinic}`,
      `VA Form 21-4138, Statement in Support of Claim, received ${longDate(addDays(timeline.rounds[round].claimed, random.int(5, 60)))}`,
      `Lay statement of ${random.pick(story.buddies).name}`,
      `DD-214, Certificate of Release or Discharge from Active Duty`,
    ],
    5,
  )
}

export const codeSheet: Kind = {
  categories: ['procedural'],
  pages: [1, 2],
  scanned: 0.05,
  name: () => 'Rating Decision - Codesheet',
  describe: ({ date, story }) => `Combined evaluation ${combined(story.claims)}% from ${longDate(date)}`,
  *draw(sheet, draft) {
    const { random, story, pages, date } = draft
    yield* flow(sheet, {
      style: { font: 'mono', bold: 'monoBold', size: 9.4, leading: 12, left: 46, right: 46 },
      pages,
      lastPageFill: 0.75,
      frame(page) {
        sheet.box(46, 36, 520, 18, { fill: [0.88, 0.88, 0.88] })
        sheet.text(306, 49, `RATING DECISION CODESHEET     ${slashDate(date)}     PAGE ${page}`, {
          font: 'monoBold',
          size: 10,
          align: 'center',
        })
        return { top: 62, bottom: 744 }
      },
      blocks: (function* (): Generator<Block> {
        const { service } = story
        yield {
          type: 'table',
          columns: [
            ['NAME OF VETERAN', 3],
            ['VA FILE NUMBER', 2],
            ['POA', 3],
            ['COPY TO', 1],
          ],
          rows: [
            [fileName(story.veteran), story.socialSecurityNumber, story.representative.organization, 'YES'],
          ],
        }
        yield {
          type: 'table',
          columns: [
            ['EOD', 2],
            ['RAD', 2],
            ['BRANCH', 2],
            ['CHARACTER', 2],
            ['LEGACY CODES', 2],
          ],
          rows: [
            [
              slashDate(service.entered),
              slashDate(service.left),
              service.branch.toUpperCase(),
              'HONORABLE',
              `${random.int(10, 99)} ${random.int(100, 999)}`,
            ],
          ],
        }
        yield { type: 'heading', text: 'JURISDICTION: Claim for compensation' }
        for (const claim of story.claims) yield { type: 'pairs', labelWidth: 70, rows: codes(draft, claim) }
        yield {
          type: 'heading',
          text: `COMBINED EVALUATION FOR COMPENSATION: ${combined(story.claims)}% from ${slashDate(date)}`,
        }
        for (;;) {
          const note = say(
            random,
            random.pick(codeSheetNotes),
            slotsFor(random, story, random.pick(story.claims), date),
          )
          yield { type: 'paragraph', text: note }
        }
      })(),
    })
  },
}

const codeSheetNotes = [
  'SPECIAL NOTES: Notice of 38 CFR 3.105(e) not required.',
  'SPECIAL NOTES: Evaluation of {condition} considered 38 CFR 4.59 and {regulation}.',
  'FUTURE EXAMINATION: None. {Condition} is static.',
  'FUTURE EXAMINATION: {condition}, {24|36|60} months.',
  'BILATERAL FACTOR of 38 CFR 4.26 considered.',
  'ANCILLARY DECISION: Eligibility to Dependents Educational Assistance {is|is not} established.',
  'ANCILLARY DECISION: Individual unemployability {not raised by the record|deferred|denied}.',
  'DIARY: Review for receipt of records from {clinic} after {pastDate}.',
  'COMMENT: Diagnostic code {code} selected as most closely analogous. 38 CFR 4.20.',
] as const

function codes({ random, story, date }: Draft, { condition, percent }: Claim): [string, string][] {
  const granted = percent !== undefined
  return [
    [condition.diagnosticCode, condition.name.toUpperCase()],
    [
      '',
      granted
        ? `Service Connected, ${story.service.era}, Incurred`
        : 'Not Service Connected, Not Incurred/Caused by Service',
    ],
    [
      '',
      granted
        ? `${percent}% from ${slashDate(addDays(date, -random.int(30, 900)))}`
        : `Original date of denial ${slashDate(date)}`,
    ],
  ]
}

/** 38 CFR 4.25: what one disability leaves is what the next takes its share of. */
export function combined(claims: readonly Claim[]): number {
  const percents = claims.map((claim) => claim.percent ?? 0).sort((a, b) => b - a)
  const whole = percents.reduce((sum, percent) => Math.round(sum + (percent * (100 - sum)) / 100), 0)
  return Math.round(whole / 10) * 10
}

export const statementOfTheCase: Kind = {
  categories: ['procedural'],
  pages: [4, 24],
  scanned: 0.05,
  name: ({ round }) => (round === 1 ? 'Statement of the Case' : 'Supplemental Statement of the Case'),
  describe: ({ claims }) => `Issues: ${listed(claims.map((it) => it.condition.name))}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const reason = voice(draft, reasons)
    const because = reasonVoice(draft)
    yield* flow(sheet, {
      style: { ...decisionStyle, font: 'sans', bold: 'sansBold', size: 10, leading: 13 },
      pages,
      lastPageFill: 0.7,
      frame(page) {
        sheet.text(72, 46, 'Statement of the Case', { font: 'sansBold', size: 10 })
        sheet.text(306, 46, 'Department of Veterans Affairs', { font: 'sans', size: 9, align: 'center' })
        sheet.text(540, 46, `Page ${page}   ${slashDate(date)}`, { font: 'sans', size: 9, align: 'right' })
        sheet.box(72, 52, 468, 26)
        sheet.text(78, 62, `NAME OF VETERAN: ${fullName(story.veteran)}`, { font: 'sans', size: 8 })
        sheet.text(330, 62, `VA FILE NUMBER: ${story.socialSecurityNumber}`, { font: 'sans', size: 8 })
        sheet.text(78, 73, `POA: ${story.representative.organization}`, { font: 'sans', size: 8 })
        return { top: 92, bottom: 738 }
      },
      blocks: (function* (): Generator<Block> {
        yield { type: 'heading', text: 'ISSUES', underlined: true }
        for (const [i, claim] of claims.entries())
          yield {
            type: 'paragraph',
            hanging: `${i + 1}.`,
            indent: 22,
            text: `${claim.basis === 'increase' ? 'Evaluation of' : 'Service connection for'} ${claim.condition.name}.`,
          }
        yield { type: 'heading', text: 'EVIDENCE', underlined: true }
        for (const item of evidence(draft)) yield { type: 'paragraph', hanging: '•', indent: 16, text: item }
        yield {
          type: 'heading',
          text: 'PERTINENT LAWS; REGULATIONS; RATING SCHEDULE PROVISIONS',
          underlined: true,
        }
        for (const [citation, text] of random.sample(regulations, Math.min(regulations.length, 2 + pages))) {
          yield { type: 'paragraph', text: `${citation}  ${text}` }
        }
        for (const { condition } of claims) {
          yield {
            type: 'table',
            columns: [
              [`${condition.diagnosticCode} ${capitalised(condition.name)} (${condition.regulation})`, 7],
              ['Rating', 1],
            ],
            rows: condition.criteria.map(([percent, text]) => [capitalised(text), `${percent}%`]),
          }
        }
        yield { type: 'heading', text: 'REASONS AND BASES', underlined: true }
        for (;;) {
          const claim = random.pick(claims)
          yield {
            type: 'paragraph',
            text: `${paragraphOf(reason, claim, random.int(1, 3))} ${because(claim)}`,
          }
        }
      })(),
    })
  },
}

export const boardDecision: Kind = {
  categories: ['procedural'],
  pages: [4, 16],
  scanned: 0.04,
  name: ({ date }) => `Board Decision, ${longDate(date)}`,
  describe: ({ claims }) => `Remand: ${listed(claims.map((it) => it.condition.name))}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const remand = voice(draft, remandText)
    yield* flow(sheet, {
      style: { font: 'serif', bold: 'serifBold', size: 12, leading: 18, left: 90, right: 90, justify: true },
      pages,
      lastPageFill: 0.6,
      closing: [
        { type: 'signature', random, lines: [story.judge, "Veterans Law Judge, Board of Veterans' Appeals"] },
      ],
      frame(page) {
        if (page > 1) {
          sheet.text(306, 760, `- ${page} -`, { font: 'serif', size: 10, align: 'center', color: gray })
          return { top: 84, bottom: 724 }
        }
        const top = agencyLetterhead(sheet, "BOARD OF VETERANS' APPEALS", [
          `FOR THE SECRETARY OF VETERANS AFFAIRS`,
          `Date: ${longDate(date)}`,
        ])
        sheet.text(90, top + 8, 'IN THE APPEAL OF', { font: 'serif', size: 11 })
        sheet.text(230, top + 8, fullName(story.veteran).toUpperCase(), { font: 'serifBold', size: 12 })
        sheet.text(230, top + 24, `Represented by ${story.representative.organization}`, {
          font: 'serif',
          size: 11,
        })
        receivedStamp(sheet, random, addDays(date, 6), 'Appeals Management')
        return { top: top + 60, bottom: 724 }
      },
      blocks: (function* (): Generator<Block> {
        yield { type: 'heading', text: 'REMANDED', centered: true }
        for (const claim of claims)
          yield {
            type: 'paragraph',
            text: `Entitlement to ${claim.basis === 'increase' ? `a rating in excess of ${claim.percent ?? 0} percent` : 'service connection'} for ${claim.condition.name} is remanded.`,
          }
        yield { type: 'heading', text: 'REASONS FOR REMAND', centered: true }
        for (let step = 1; ; step++) {
          const claim = random.pick(claims)
          yield { type: 'paragraph', text: paragraphOf(remand, claim, random.int(2, 3)) }
          if (step % 4 === 0)
            yield { type: 'heading', text: `${step / 4}. ${capitalised(claim.condition.name)}` }
        }
      })(),
    })
  },
}
