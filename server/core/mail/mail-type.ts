import type { Profile } from '@portico/contract/profile'
import { mailTypesFor } from '../file/document-labels.ts'
import { namesOf, unknownWord } from '../kernel/known-words.ts'

/** The given type, otherwise the only one that the document type suggests; or the reason why there is none. */
export function mailTypeOf(
  { mailType, documentType }: { mailType?: string | undefined; documentType?: string | undefined },
  profile: Pick<Profile, 'mailTypes'>,
): { mailType: string } | { why: string } {
  const { mailTypes } = profile
  if (mailType !== undefined) {
    const isKnown = mailTypes.some(({ name }) => name === mailType)
    return isKnown ? { mailType } : { why: unknownWord('mail type', mailType, namesOf(mailTypes)) }
  }
  const [suggested, ...others] = mailTypesFor(documentType, profile)
  if (suggested !== undefined && others.length === 0) return { mailType: suggested }
  if (suggested === undefined) return { why: 'Nothing says of which type the piece is.' }
  return { why: `The document type ${documentType} suggests ${[suggested, ...others].join(', ')}.` }
}

/** The types to suggest to a person. */
export function mailTypesOf(
  { mailType, documentType }: { mailType?: string | undefined; documentType?: string | undefined },
  profile: Pick<Profile, 'mailTypes'>,
): string[] {
  const names = namesOf(profile.mailTypes)
  const given = mailType !== undefined && names.includes(mailType) ? [mailType] : []
  return [...new Set([...given, ...mailTypesFor(documentType, profile)])]
}
