import type { TaskType, Team } from '@portico/contract/profile'

export const teams: Team[] = [
  { name: 'intakeReview', label: 'Intake review' },
  { name: 'mailIntake', label: 'Mail intake' },
  { name: 'caseSupport', label: 'Case support' },
  { name: 'distribution', label: 'Distribution' },
  { name: 'adjudicators', label: 'Adjudicators' },
  { name: 'drafters', label: 'Drafters' },
  { name: 'qualityReview', label: 'Quality review' },
  { name: 'dispatch', label: 'Dispatch' },
  { name: 'effectuation', label: 'Effectuation' },
  { name: 'hearings', label: 'Hearings' },
  { name: 'expedite', label: 'Expedite' },
  { name: 'courtRemandSupport', label: 'Court remand support' },
  { name: 'litigation', label: 'Litigation' },
  { name: 'clerk', label: 'Clerk of the board' },
  { name: 'privacy', label: 'Privacy' },
]

const support = ['adjudicator', 'caseSupport']
const timed = { least: 1, most: 120 }

/** The steps that a case goes through, and the work that stands under them. */
const steps: TaskType[] = [
  { name: 'appeal', label: 'Appeal', byRulesOnly: true },
  {
    name: 'intake',
    label: 'Intake',
    team: 'intakeReview',
    isExclusive: true,
    byRulesOnly: true,
    supervisors: ['intake', 'caseSupport'],
    children: ['preDocketHold', 'letter'],
    holdDays: timed,
  },
  {
    name: 'preDocketHold',
    label: 'Waiting before the docket',
    team: 'intakeReview',
    supervisors: ['intake', 'caseSupport'],
    holdDays: { least: 1, most: 364 },
  },
  {
    name: 'distribution',
    label: 'Ready for distribution',
    team: 'distribution',
    isExclusive: true,
    supervisors: ['caseSupport'],
    outcomes: [{ name: 'distributed', label: 'Given to an adjudicator', needsPerson: true }],
    children: ['supportAction', 'letter'],
  },
  {
    name: 'assignment',
    label: 'With adjudicator',
    team: 'adjudicators',
    isExclusive: true,
    supervisors: ['adjudicator', 'caseSupport'],
    outcomes: [
      { name: 'assigned', label: 'Give it to a drafter', needsPerson: true },
      { name: 'ownDraft', label: 'Draft it oneself' },
    ],
    children: ['supportAction', 'letter'],
    holdDays: timed,
  },
  {
    name: 'review',
    label: 'Adjudicator review',
    team: 'adjudicators',
    isExclusive: true,
    byRulesOnly: true,
    supervisors: ['adjudicator', 'caseSupport'],
    children: ['drafting', 'supportAction', 'letter'],
    holdDays: timed,
  },
  {
    name: 'drafting',
    label: 'Drafting',
    team: 'drafters',
    supervisors: support,
    children: ['supportAction', 'letter'],
    holdDays: timed,
    dueDays: 30,
  },
  {
    name: 'supportAction',
    label: 'Support action',
    team: 'caseSupport',
    supervisors: ['drafter', 'adjudicator', 'caseSupport'],
    holdDays: timed,
    dueDays: 14,
  },
  {
    name: 'letter',
    label: 'Letter and its answer',
    team: 'caseSupport',
    supervisors: ['drafter', 'adjudicator', 'caseSupport', 'intake'],
    holdDays: { least: 45, most: 364 },
  },
  {
    name: 'qualityReview',
    label: 'Quality review',
    team: 'qualityReview',
    isExclusive: true,
    supervisors: ['qualityReviewer'],
    outcomes: [
      { name: 'passed', label: 'Passed' },
      { name: 'returned', label: 'Return to the adjudicator', needsNote: true },
    ],
    holdDays: timed,
  },
  {
    name: 'dispatch',
    label: 'Dispatch',
    team: 'dispatch',
    isExclusive: true,
    supervisors: ['dispatch'],
    outcomes: [
      { name: 'dispatched', label: 'Everything is sent' },
      { name: 'returned', label: 'Return to the adjudicator', needsNote: true },
    ],
    children: ['letter'],
    holdDays: timed,
  },
  {
    name: 'effectuation',
    label: 'Being put into effect',
    team: 'effectuation',
    outlivesCase: true,
    supervisors: ['dispatch', 'caseSupport'],
    holdDays: timed,
  },
  {
    name: 'caseReview',
    label: 'See how it goes on',
    team: 'caseSupport',
    supervisors: ['caseSupport', 'adjudicator'],
    children: ['supportAction', 'letter'],
    outcomes: [
      { name: 'returnToDocket', label: 'Back to the docket' },
      { name: 'close', label: 'Close the case', needsNote: true },
    ],
    holdDays: timed,
  },
]

