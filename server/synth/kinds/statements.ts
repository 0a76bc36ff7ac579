import { addDays, longDate, slashDate } from '../calendar.ts'
import { receivedStamp } from '../dress.ts'
import { type Block, flow } from '../flow.ts'
import { drawForm } from '../form.ts'
import { ownWords, witnessWords } from '../language/personal.ts'
import { fileName, fullName } from '../people.ts'
import { blueInk } from '../sheet.ts'
import type { Draft, Kind } from './kind.ts'
import { paragraphOf, voice } from './voice.ts'

/** VA Form 21-4138: the veteran's own words, by hand or typed. */
export const veteranStatement: Kind = {
  categories: ['other'],
  pages: [1, 4],
  scanned: 0.5,
  name: () => 'VA Form 21-4138, Statement in Support of Claim',
  describe: ({ story, claims }) => `${fullName(story.veteran)} on ${claims[0]?.condition.plain}`,
  *draw(sheet, draft) {
    const { story, random, scanned, date } = draft
    const pen = scanned
      ? ({ font: 'hand', size: 12, color: blueInk } as const)
      : ({ font: 'mono', size: 10 } as const)
    yield* drawForm(sheet, {
      pages: draft.pages,
      number: 'VA FORM 21-4138',
      pen,
      rows: [
        {
          cells: [
            { label: 'FIRST, MIDDLE, LAST NAME OF VETERAN', value: fullName(story.veteran), share: 3 },
            { label: 'SOCIAL SECURITY NO.', value: story.socialSecurityNumber, share: 2 },
            { label: 'VA FILE NO.', value: `C/CSS - ${story.socialSecurityNumber}`, share: 2 },
          ],
        },
        {
          section:
            'THE FOLLOWING STATEMENT IS MADE IN CONNECTION WITH A CLAIM FOR BENEFITS OF THE VETERAN NAMED ABOVE',
        },
        {
          height: 470,
          cells: [{ label: '(Continue on reverse or additional sheets)', value: statement(draft) }],
        },
        {
          note: 'I CERTIFY THAT the statements on this form are true and correct to the best of my knowledge and belief.',
        },
        {
          height: 36,
          cells: [
            { label: 'SIGNATURE', share: 3, signedWith: random },
            { label: 'DATE SIGNED', value: slashDate(date), share: 2 },
          ],
        },
        {
          cells: [
            {
              label: 'ADDRESS',
              value: `${story.address.street}, ${story.address.town}, ${story.address.state} ${story.address.zip}`,
              share: 3,
            },
            { label: 'TELEPHONE (Include Area Code)', value: story.phone, share: 2 },
          ],
        },
        {
          note: 'PENALTY: The law provides severe penalties which include fine or imprisonment, or both, for the willful submission of any statement or evidence of a material fact, knowing it to be false.',
        },
      ],
      remarks: paragraphs(draft, ownWords),
      head(page) {
        sheet.text(36, 44, 'Department of Veterans Affairs', { font: 'serifBold', size: 12 })
        sheet.text(576, 44, 'STATEMENT IN SUPPORT OF CLAIM', { font: 'sansBold', size: 12, align: 'right' })
        if (page === 1)
          receivedStamp(sheet, random, addDays(date, random.int(2, 9)), `RO ${story.regionalOffice}`)
        return 56
      },
    })
  },
}

function statement(draft: Draft): string {
  const say = voice(draft, ownWords)
  return Array.from({ length: draft.scanned ? draft.random.int(12, 26) : draft.random.int(14, 32) }, () =>
    say(draft.random.pick(draft.claims)),
  ).join(' ')
}

function* paragraphs(draft: Draft, bank: readonly string[], more = {}): Generator<Block> {
  const say = voice(draft, bank, more)
  for (;;)
    yield {
      type: 'paragraph',
      text: paragraphOf(say, draft.random.pick(draft.claims), draft.random.int(2, 4)),
    }
}

/** A letter from somebody who knows the veteran; on plain or ruled paper. */
export const witnessStatement: Kind = {
  categories: ['other'],
  pages: [1, 3],
  scanned: 0.55,
  name: () => 'Lay Statement',
  describe: ({ story, date }) => `Letter in support of ${fullName(story.veteran)}, ${longDate(date)}`,
  *draw(sheet, draft) {
    const { story, random, scanned, date, pages } = draft
    const spouse = { name: story.spouse, relation: 'have lived with the condition every day as a spouse' }
    const witness = random.pick([...story.buddies, spouse])
    const greeting: Block = {
      type: 'paragraph',
      text: random.pick([
        'To Whom It May Concern,',
        'Dear VA,',
        'To the Board of Appeals:',
        `Re: ${fullName(story.veteran)}`,
      ]),
    }
    const body = paragraphs(draft, witnessWords, { relation: witness.relation })
    yield* flow(sheet, {
      style: scanned
        ? {
            font: 'hand',
            bold: 'hand',
            size: 13,
            leading: 24,
            left: 84,
            right: 50,
            ruled: random.chance(0.7),
            ink: blueInk,
          }
        : {
            font: random.pick(['serif', 'mono']),
            bold: 'serifBold',
            size: 11.5,
            leading: 17,
            left: 80,
            right: 80,
          },
      pages,
      lastPageFill: 0.4 + random.next() * 0.5,
      blocks: (function* () {
        yield greeting
        yield* body
      })(),
      closing: [{ type: 'signature', random, lines: [witness.name, longDate(date)] }],
      frame(page) {
        if (scanned) sheet.line(72, 0, 72, 792, 0.5, [0.8, 0.4, 0.4])
        if (page === 1) receivedStamp(sheet, random, addDays(date, random.int(2, 9)), 'Mail Room')
        if (!scanned)
          sheet.text(80, 60, page === 1 ? longDate(date) : `${fileName(story.veteran)}, page ${page}`, {
            font: 'serif',
            size: 11,
          })
        return { top: 90, bottom: 732 }
      },
    })
  },
}
