import type { MadeAs } from '@portico/contract/documents'

/**
 * Who may see a document made by the platform: everyone on the case, its recipient's side and staff, or staff alone.
 * Documents from outside are evidence, for everyone on the case.
 */
const audiences: Record<MadeAs, 'case' | 'recipient' | 'staff'> = {
  // All sides took part.
  recording: 'case',
  transcript: 'case',
  // Contains the recipient's address.
  sentLetter: 'recipient',
  // Contains annotations of staff.
  annotatedCopy: 'staff',
}

/** The kinds that not everyone on the case may see. */
export const reservedKinds = (Object.keys(audiences) as MadeAs[]).filter((kind) => audiences[kind] !== 'case')
