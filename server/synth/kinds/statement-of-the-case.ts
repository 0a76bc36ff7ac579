import { slashDate } from '../calendar.ts'
import { type Block, flow } from '../flow.ts'
import { reasons, regulations } from '../language/legal.ts'
import { fullName } from '../people.ts'
import { capitalised, listed } from '../phrase.ts'
import type { Kind } from './kind.ts'
import { evidence, reasonVoice } from './rating-decision.ts'
import { paragraphOf, voice } from './voice.ts'

export const statementOfTheCase: Kind = {
  categories: ['procedural'],
  pages: [4, 16],
  scanned: 0.05,
  name: ({ round }) => (round === 1 ? 'Statement of the Case' : 'Supplemental Statement of the Case'),
  describe: ({ claims }) => `Issues: ${listed(claims.map((it) => it.condition.name))}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const reason = voice(draft, reasons)
    const because = reasonVoice(draft)
    yield* flow(sheet, {
      style: { left: 72, right: 72, font: 'sans', bold: 'sansBold', size: 10, leading: 13 },
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
