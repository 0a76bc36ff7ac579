import type { Profile } from '@portico/contract/profile'
import { templateFields } from '@portico/contract/profile/text'
import { faultsOfTemplate, fieldsIn } from './templates.ts'

type Letter = Pick<
  Profile['letters'][number],
  'answerWindowDays' | 'answerWindow' | 'raisedBy' | 'subject' | 'body'
>

/** A letter is about no document, and whoever gets one has no account that a link would lead to. */
const neverFilled: readonly string[] = ['document.name', 'document.receiptDate', 'link', 'session.link']

export const letterFields = templateFields.filter((field) => !neverFilled.includes(field))

/**
 * What is wrong with the texts of a letter. A field that exists may still have no value on a case: the letter is then not
 * composed, and somebody is told why. One that can have none on any case is a fault.
 */
export function faultsOfLetter(place: string, letter: Letter): { place: string; what: string }[] {
  const isRaisedByTask = letter.raisedBy?.some(({ event }) => event.startsWith('task.')) ?? false
  const whyEmpty = (field: string) => {
    const isAnswered = letter.answerWindow !== undefined || letter.answerWindowDays !== undefined
    if (field === 'answerBy' && !isAnswered) return 'has a value only in a letter with answerWindow.'
    if (field.startsWith('task.') && !isRaisedByTask)
      return 'has a value only in a letter that is raised by a task (raisedBy).'
    return undefined
  }
  return (['subject', 'body'] as const).flatMap((part) => {
    const at = `${place}.${part}`
    const faults = faultsOfTemplate(at, letter[part], letterFields)
    const empty = faults.length > 0 ? [] : fieldsIn(letter[part])
    const reasons = empty.flatMap((field) => {
      const why = whyEmpty(field)
      return why === undefined ? [] : [`${at} names the field ${field}, which ${why}`]
    })
    return [...faults, ...reasons].map((what) => ({ place: at, what }))
  })
}
