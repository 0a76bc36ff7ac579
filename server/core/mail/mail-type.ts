import type { Profile } from '@portico/contract/profile'
import { mailTypesFor } from '../file/document-labels.ts'
import { namesOf, unknownWord } from '../kernel/known-words.ts'

/** The type that a piece came with, else the only one that its document type suggests; or why there is none. */
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

/** The types that a person may choose from first. */
export function mailTypesOf(
  { mailType, documentType }: { mailType?: string | undefined; documentType?: string | undefined },
  profile: Pick<Profile, 'mailTypes'>,
): string[] {
  const known = namesOf(profile.mailTypes)
  const given = mailType !== undefined && known.includes(mailType) ? [mailType] : []
  return [...new Set([...given, ...mailTypesFor(documentType, profile)])]
}
