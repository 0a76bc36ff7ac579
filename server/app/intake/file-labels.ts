import { randomBytes } from 'node:crypto'
import type { NewPart } from '@portico/contract/intake'
import type { Profile } from '@portico/contract/profile'
import type { DocumentLabels } from '../../core/file/case-file.ts'
import { sorted } from '../../core/file/document-labels.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'

/** What a document is called, and how it is sorted, by the words of the profile. */
export function labelsOf(
  given: Omit<NewPart, 'pageCount'>,
  receiptDate: string,
  profile: Profile,
): DocumentLabels {
  const { description = '' } = given
  const name = given.name.trim()
  if (name === '') throw new Refusal('invalid', 'name must not be blank: a document needs a name.')
  const sorting = sorted(given, profile, [profile.unsortedCategory])
  return { name, description, ...sorting, receiptDate: given.receiptDate ?? receiptDate }
}

export function nameOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[\\/\p{Cc}]/gu, ' ')
    .trim()
  return name.slice(0, 500) || 'Case file'
}

export const newDocumentId = (at: Date): string => newId('doc', at, randomBytes(10))
