import type { TaskType, Team } from '@portico/contract/profile'
import type { Completion } from '@portico/contract/profile/completion'

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
  { name: 'remandSupport', label: 'Remand support' },
  { name: 'courtRemandSupport', label: 'Court remand support' },
  { name: 'litigation', label: 'Litigation' },
  { name: 'clerk', label: 'Clerk of the board' },
  { name: 'privacy', label: 'Privacy' },
]

const support = ['adjudicator', 'caseSupport']
const timed = { least: 1, most: 120 }

type Happening = NonNullable<Completion['happened']>[number]

/** A letter that somebody wrote; others are raised by what happens on the case. */
const writtenLetter: Happening = { event: 'letter.owed', where: { eventType: [null] } }

const documentOf = (...documentType: string[]): Happening[] => [
  { event: 'document.filed', where: { documentType } },
  { event: 'document.edited', where: { documentType } },
]

const recordOfHearing: Happening[] = [
  ...documentOf('hearingRecording', 'hearingTranscript'),
  { event: 'session.artifactFiled', isAboutSame: true },
]

/** The steps that a case goes through, and the work that stands under them. */
const steps: TaskType[] = [
  { name: 'appeal', label: 'Appeal', byRulesOnly: true },
  {
    name: 'intake',
    label: 'Intake',
    team: 'intakeReview',
    needs: ['docket'],
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
    needs: ['docket'],
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
    children: ['supportAction', 'representativeArgument', 'letter'],
  },
  {
    name: 'representativeArgument',
    label: "Representative's argument",
    team: 'caseSupport',
    completesWhen: {
      happened: documentOf('brief'),
      orNote: true,
      otherwise:
        'No brief has been filed since the task was opened: file it, or say in a note why there is none.',
    },
    supervisors: ['caseSupport'],
    holdDays: timed,
    due: { length: { days: 45 } },
  },
  {
    name: 'assignment',
    label: 'With adjudicator',
    team: 'adjudicators',
    needs: ['signDecisions'],
    isExclusive: true,
    supervisors: ['caseSupport'],
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
    needs: ['signDecisions'],
    isExclusive: true,
    byRulesOnly: true,
    supervisors: ['caseSupport'],
    children: ['drafting', 'supportAction', 'letter'],
    holdDays: timed,
  },
  {
    name: 'drafting',
    label: 'Drafting',
    team: 'drafters',
    needs: ['draft'],
    completesWhen: {
      workProduct: ['inReview', 'signed', 'cleared', 'released'],
      otherwise: 'No draft has been submitted: submit the work product, and the task is completed with it.',
    },
    supervisors: support,
    children: ['supportAction', 'letter'],
    holdDays: timed,
    due: { length: { days: 30 } },
  },
  {
    name: 'supportAction',
    label: 'Support action',
    team: 'caseSupport',
    supervisors: ['drafter', 'adjudicator', 'caseSupport'],
    holdDays: timed,
    due: { length: { days: 14 } },
  },
  {
    name: 'letter',
    label: 'Letter and its answer',
    team: 'caseSupport',
    completesWhen: {
      happened: [writtenLetter],
      orNote: true,
      otherwise:
        'No letter has been written since the task was opened: write it, or say in a note why none is needed.',
    },
    supervisors: ['drafter', 'adjudicator', 'caseSupport', 'intake'],
    holdDays: { least: 45, most: 364 },
  },
  {
    name: 'qualityReview',
    label: 'Quality review',
    team: 'qualityReview',
    needs: ['releaseDecisions'],
    isExclusive: true,
    completesWhen: { workProduct: ['signed'], otherwise: 'No signed decision waits for its release.' },
    supervisors: ['qualityReviewer'],
    outcomes: [
      { name: 'passed', label: 'Passed' },
      { name: 'returned', label: 'Return to the adjudicator', needsNote: true, recalls: true },
    ],
    holdDays: timed,
  },
  {
    name: 'sealing',
    label: 'Sealing and release',
    team: 'dispatch',
    needs: ['recordDeliveries'],
    isExclusive: true,
    byRulesOnly: true,
    supervisors: ['dispatch'],
  },
  {
    name: 'dispatch',
    label: 'Dispatch',
    team: 'dispatch',
    needs: ['recordDeliveries'],
    isExclusive: true,
    completesWhen: { workProduct: ['released'], otherwise: 'The decision is not released yet.' },
    supervisors: ['dispatch'],
    outcomes: [
      { name: 'dispatched', label: 'Everything is sent', sendsBack: true },
      { name: 'returned', label: 'Return to the adjudicator', needsNote: true, recalls: true },
    ],
    children: ['letter'],
    holdDays: timed,
    needsReceipts: true,
  },
  {
    name: 'deliveryFailed',
    label: 'A delivery failed',
    team: 'dispatch',
    needs: ['recordDeliveries'],
    outlivesCase: true,
    byRulesOnly: true,
    supervisors: ['dispatch', 'caseSupport'],
    holdDays: timed,
    due: { length: { days: 14 } },
  },
  {
    name: 'letterFailed',
    label: 'A letter was not sent',
    team: 'caseSupport',
    completesWhen: {
      happened: [
        { event: 'letter.receipted', isAboutSame: true },
        { event: 'letter.withdrawn', isAboutSame: true },
      ],
      orNote: true,
      otherwise: 'The letter has not been sent: send it again, or say in a note what was done instead.',
    },
    outlivesCase: true,
    supervisors: ['caseSupport', 'dispatch'],
    children: ['letter', 'supportAction'],
    holdDays: timed,
    due: { length: { days: 14 } },
  },
  {
    name: 'effectuation',
    label: 'Being put into effect',
    team: 'effectuation',
    needs: ['reportEffectuation'],
    outlivesCase: true,
    byRulesOnly: true,
    supervisors: ['dispatch', 'caseSupport'],
    holdDays: timed,
    due: { length: { days: 30 } },
  },
  {
    name: 'effectuationFailed',
    label: 'The decision was not put into effect',
    team: 'caseSupport',
    completesWhen: {
      effectuation: ['completed'],
      orNote: true,
      otherwise:
        'The decision is not reported as put into effect: report it, or say in a note what was done.',
    },
    needs: ['reportEffectuation'],
    outlivesCase: true,
    supervisors: ['caseSupport', 'dispatch', 'adjudicator'],
    children: ['supportAction', 'letter'],
    holdDays: timed,
    due: { length: { days: 7 } },
  },
  {
    name: 'answerOverdue',
    label: 'No answer in time',
    team: 'caseSupport',
    supervisors: ['caseSupport'],
    children: ['letter', 'supportAction'],
    holdDays: timed,
    due: { length: { days: 14 } },
  },
  {
    name: 'remandTracking',
    label: 'Away for more work',
    team: 'remandSupport',
    needs: ['trackRemands'],
    byRulesOnly: true,
    supervisors: ['caseSupport'],
    holdDays: { least: 1, most: 364 },
  },
  {
    name: 'remandInquiry',
    label: 'Ask how far a remand is',
    team: 'remandSupport',
    needs: ['trackRemands'],
    supervisors: ['caseSupport'],
    outcomes: [{ name: 'asked', label: 'Asked, and will hear', needsNote: true }],
    holdDays: timed,
    due: { length: { days: 14 } },
  },
  {
    name: 'courtRemandLetter',
    label: 'Write to the parties after a court remand',
    team: 'courtRemandSupport',
    completesWhen: {
      happened: [writtenLetter],
      orNote: true,
      otherwise:
        'No letter has been written since the task was opened: write it, or say in a note why none is needed.',
    },
    supervisors: ['caseSupport'],
  },
  {
    name: 'courtRemandWindow',
    label: 'Answer to the letter after a court remand',
    team: 'courtRemandSupport',
    supervisors: ['caseSupport'],
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
  {
    name: 'retraction',
    label: 'Retracted upstream',
    team: 'intakeReview',
    supervisors: ['intake', 'caseSupport'],
    children: ['letter'],
    outcomes: [
      { name: 'close', label: 'Close the case' },
      { name: 'goOn', label: 'Go on with the case', needsNote: true },
    ],
    holdDays: timed,
    due: { length: { days: 7 } },
  },
]

/** Hearings: asking for one, holding it, and what waits for its outcome. */
const sessions: TaskType[] = [
  {
    name: 'sessionPending',
    label: 'Waiting for a hearing',
    team: 'hearings',
    needs: ['manageSessions'],
    byRulesOnly: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    children: ['scheduleSession', 'letter'],
  },
  {
    name: 'scheduleSession',
    label: 'Schedule a hearing',
    team: 'hearings',
    needs: ['manageSessions'],
    byRulesOnly: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    holdDays: timed,
  },
  {
    name: 'holdSession',
    label: 'Hold the hearing',
    team: 'hearings',
    needs: ['manageSessions'],
    byRulesOnly: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    holdDays: { least: 1, most: 730 },
    outcomes: [
      { name: 'held', label: 'Held' },
      { name: 'noShow', label: 'Nobody came' },
      { name: 'postponed', label: 'Postponed' },
      { name: 'withdrawn', label: 'Withdrawn' },
    ],
  },
  {
    name: 'sessionConflict',
    label: 'Move the hearing: something has come between',
    team: 'hearings',
    needs: ['manageSessions'],
    supervisors: ['scheduler', 'sessionCoordinator'],
    outcomes: [{ name: 'keep', label: 'Leave the hearing where it is', needsNote: true }],
    due: { length: { days: 7 } },
  },
  {
    name: 'conferenceOverdue',
    label: 'Get the conference of the hearing ready',
    team: 'hearings',
    needs: ['manageSessions'],
    supervisors: ['scheduler', 'sessionCoordinator'],
    outcomes: [{ name: 'arranged', label: 'Arranged in another way', needsNote: true }],
    due: { length: { days: 1 } },
  },
  {
    name: 'artifactMissing',
    label: 'Get the recording or transcript of the hearing',
    team: 'hearings',
    needs: ['manageSessions'],
    supervisors: ['scheduler', 'sessionCoordinator'],
    completesWhen: {
      outcomes: ['filed'],
      happened: recordOfHearing,
      otherwise: 'No recording or transcript has been filed since the task was opened: file it first.',
    },
    outcomes: [
      { name: 'filed', label: 'Filed by hand', record: 'stored' },
      { name: 'lost', label: 'There is none', needsNote: true, record: 'none' },
    ],
    due: { length: { days: 7 } },
  },
  {
    name: 'recordMissing',
    label: 'Get a record of the hearing',
    team: 'hearings',
    needs: ['manageSessions'],
    supervisors: ['scheduler', 'sessionCoordinator'],
    completesWhen: {
      outcomes: ['filed'],
      happened: recordOfHearing,
      sinceSession: true,
      otherwise: 'No recording or transcript has been filed since the hearing began: file it first.',
    },
    outcomes: [
      { name: 'filed', label: 'Filed by hand', record: 'stored' },
      { name: 'none', label: 'There is none', needsNote: true, record: 'none' },
    ],
    due: { length: { days: 7 } },
  },
  {
    name: 'checkTranscript',
    label: 'Check the transcript of the hearing, and certify it',
    team: 'hearings',
    needs: ['certifyTranscripts'],
    outlivesCase: true,
    supervisors: ['scheduler', 'sessionCoordinator'],
    outcomes: [{ name: 'madeElsewhere', label: 'There is another transcript', needsNote: true }],
    due: { length: { days: 30 } },
  },
  {
    name: 'noShow',
    label: 'Nobody came to the hearing',
    team: 'hearings',
    needs: ['manageSessions'],
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
  due: { length: { days: blocks ? 7 : 14 } },
  warnDays: 2,
  ...(onClosed ? { outlivesCase: true } : {}),
})

/** Mail that asks for something which the case would show, or else a note says why it was not done. */
const asking = (happened: Happening[], otherwise: string): Pick<TaskType, 'completesWhen'> => ({
  completesWhen: { happened, orNote: true, otherwise },
})

const changesOfParty = [
  'party.recorded',
  'party.contactChanged',
  'party.representationChanged',
  'party.died',
  'party.merged',
  'party.removed',
] as const

/** What arrives by mail and what must be looked into; the routes to them are rows of the mail table. */
const arrivals: TaskType[] = [
  {
    ...mail('changeOfAddress', 'Change of address', 'caseSupport', false, false),
    ...asking(
      [{ event: 'party.contactChanged' }],
      'No address or other contact has been changed since this arrived: record it, or say in a note why nothing changes.',
    ),
  },
  {
    ...mail('motionToAdvance', 'Motion to advance on the docket', 'expedite', false, true),
    ...asking(
      [{ event: 'case.advanced' }],
      'The motion has not been ruled on since it arrived: grant or deny it, or say in a note why no ruling is needed.',
    ),
  },
  {
    ...mail('withdrawal', 'Withdrawal of appeal', 'intakeReview', false, false),
    onlySigns: ['withdrawn', 'dismissedDeath', 'dismissedMatterOfLaw'],
  },
  mail('courtCorrespondence', 'Court correspondence', 'courtRemandSupport', false, true),
  mail('clearError', 'Clear-error related', 'litigation', false, true),
  mail('congressionalInterest', 'Congressional interest', 'litigation', true, true),
  mail('controlledCorrespondence', 'Controlled correspondence', 'litigation', false, true),
  mail('deathNotice', 'A party has died', 'caseSupport', false, false),
  {
    ...mail('deathCertificate', 'Death certificate', 'caseSupport', false, false),
    onlySigns: ['dismissedDeath', 'dismissedMatterOfLaw', 'withdrawn'],
    ...asking(
      [{ event: 'party.died' }],
      'No death has been recorded since this arrived: record it, or say in a note why not.',
    ),
  },
  {
    ...mail('docketSwitch', 'Docket switch', 'clerk', true, false),
    ...asking(
      [
        { event: 'case.corrected', where: { docket: ['directReview', 'evidenceSubmission', 'hearing'] } },
        { event: 'case.docketed' },
      ],
      'The docket has not been changed since this arrived: change it, or say in a note why it stays.',
    ),
  },
  mail('evidenceOrArgument', 'Evidence or argument', 'mailIntake', false, false),
  {
    ...mail('extensionRequest', 'Extension request', 'caseSupport', true, false),
    outcomes: [
      { name: 'granted', label: 'Extension granted' },
      { name: 'denied', label: 'Extension denied', needsNote: true },
    ],
  },
  mail('freedomOfInformation', 'Freedom-of-information request', 'privacy', true, true),
  mail('hearingRelated', 'Hearing related', 'caseSupport', true, false),
  {
    ...mail('hearingPostponement', 'Hearing postponement request', 'hearings', false, false),
    ...asking(
      [{ event: 'session.postponed' }, { event: 'session.rescheduled' }, { event: 'session.withdrawn' }],
      'No hearing has been postponed or moved since this arrived: do so, or say in a note why it stays.',
    ),
  },
  {
    ...mail('hearingWithdrawal', 'Hearing withdrawal request', 'hearings', false, false),
    ...asking(
      [{ event: 'session.withdrawn' }],
      'No hearing has been withdrawn since this arrived: withdraw it, or say in a note why it stays.',
    ),
  },
  mail('motionForReconsideration', 'Motion for reconsideration', 'litigation', false, true),
  mail('motionToVacate', 'Motion to vacate', 'litigation', false, true),
  mail('otherMotion', 'Other motion', 'litigation', false, true),
  {
    ...mail('representationChange', 'Representation change', 'caseSupport', true, false),
    ...asking(
      [{ event: 'party.representationChanged' }],
      'No representation has been changed since this arrived: record it, or say in a note why nothing changes.',
    ),
  },
  mail('privacyActRequest', 'Privacy Act request', 'privacy', true, true),
  mail('privacyComplaint', 'Privacy complaint', 'privacy', true, true),
  {
    ...mail('partyChange', 'A party was changed on another case', 'caseSupport', false, false),
    ...asking(
      changesOfParty.map((event) => ({ event, isAboutSame: true })),
      'Nothing about this party has been recorded here since: record what holds here too, or say in a note why nothing does.',
    ),
  },
  {
    ...mail('partyConflict', 'A party differs from the directory', 'caseSupport', false, true),
    completesWhen: {
      happened: [
        { event: 'party.conflictSettled', isAboutSame: true },
        { event: 'party.removed', isAboutSame: true },
        { event: 'party.merged', isAboutSame: true },
      ],
      otherwise: 'The conflict is not settled: decide on the party which of the two holds.',
    },
  },
  {
    ...mail('returnedMail', 'Returned or undeliverable', 'dispatch', false, true),
    ...asking(
      [writtenLetter, { event: 'delivery.redriven' }, { event: 'party.contactChanged' }],
      'Nothing has been sent again and no address changed since this came back: do so, or say in a note what was done.',
    ),
  },
  mail('statusInquiry', 'Status inquiry', 'litigation', false, true),
]

export const taskTypes: TaskType[] = [...steps, ...sessions, ...arrivals]
