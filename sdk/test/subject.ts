import type { Portico } from '../portico.ts'

export type Subject = {
  client: Portico
  username: string
  /** An appeal with at least two documents. */
  appealId: string
  otherAppealId: string
  /** A word that stands on some page of the appeal. */
  word: string
}

/** What two versions of an entry say that each subject has had in its library. */
const knee = {
  ...{ name: 'kneeOrder', place: 'opening' as const, issueTypes: [], dispositions: [] },
  fields: [{ name: 'rating', label: 'Rating in percent', type: 'number' as const, isRequired: true }],
}
export const kneeOrders = [
  {
    ...knee,
    version: 1,
    label: 'Order: rating of a knee',
    body: 'A rating of {{ fields.rating }} percent is granted.',
  },
  {
    ...{ ...knee, version: 2, label: 'Order: rating of a knee' },
    fields: [{ name: 'degree', label: 'Degree', type: 'text' as const, isRequired: true }],
    blocks: [
      { text: 'A rating of {{ fields.degree }} is granted.' },
      { when: "fields.degree == 'total'", text: 'The knee is lost.' },
    ],
  },
]
