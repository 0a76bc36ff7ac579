import type { MadeAs } from '@portico/contract/documents'

/**
 * Whom a document that was made here is for: all who see the case, its recipient's side and staff, or staff alone. What
 * came in from outside is evidence, for all who see the case.
 */
const audienceOfMade: Record<MadeAs, 'case' | 'recipient' | 'staff'> = {
  // All sides were there.
  recording: 'case',
  transcript: 'case',
  // Has the recipient's address and what staff wrote to them.
  sentLetter: 'recipient',
  // Has annotations of staff.
  annotatedCopy: 'staff',
}

/** What is not for all who see the case. */
export const reservedKinds = (Object.keys(audienceOfMade) as MadeAs[]).filter(
  (kind) => audienceOfMade[kind] !== 'case',
)
