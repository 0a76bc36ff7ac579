import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord, unknownWord } from '../kernel/known-words.ts'

type GivenLabels = { documentType?: string | undefined; categories?: readonly string[] | undefined }

/** The type and categories of a document; unless given, its type determines the category. */
export function labelsFrom(
  { documentType, categories }: GivenLabels,
  profile: Pick<Profile, 'documentTypes' | 'documentCategories'>,
  unsorted: readonly string[],
): { documentType?: string; categories: string[] } {
  const type = documentType === undefined ? undefined : findType(documentType, profile)
  const known = namesOf(profile.documentCategories)
  for (const category of categories ?? []) refuseUnknownWord('category', category, known)
  const defaults = type ? [type.category] : unsorted
  return { ...(type ? { documentType: type.name } : {}), categories: [...(categories ?? defaults)] }
}

/** The mail types that a document of this type suggests, in the order of the profile. */
export function mailTypesFor(
  documentType: string | undefined,
  { mailTypes }: Pick<Profile, 'mailTypes'>,
): string[] {
  if (documentType === undefined) return []
  return mailTypes.filter(({ documentTypes }) => documentTypes.includes(documentType)).map(({ name }) => name)
}

function findType(name: string, { documentTypes }: Pick<Profile, 'documentTypes'>) {
  const found = documentTypes.find((type) => type.name === name)
  if (found) return found
  throw new Refusal('invalid', unknownWord('document type', name, namesOf(documentTypes)))
}
