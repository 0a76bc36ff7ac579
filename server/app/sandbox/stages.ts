export type StageName =
  | 'intake'
  | 'onDocket'
  | 'hearingScheduled'
  | 'withAdjudicator'
  | 'drafting'
  | 'inReview'
  | 'returned'
  | 'onHold'
  | 'delivered'
  | 'closed'
  | 'linked'

export type Stage = {
  name: StageName
  /** How long ago the case was opened. */
  ageDays: number
  docket: 'directReview' | 'evidenceSubmission' | 'hearing'
  drafter: string
  adjudicator: string
  /** Mail that waits with the case. */
  mail?: string
}

const rosa = { drafter: 'r.alvarez', adjudicator: 'j.tanaka' }
const daniel = { drafter: 'd.okafor', adjudicator: 's.whitfield' }
const maja = { drafter: 'm.lindqvist', adjudicator: 'j.tanaka' }

/** Where each synthetic case stands: the first is one to read and write on, the largest too. */
const stages: readonly Stage[] = [
  { name: 'drafting', ageDays: 40, docket: 'directReview', ...rosa },
  { name: 'intake', ageDays: 6, docket: 'directReview', ...rosa },
  { name: 'onDocket', ageDays: 30, docket: 'directReview', ...rosa, mail: 'statusInquiry' },
  { name: 'hearingScheduled', ageDays: 75, docket: 'hearing', ...daniel, mail: 'hearingPostponement' },
  { name: 'inReview', ageDays: 60, docket: 'directReview', ...rosa },
  { name: 'delivered', ageDays: 95, docket: 'directReview', ...daniel },
  { name: 'returned', ageDays: 70, docket: 'evidenceSubmission', ...rosa, mail: 'evidenceOrArgument' },
  { name: 'onHold', ageDays: 55, docket: 'directReview', ...rosa, mail: 'changeOfAddress' },
  { name: 'closed', ageDays: 160, docket: 'directReview', ...maja },
  { name: 'linked', ageDays: 190, docket: 'directReview', ...daniel },
  { name: 'withAdjudicator', ageDays: 35, docket: 'directReview', ...maja, mail: 'privacyActRequest' },
  { name: 'drafting', ageDays: 50, docket: 'directReview', ...rosa, mail: 'motionToAdvance' },
]

export function stageAt(index: number): Stage {
  return stages[index % stages.length] as Stage
}
