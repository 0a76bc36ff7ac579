import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import type { Letter, Letterhead } from '@portico/contract/profile/correspondence'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { dayIn } from '../../core/time/local-time.ts'
import { printLetter } from '../../files/letter/print-letter.ts'
import type { PrintedLetter } from '../../files/letter/printed-letter.ts'
import { strictlyFilled, UnfilledTemplate } from '../../profile/templates.ts'
import type { Queryable } from '../../store/db.ts'
import { type LetterAbout, letterFields } from './fields.ts'

export type LetterToCompose = {
  caseId: string
  /** How a fault calls it, such as `The letter general`. */
  called: string
  letter: Pick<Letter, 'subject' | 'body' | 'answerWindowDays' | 'answerWindow'>
  letterhead: Letterhead
  /** The id of the letter. */
  reference: string
  about: Omit<LetterAbout, 'answerWindowDays' | 'answerWindow'>
}

export type Composed = {
  subject: string
  text: string
  /** The fields that it used, with their values. */
  fields: { name: string; value: string }[]
  printed: PrintedLetter
}

const mostSubject = 300
const mostText = 100_000
/** About forty pages. Each line takes its time to be set, in the one thread that sets all papers. */
const mostLines = 2000

/** Fills a letter from the live record, and lays it out; an `UnfilledTemplate` says which field of which template kept it. */
export async function composeLetter(
  db: Queryable,
  { caseId, called, letter, letterhead, reference, about }: LetterToCompose,
  around: { parties: readonly Party[]; profile: Profile; now: Date; notice?: string | undefined },
): Promise<Composed> {
  const { answerWindowDays, answerWindow } = letter
  const values = await letterFields(
    db,
    caseId,
    { ...about, ...withoutUndefined({ answerWindowDays, answerWindow }) },
    around,
  )
  if (!values) throw new UnfilledTemplate(`${called} has no case.`)
  const subject = strictlyFilled(`The subject of ${called}`, letter.subject, values)
  const body = strictlyFilled(`The body of ${called}`, letter.body, values)
  const line = subject.text.replaceAll(/\s+/g, ' ').trim().toWellFormed()
  const text = body.text.trim().toWellFormed()
  if (line === '' || text === '') throw new UnfilledTemplate(`${called} is empty once it is filled in.`)
  if (line.length > mostSubject)
    throw new UnfilledTemplate(`The subject of ${called} is longer than ${mostSubject} characters here.`)
  if (text.length > mostText)
    throw new UnfilledTemplate(
      `The body of ${called} is longer than ${mostText.toLocaleString('en-US')} characters here.`,
    )
  if (text.split(/\r\n|[\n\r\u2028\u2029]/).length > mostLines)
    throw new UnfilledTemplate(
      `The body of ${called} has more than ${mostLines.toLocaleString('en-US')} lines here.`,
    )
  const names = [...new Set([...subject.fields, ...body.fields])].sort()
  return {
    subject: line,
    text,
    fields: names.map((name) => ({ name, value: values[name] ?? '' })),
    printed: printLetter({
      subject: line,
      body: text,
      letterhead,
      docketNumber: values['case.docketNumber'] ?? '',
      reference,
      date: dayIn(around.now, around.profile.deadlines.timeZone),
      notice: around.notice,
    }),
  }
}
