/** The words of the default profile, a veterans' benefits appeals board: data, never code of the core. */
export const defaultProfile = {
  caseType: 'appeal',
  categories: ['medical', 'procedural', 'other', 'index'],
  /** Of a document that nobody has sorted. */
  unsortedCategory: 'other',
  /** Where a case stands while no work has begun on it. */
  beforeWork: {
    step: 'intake',
    status: 'onDocket',
    partyStatus: 'onDocket',
    why: 'The case is on the docket and no work has begun on it.',
  },
}

export type Profile = typeof defaultProfile