/** Hearings: asking for one, holding it, and what waits for its outcome. */
const sessions: TaskType[] = [
  {
    name: 'sessionPending',
    label: 'Waiting for a hearing',
    team: 'hearings',
    byRulesOnly: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    children: ['scheduleSession', 'letter'],
  },
  {
    name: 'scheduleSession',
    label: 'Schedule a hearing',
    team: 'hearings',
    byRulesOnly: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    holdDays: timed,
  },
  {
    name: 'holdSession',
    label: 'Hold the hearing',
    team: 'hearings',
    byRulesOnly: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    holdDays: { least: 1, most: 730 },
  },
  {
    name: 'noShow',
    label: 'Nobody came to the hearing',
    team: 'hearings',
    supervisors: ['scheduler', 'sessionCoordinator'],
    holdDays: timed,
    outcomes: [
      { name: 'release', label: 'Go on without a hearing' },
      { name: 'postpone', label: 'Schedule another hearing' },
    ],
  },
  {
    name: 'evidenceWindow',
    label: 'Evidence window',
    team: 'caseSupport',
    supervisors: ['caseSupport'],
    holdDays: timed,
  },
]

const mail = (name: string, label: string, team: string, blocks: boolean, onClosed: boolean): TaskType => ({
  name,
  label,
  team,
  supervisors: ['mailClerk', 'caseSupport'],
  children: ['letter', 'supportAction'],
  holdDays: timed,
  dueDays: blocks ? 7 : 14,
  ...(onClosed ? { outlivesCase: true } : {}),
})

/** What arrives by mail and what must be looked into; the routes to them are rows of the mail table. */
const arrivals: TaskType[] = [
  mail('changeOfAddress', 'Change of address', 'caseSupport', false, false),
  mail('motionToAdvance', 'Motion to advance on the docket', 'expedite', false, true),
  mail('withdrawal', 'Withdrawal of appeal', 'intakeReview', false, false),
  mail('courtCorrespondence', 'Court correspondence', 'courtRemandSupport', false, true),
  mail('clearError', 'Clear-error related', 'litigation', false, true),
  mail('congressionalInterest', 'Congressional interest', 'litigation', true, true),
  mail('controlledCorrespondence', 'Controlled correspondence', 'litigation', false, true),
  mail('deathCertificate', 'Death certificate', 'caseSupport', false, false),
  mail('docketSwitch', 'Docket switch', 'clerk', true, false),
  mail('evidenceOrArgument', 'Evidence or argument', 'mailIntake', false, false),
  mail('extensionRequest', 'Extension request', 'caseSupport', true, false),
  mail('freedomOfInformation', 'Freedom-of-information request', 'privacy', true, true),
  mail('hearingRelated', 'Hearing related', 'caseSupport', true, false),
  mail('hearingPostponement', 'Hearing postponement request', 'hearings', false, false),
  mail('hearingWithdrawal', 'Hearing withdrawal request', 'hearings', false, false),
  mail('motionForReconsideration', 'Motion for reconsideration', 'litigation', false, true),
  mail('motionToVacate', 'Motion to vacate', 'litigation', false, true),
  mail('otherMotion', 'Other motion', 'litigation', false, true),
  mail('representationChange', 'Representation change', 'caseSupport', true, false),
  mail('privacyActRequest', 'Privacy Act request', 'privacy', true, true),
  mail('privacyComplaint', 'Privacy complaint', 'privacy', true, true),
  mail('returnedMail', 'Returned or undeliverable', 'dispatch', false, true),
  mail('statusInquiry', 'Status inquiry', 'litigation', false, true),
]

export const taskTypes: TaskType[] = [...steps, ...sessions, ...arrivals]
