import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord, unknownWord } from '../kernel/known-words.ts'

type Sorting = { documentType?: string | undefined; categories?: readonly string[] | undefined }

/** The labels of a document: unless set, its type suggests the category. */
export function sorted(
  { documentType, categories }: Sorting,
  profile: Pick<Profile, 'documentTypes' | 'documentCategories'>,
  unsorted: readonly string[],
): { documentType?: string; categories: string[] } {
  const type = documentType === undefined ? undefined : typeNamed(documentType, profile)
  const known = namesOf(profile.documentCategories)
  for (const category of categories ?? []) refuseUnknownWord('category', category, known)
  const suggested = type ? [type.category] : unsorted
  return { ...(type ? { documentType: type.name } : {}), categories: [...(categories ?? suggested)] }
}

/** The mail types that a document of this type suggests, in the order of the profile. */
export function mailSuggestedBy(
  documentType: string | undefined,
  { mailTypes }: Pick<Profile, 'mailTypes'>,
): string[] {
  if (documentType === undefined) return []
  return mailTypes.filter(({ documentTypes }) => documentTypes.includes(documentType)).map(({ name }) => name)
}

function typeNamed(name: string, { documentTypes }: Pick<Profile, 'documentTypes'>) {
  const known = documentTypes.find((type) => type.name === name)
  if (known) return known
  throw new Refusal('invalid', unknownWord('document type', name, namesOf(documentTypes)))
}
