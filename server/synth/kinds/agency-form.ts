import { addDays, slashDate } from '../calendar.ts'
import { receivedStamp } from '../dress.ts'
import type { Block } from '../flow.ts'
import { textWidth } from '../font-metrics.ts'
import { type Cell, drawForm, type Row } from '../form.ts'
import { ownWords } from '../language/personal.ts'
import { fullName } from '../people.ts'
import { blueInk, type Sheet } from '../sheet.ts'
import type { Draft, Kind, Subject } from './kind.ts'
import { voice } from './voice.ts'

export const cell = (label: string, value: string, share = 1): Cell => ({ label, value, share })
export const choice = (label: string, options: readonly string[], chosen: string, share = 1): Cell => ({
  label,
  share,
  choices: options.map((option) => [option, option === chosen] as const),
})
export const row = (...cells: Cell[]): Row => ({ cells })
export const tall = (height: number, ...cells: Cell[]): Row => ({ height, cells })

/** A form of the agency: its number and title by the date, its rows, and remarks in the veteran's words. */
export function agencyForm(form: {
  pages: readonly [number, number]
  scanned: number
  title(subject: Subject): readonly [number: string, title: string]
  describe(subject: Subject): string
  rows(draft: Draft): Row[]
  /** filled in by the agency itself, so nobody certifies it */
  internal?: true
}): Kind {
  return {
    categories: ['procedural'],
    pages: form.pages,
    scanned: form.scanned,
    name: (subject) => form.title(subject).join(', '),
    describe: form.describe,
    *draw(sheet, draft) {
      const { random, scanned, story, date, pages } = draft
      const [number, title] = form.title(draft)
      const say = voice(draft, ownWords)
      yield* drawForm(sheet, {
        pages,
        number: number.toUpperCase(),
        pen: scanned
          ? { font: 'hand', size: 11.5, color: blueInk }
          : { font: random.pick(['mono', 'sans']), size: 9.5 },
        rows: form.internal ? form.rows(draft) : [...form.rows(draft), ...certification(draft)],
        remarks: (function* (): Generator<Block> {
          for (;;) yield { type: 'paragraph', text: say(random.pick(draft.claims)) }
        })(),
        head: () => formHead(sheet, title, number),
        finish(page) {
          if (page === 1)
            receivedStamp(sheet, random, addDays(date, random.int(0, 6)), `RO ${story.regionalOffice}`)
        },
      })
    },
  }
}

function formHead(sheet: Sheet, title: string, number: string): number {
  sheet.text(36, 36, 'OMB Control No. 2900-0000   Respondent Burden: 25 minutes', { font: 'sans', size: 6 })
  sheet.text(576, 36, number, { font: 'sansBold', size: 8, align: 'right' })
  sheet.line(36, 40, 576, 40, 1.4)
  sheet.text(36, 55, 'Department of Veterans Affairs', { font: 'serifBold', size: 12 })
  const size = Math.min(10.5, 360 / textWidth(title.toUpperCase(), 'sansBold', 1))
  sheet.text(576, 55, title.toUpperCase(), { font: 'sansBold', size, align: 'right' })
  sheet.line(36, 61, 576, 61, 0.6)
  return 64
}

export function identity({ story, date }: Draft): Row[] {
  const { veteran, address } = story
  return [
    { section: "SECTION I: VETERAN'S IDENTIFICATION INFORMATION" },
    row(
      cell("1. VETERAN'S NAME (First, Middle Initial, Last)", `${fullName(veteran)}`, 3),
      cell('2. SOCIAL SECURITY NUMBER', story.socialSecurityNumber, 2),
      cell('3. DATE OF BIRTH', slashDate(story.birthDate), 2),
    ),
    row(
      cell('4. CURRENT MAILING ADDRESS (Number and street)', address.street, 3),
      cell('CITY', address.town, 2),
      cell('STATE', address.state),
      cell('ZIP CODE', address.zip),
    ),
    row(
      cell('5. TELEPHONE NUMBER', story.phone, 2),
      cell(
        '6. E-MAIL ADDRESS (Optional)',
        date < '1999' ? '' : `${veteran.lastName.toLowerCase()}@mail.example`,
        2,
      ),
      choice('7. SEX', ['MALE', 'FEMALE'], story.sex.toUpperCase(), 2),
    ),
  ]
}

function certification({ random, story, date }: Draft): Row[] {
  return [
    {
      note: 'I CERTIFY THAT the statements on this form are true and correct to the best of my knowledge and belief. I authorize any person or entity to give the Department of Veterans Affairs any information about me, and I waive any privilege which makes the information confidential. (38 U.S.C. § 5101; 38 CFR 1.577)',
    },
    tall(
      34,
      cell(
        'SIGNATURE (Required)',
        random.chance(0.5) ? `/s/ ${fullName(story.veteran)}` : fullName(story.veteran),
        3,
      ),
      cell('DATE SIGNED', slashDate(date), 2),
    ),
    {
      note: 'PRIVACY ACT NOTICE: VA will not disclose information collected on this form to any source other than what has been authorized under the Privacy Act of 1974 or title 38, Code of Federal Regulations, section 1.576 for routine uses. RESPONDENT BURDEN: We need this information to determine your eligibility. Title 38, United States Code, allows us to ask for it.',
    },
  ]
}

/** Why the veteran thinks so, in a few sentences. */
export function argument(draft: Draft): string {
  const say = voice(draft, ownWords)
  return Array.from({ length: 5 }, () => say(draft.random.pick(draft.claims))).join(' ')
}
