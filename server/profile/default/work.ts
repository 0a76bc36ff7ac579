import type { ClosedCases, Report, Sessions } from '@portico/contract/profile/work'

export const statuses = [
  { name: 'preDocketed', label: 'Pre-docketed' },
  { name: 'onDocket', label: 'On docket' },
  { name: 'waitingForSession', label: 'Waiting for a session' },
  { name: 'sessionScheduled', label: 'Session scheduled' },
  { name: 'evidenceWindow', label: 'Evidence window' },
  { name: 'withAdjudicator', label: 'With adjudicator' },
  { name: 'drafting', label: 'Drafting' },
  { name: 'supportAction', label: 'Support action' },
  { name: 'inReview', label: 'In review' },
  { name: 'readyToSign', label: 'Ready to sign' },
  { name: 'signed', label: 'Signed' },
  { name: 'dispatched', label: 'Dispatched' },
  { name: 'effectuation', label: 'Effectuation' },
  { name: 'closed', label: 'Closed' },
  { name: 'remanded', label: 'Remanded' },
  { name: 'onHold', label: 'On hold' },
  { name: 'withdrawn', label: 'Withdrawn' },
]

/** Nothing of who works on a case, nor of a decision before it is released. */
export const partyStatuses = [
  {
    name: 'received',
    label: 'Received',
    why: 'We have received your appeal and are looking at it.',
    next: 'It is placed on the docket, or we write to you if something is missing.',
  },
  {
    name: 'waitingForHearing',
    label: 'Waiting for a hearing',
    why: 'Your appeal waits for a hearing.',
    next: 'We write to you when there is a date.',
  },
  {
    name: 'hearingScheduled',
    label: 'Hearing scheduled',
    why: 'There is a date for your hearing.',
    next: 'The hearing is held. After it, you may send evidence for 90 days.',
  },
  {
    name: 'evidencePeriod',
    label: 'Evidence period',
    why: 'You may send evidence now.',
    next: 'When the period is over, your appeal goes on in the order of the docket.',
  },
  {
    name: 'withYourRepresentative',
    label: 'With your representative',
    why: 'Your representative may send an argument.',
    next: 'Then your appeal goes on in the order of the docket.',
  },
  {
    name: 'onDocket',
    label: 'On docket',
    why: 'Your appeal is on the docket. Appeals are taken up in the order in which they were received.',
    next: 'An adjudicator takes up your appeal.',
  },
  {
    name: 'decisionInProgress',
    label: 'Decision in progress',
    why: 'Your appeal is being decided.',
    next: 'We send you the decision when it is made.',
  },
  {
    name: 'decided',
    label: 'Decided',
    why: 'Your appeal is decided, and the decision is being sent to you.',
    next: 'You receive the decision.',
  },
  {
    name: 'sent',
    label: 'Decided',
    why: 'Your appeal is decided, and the decision was sent to you.',
    next: 'We check that nothing is left to do, and write to you if there is.',
  },
  {
    name: 'beingPutIntoEffect',
    label: 'Being put into effect',
    why: 'The decision was sent to you and is being put into effect.',
    next: 'You will hear from the office that carries it out.',
  },
  {
    name: 'returnedForMoreWork',
    label: 'Sent back for more work',
    why: 'Your appeal was sent back for more work.',
    next: 'When the work is done, your appeal comes back and is decided. It keeps its place on the docket.',
  },
  { name: 'withdrawn', label: 'Withdrawn', why: 'Your appeal was withdrawn.' },
  { name: 'closed', label: 'Closed', why: 'Your appeal is closed.' },
]

export const closeReasons = [
  { name: 'decided', label: 'Decided' },
  { name: 'withdrawn', label: 'Withdrawn' },
  { name: 'retracted', label: 'Retracted upstream' },
  { name: 'substitution', label: 'Goes on with a substitute' },
  { name: 'notEligible', label: 'Not eligible' },
  { name: 'closedByHand', label: 'Closed after a look at it' },
]

export const sessions: Sessions = {
  slotsPerDay: 8,
  slotMinutes: 60,
  firstStart: '08:15',
  startEveryMinutes: 15,
  holdMinutes: 15,
  windowDays: 90,
  noticeDays: { inPerson: 21, video: 14, phone: 14, virtual: 14 },
  adjudicatorRoles: ['adjudicator'],
  reminderDays: [60, 30, 7, 3, 2],
  conferenceReadyHours: 24,
  documentTypes: { recording: 'hearingRecording', transcript: 'hearingTranscript' },
  locations: [
    {
      name: 'washington',
      label: 'Washington, D.C.',
      timeZone: 'America/New_York',
      rooms: [
        { name: 'washington1', label: 'Hearing room 1' },
        { name: 'washington2', label: 'Hearing room 2' },
      ],
    },
    {
      name: 'denver',
      label: 'Denver',
      timeZone: 'America/Denver',
      rooms: [{ name: 'denver1', label: 'Room 1' }],
    },
  ],
}

/** A closed case is kept in order, gets mail and is still delivered; nothing of it is decided any more. */
export const closedCases: ClosedCases = {
  accepts: [
    'markRead',
    'tag',
    'annotate',
    'arrange',
    'correctCases',
    'fileDocuments',
    'curateDocuments',
    'keepParties',
    'grantAccess',
    'linkCases',
    'workTasks',
    'certifyTranscripts',
    'routeMail',
    'writeLetters',
    'recordDeliveries',
    'reportEffectuation',
    'recallDecisions',
    'trackRemands',
    'setSensitivity',
    'holdCases',
    'purgeCases',
  ],
}

const operations = ['reporting', 'operator']
const quartiles = [50, 75, 95]

export const reports: Report[] = [
  {
    name: 'throughput',
    label: 'Opened and closed',
    kind: 'throughput',
    by: ['caseType', 'docket'],
    period: 'month',
    roles: [],
  },
  {
    name: 'ageInStep',
    label: 'Age in each step',
    kind: 'ageInStep',
    by: ['step'],
    percentiles: quartiles,
    roles: [],
  },
  { name: 'overdue', label: 'Overdue cases', kind: 'overdue', by: ['assignee', 'step'], roles: [] },
  { name: 'queueDepth', label: 'Queues: how deep, how old', kind: 'queueDepth', by: ['team'], roles: [] },
  {
    name: 'reviewerLoad',
    label: 'Load of each reviewer',
    kind: 'reviewerLoad',
    by: ['assignee', 'status'],
    roles: [],
  },
  {
    name: 'distribution',
    label: 'Distribution, with the levers in force',
    kind: 'distribution',
    by: ['docket'],
    period: 'month',
    roles: [],
  },
  {
    name: 'decisions',
    label: 'Decisions by issue and disposition',
    kind: 'decisions',
    by: ['issueType', 'disposition'],
    period: 'month',
    roles: [],
  },
  {
    name: 'portHealth',
    label: 'Ports: delivered, waiting, failed',
    kind: 'portHealth',
    by: ['port'],
    roles: operations,
  },
  { name: 'docketHealth', label: 'Health of the docket', kind: 'docketHealth', by: [], roles: operations },
]
