import { addDays, longDate } from '../calendar.ts'
import { agencyLetterhead } from '../dress.ts'
import { type Block, flow, type Style } from '../flow.ts'
import { continuances, denials, grants, reasons } from '../language/legal.ts'
import { fullName } from '../people.ts'
import { listed } from '../phrase.ts'
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
export function reasonVoice(draft: Draft): (claim: Claim) => string {
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

export function evidence({ random, story, date, round }: Draft): string[] {
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
