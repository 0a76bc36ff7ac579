import { addDays, longDate } from '../calendar.ts'
import { agencyLetterhead, receivedStamp } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import { remandText } from '../language/legal.ts'
import { fullName } from '../people.ts'
import { capitalised, listed } from '../phrase.ts'
import { gray } from '../sheet.ts'
import type { Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

export const boardDecision: Kind = {
  categories: ['procedural'],
  pages: [4, 10],
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
