import Type from './type.ts'

/**
 * Everything that a role of the profile may be allowed to do. What is done to a case is done only to one that the
 * caller sees.
 */
export const actions = {
  readCases: 'toCase',
  /** Find cases in lists, without reading what is in them. */
  listCases: 'toCase',
  readState: 'toCase',
  markRead: 'toCase',
  exportCase: 'toCase',
  tag: 'toCase',
  annotate: 'toCase',
  removeAnyAnnotation: 'toCase',
  readAccessLog: 'toCase',
  arrange: 'toCase',
  /** Its type, its docket, the name, and where it stands in another system. */
  correctCases: 'toCase',
  fileDocuments: 'toCase',
  /** Revise, divide, hold, remove, admit, link: what changes what the file says. */
  curateDocuments: 'toCase',
  /** How issues are being decided and on what, and drafts: what comes before a signature. */
  readDeliberations: 'toCase',
  editIssues: 'toCase',
  decideIssues: 'toCase',
  citeEvidence: 'toCase',
  /** Write, merge and remove parties, and say who represents them. */
  keepParties: 'toCase',
  /** Let a representative see the case, by a power of attorney that is filed in it. */
  grantAccess: 'toCase',
  /** Open a case that goes on with what another is about. */
  linkCases: 'toCase',
  /** Put a case that was ended in error back where it stood. */
  reopenCases: 'toCase',
  /** Rule on a motion to advance a case on the docket. */
  advanceCases: 'toCase',
  readTasks: 'toCase',
  workTasks: 'toCase',
  docket: 'toCase',
  /** Although something speaks against it. */
  docketAnyway: 'toCase',
  manageSessions: 'toCase',
  /** Correct the draft of a transcript, and vouch for it. */
  certifyTranscripts: 'toCase',
  routeMail: 'toCase',
  /** Send letters of the profile to the parties of a case. */
  writeLetters: 'toCase',
  recordDeliveries: 'toCase',
  /** Say whether a decision was put into effect. */
  reportEffectuation: 'toCase',
  /** Say that remanded work was heard of or came back, and what a court has sent back. */
  trackRemands: 'toCase',
  draft: 'toCase',
  commentOnDrafts: 'toCase',
  /** Return a draft, and edit it while it is in review. */
  reviewDrafts: 'toCase',
  signDecisions: 'toCase',
  /** Sign although somebody else holds the review, with a reason. */
  signForOthers: 'toCase',
  releaseDecisions: 'toCase',
  recallDecisions: 'toCase',
  setSensitivity: 'toCase',
  /** Place and lift legal holds. */
  holdCases: 'toCase',
  purgeCases: 'toCase',
  /** Before their time, as a court or a law orders. */
  purgeByOrder: 'toCase',
  readRanking: 'toService',
  askForCases: 'toService',
  /** Ask for cases for others, and try other levers. */
  distributeCases: 'toService',
  /** See and keep calendars, find times at which all can, and hold them. */
  keepCalendars: 'toService',
  /** See the mail that waits, and say where it belongs. */
  workMail: 'toService',
  readTombstones: 'toService',
  readEvents: 'toService',
  /** Figures over the cases that they see; the profile says which report is for which roles. */
  readReports: 'toService',
  openCases: 'toService',
  importCases: 'toService',
  operate: 'toService',
  /** Save other words and rules: also what each role may do. */
  changeProfile: 'toService',
  administer: 'toService',
} as const

export type Action = keyof typeof actions

/** Judgment: an account of another system does none of it, whatever its roles. */
export const ofPersons: readonly Action[] = [
  'decideIssues',
  'docketAnyway',
  'advanceCases',
  'draft',
  'reviewDrafts',
  'signDecisions',
  'signForOthers',
  'releaseDecisions',
  'recallDecisions',
  'reopenCases',
  'askForCases',
  'certifyTranscripts',
]

export const actionNames = Object.keys(actions) as Action[]

export const Permissions = Type.Array(Type.String(), {
  description: 'What the caller may do with the case and everything in it',
  examples: [['readCases', 'tag', 'annotate']],
})
