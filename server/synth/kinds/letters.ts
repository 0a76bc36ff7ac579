import { addDays, longDate } from '../calendar.ts'
import { agencyLetterhead, chooseLetterhead, faxHeader, letterhead, receivedStamp } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import { contentions, notices } from '../language/legal.ts'
import { fullName, phoneNumber } from '../people.ts'
import { speaker } from '../phrase.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

const addressee = ({ story }: Draft): Block => ({
  type: 'paragraph',
  text: `${fullName(story.veteran).toUpperCase()}\n${story.address.street}\n${story.address.town}, ${story.address.state} ${story.address.zip}`,
})

const letterTitles = [
  'What Do We Still Need from You?',
  'What Is the Status of Your Claim?',
  'What We Decided',
  'How Can You Help?',
  'What Have We Received?',
  'What Should You Do Next?',
] as const

/** A letter from the agency: development, notice of a decision, an appointment. */
export const noticeLetter: Kind = {
  categories: ['procedural'],
  pages: [1, 5],
  scanned: 0.06,
  name: ({ date }) => `VA Letter to Veteran, ${longDate(date)}`,
  describe: ({ claims }) => `Notice about ${claims[0]?.condition.name}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const notice = voice(draft, notices)
    yield* flow(sheet, {
      style: { font: 'serif', bold: 'serifBold', size: 11.5, leading: 14.5, left: 72, right: 72 },
      pages,
      lastPageFill: 0.55 + random.next() * 0.3,
      closing: [
        { type: 'paragraph', text: 'Sincerely yours,' },
        {
          type: 'signature',
          random,
          lines: [
            'Veterans Service Center Manager',
            `Enclosures          cc: ${story.representative.organization}`,
          ],
        },
      ],
      frame(page) {
        if (page > 1) {
          sheet.text(72, 56, `Page ${page}`, { font: 'serif', size: 10.5 })
          sheet.text(
            72,
            70,
            `${story.socialSecurityNumber}  ${story.veteran.lastName}, ${story.veteran.firstName.charAt(0)}`,
            { font: 'serif', size: 10.5 },
          )
          return { top: 92, bottom: 730 }
        }
        const top = agencyLetterhead(sheet, 'Veterans Benefits Administration', [
          `Regional Office, ${story.regionalOffice}`,
        ])
        sheet.text(400, top + 12, longDate(date), { font: 'serif', size: 11.5 })
        sheet.text(400, top + 34, 'In reply, refer to:', { font: 'serifItalic', size: 10 })
        sheet.text(
          400,
          top + 47,
          `${random.int(301, 398)}/21PCT/${story.veteran.lastName.slice(0, 2).toUpperCase()}`,
          { font: 'serif', size: 10.5 },
        )
        sheet.text(400, top + 60, `File Number: ${story.socialSecurityNumber}`, { font: 'serif', size: 10.5 })
        return { top: top + 56, bottom: 730 }
      },
      blocks: (function* (): Generator<Block> {
        const title = speaker(random, letterTitles)
        yield addressee(draft)
        yield { type: 'space', points: 10 }
        yield {
          type: 'paragraph',
          text: `Dear ${story.sex === 'male' ? 'Mr.' : 'Ms.'} ${story.veteran.lastName}:`,
        }
        for (let i = 0; ; i++) {
          if (i % 3 === 1)
            yield {
              type: 'heading',
              text: title(),
            }
          yield { type: 'paragraph', text: paragraphOf(notice, random.pick(claims), random.int(1, 2)) }
        }
      })(),
    })
  },
}

/** A letter from the representative, often by fax. */
export const representativeLetter: Kind = {
  categories: ['procedural', 'other'],
  pages: [1, 2],
  scanned: 0.18,
  name: ({ story }) => `Correspondence, ${story.representative.organization}`,
  describe: ({ claims }) => `Transmits evidence about ${claims[0]?.condition.plain}`,
  *draw(sheet, draft) {
    const { random, story, claims, pages, date } = draft
    const head = chooseLetterhead(random)
    const contend = voice(draft, contentions)
    yield* flow(sheet, {
      style: { font: 'sans', bold: 'sansBold', size: 10.5, leading: 14, left: 72, right: 72 },
      pages,
      lastPageFill: 0.5,
      closing: [
        { type: 'paragraph', text: 'Very truly yours,' },
        { type: 'signature', random, lines: [story.representative.name, story.representative.organization] },
      ],
      frame(page) {
        faxHeader(sheet, random, date, story.representative.organization, page, pages)
        if (page > 1) return { top: 70, bottom: 730 }
        const top = letterhead(sheet, head, story.representative.organization, [
          `Office at ${story.regionalOffice}`,
          phoneNumber(random),
        ])
        receivedStamp(sheet, random, addDays(date, random.int(0, 5)), 'Evidence Intake')
        return { top: top + 24, bottom: 730 }
      },
      blocks: (function* (): Generator<Block> {
        yield {
          type: 'paragraph',
          text: `${longDate(date)}\n\nRE: ${fullName(story.veteran)}, ${story.socialSecurityNumber}`,
        }
        yield {
          type: 'paragraph',
          text: `Enclosed please find evidence in support of the claim for ${random.pick(claims).condition.name}. The Veteran ${random.pick(['waives', 'does not waive'])} initial consideration by the agency of original jurisdiction. 38 CFR 20.1304.`,
        }
        for (;;) yield { type: 'paragraph', text: contend(random.pick(claims)) }
      })(),
    })
  },
}
