import type { Workflow } from '@portico/contract/profile'

const mayNeedDraftAgain = {
  open: 'drafting',
  under: 'review',
  assign: { holderOf: 'drafting' },
  instructions: 'The decision came back: see the note of the task before.',
}

/** A retraction upstream pauses the step that the case is in, until somebody has decided what follows. */
const pausedByRetraction: Workflow['rules'] = [
  'drafting',
  'review',
  'assignment',
  'distribution',
  'intake',
].map((step) => ({
  name: `retractedIn${step[0]?.toUpperCase()}${step.slice(1)}`,
  on: { event: 'case.retracted' },
  when: { open: [step], notOpen: ['retraction'] },
  do: [{ open: 'retraction', under: step }],
}))

/** Each is a step: a case that is at one of them needs no other. */
const steps = [
  'intake',
  'distribution',
  'assignment',
  'review',
  'drafting',
  'qualityReview',
  'sealing',
  'dispatch',
  'caseReview',
]

/** What was sent back is tracked until it returns; what a court sends back waits for the answers of the parties. */
const remands: Workflow['rules'] = [
  {
    name: 'sentBack',
    on: { event: 'remand.sentBack' },
    do: [
      {
        open: 'remandTracking',
        holdFor: 'remandWork',
        instructions: 'Issues were sent back for more work. Record what is heard of it, and its return.',
      },
      { timer: 'remandAcknowledgement' },
    ],
  },
  {
    name: 'remandResumed',
    on: { event: 'remand.resumed' },
    when: { notOpen: ['remandTracking'] },
    do: [
      {
        open: 'remandTracking',
        holdFor: 'remandWork',
        instructions: 'What was sent back is awaited again. Record what is heard of it, and its return.',
      },
    ],
  },
  {
    name: 'noWordOfRemand',
    on: { event: 'timer.fired', timer: 'remandAcknowledgement' },
    when: { isAway: true },
    do: [
      {
        open: 'remandInquiry',
        instructions: 'Nothing has been heard of what was sent back: ask whether the work has begun.',
      },
    ],
  },
  {
    name: 'wordOfRemand',
    on: { event: 'remand.progressed' },
    do: [{ stop: 'remandAcknowledgement' }, { complete: 'remandInquiry', outcome: 'asked' }],
  },
  {
    name: 'remandOverdue',
    on: { event: 'task.resumed', task: ['remandTracking'] },
    do: [
      {
        instruct: 'remandTracking',
        instructions:
          'The time for the work is over. Record its return, or ask for it and hold this task until a new date.',
      },
    ],
  },
  {
    name: 'remandReturned',
    on: { event: 'remand.returned' },
    do: [
      { stop: 'remandAcknowledgement' },
      { complete: 'remandInquiry', outcome: 'asked' },
      { complete: 'remandTracking' },
    ],
  },
  {
    name: 'remandToAdjudicator',
    on: { event: 'remand.returned', where: { goesTo: 'signer' } },
    when: { notOpen: steps },
    do: [
      {
        open: 'assignment',
        ofCase: true,
        assign: { named: true },
        instructions: 'What was sent back has returned: check its instructions, and decide its issues.',
      },
    ],
  },
  {
    name: 'remandToTeam',
    on: { event: 'remand.returned', where: { goesTo: 'team' } },
    when: { notOpen: steps },
    do: [
      {
        open: 'assignment',
        ofCase: true,
        instructions: 'What was sent back has returned: check its instructions, and decide its issues.',
      },
    ],
  },
  {
    name: 'remandToDocket',
    on: { event: 'remand.returned', where: { goesTo: 'docket' } },
    when: { notOpen: steps },
    do: [{ open: 'distribution', ofCase: true }],
  },
  {
    name: 'remandEnded',
    on: { event: 'remand.ended' },
    do: [
      { stop: 'remandAcknowledgement' },
      { cancel: 'remandInquiry', why: 'The remand has ended.' },
      { cancel: 'remandTracking', why: 'The remand has ended.' },
    ],
  },
  {
    name: 'courtRemanded',
    on: { event: 'remand.received' },
    when: { isClosed: 'either' },
    do: [{ reopen: 'A court has sent the case back.' }],
  },
  {
    name: 'courtRemandToDocket',
    on: { event: 'remand.received' },
    when: { notOpen: steps },
    do: [{ open: 'distribution', ofCase: true }],
  },
  {
    name: 'courtRemandToWrite',
    on: { event: 'remand.received' },
    do: [
      {
        open: 'courtRemandLetter',
        under: 'distribution',
        dueBy: 'courtRemandNotice',
        instructions: 'A court has sent issues back: tell the parties, and how long they may send evidence.',
        withWhy: true,
      },
    ],
  },
  {
    name: 'courtRemandWritten',
    on: { event: 'task.completed', task: ['courtRemandLetter'] },
    do: [
      { stop: 'courtRemandLetter' },
      { open: 'courtRemandWindow', under: 'distribution', holdFor: 'courtRemandLetter' },
    ],
  },
  {
    name: 'courtRemandWindowOver',
    on: { event: 'task.resumed', task: ['courtRemandWindow'] },
    do: [{ complete: 'courtRemandWindow' }],
  },
]

/** The path of an appeal: intake, docket, distribution, assignment, drafting, review, signature, dispatch, effect. */
export const appealWorkflow: Workflow = {
  name: 'appeal',
  root: 'appeal',
  fallback: 'caseReview',
  beforeWork: {
    status: 'preDocketed',
    partyStatus: 'received',
    why: 'The appeal has arrived and no work has begun on it.',
  },
  rules: [
    { name: 'begin', on: { event: 'case.opened' }, do: [{ open: 'appeal' }, { open: 'intake' }] },
    {
      name: 'docket',
      on: { event: 'case.docketed' },
      when: { isAway: false },
      do: [{ complete: 'intake' }, { open: 'distribution' }],
    },
    {
      name: 'docketAway',
      on: { event: 'case.docketed' },
      when: { isAway: true },
      do: [{ complete: 'intake' }],
    },
    {
      name: 'docketCarried',
      on: { event: 'case.docketed' },
      when: { isAway: true, notOpen: ['remandTracking'] },
      do: [
        { timer: 'remandAcknowledgement', ofRemands: true },
        { open: 'remandTracking', holdFor: 'remandWork' },
      ],
    },
    {
      name: 'docketEvidence',
      on: { event: 'case.docketed', where: { docket: 'evidenceSubmission' } },
      when: { isAway: false },
      do: [{ open: 'evidenceWindow', under: 'distribution', holdFor: 'evidenceWindow' }],
    },
    {
      name: 'docketDirect',
      on: { event: 'case.docketed', where: { docket: 'directReview' } },
      do: [{ timer: 'directReviewTarget' }],
    },
    {
      name: 'docketHearing',
      on: { event: 'case.docketed', where: { docket: 'hearing' } },
      when: { isAway: false },
      do: [{ requestSession: 'video' }],
    },
    {
      name: 'refuse',
      on: { event: 'case.docketingRefused' },
      do: [{ close: 'notEligible' }],
    },
    {
      name: 'windowOver',
      on: { event: 'task.resumed', task: ['evidenceWindow'] },
      do: [{ complete: 'evidenceWindow' }],
    },
    {
      name: 'distributed',
      on: { event: 'task.completed', task: ['distribution'] },
      do: [{ open: 'assignment', assign: { named: true } }],
    },
    {
      name: 'toDrafter',
      on: { event: 'task.completed', task: ['assignment'], outcome: ['assigned'] },
      do: [
        { open: 'review', assign: { holderOf: 'assignment', actor: true } },
        { open: 'drafting', under: 'review', assign: { named: true } },
      ],
    },
    {
      name: 'ownDraft',
      on: { event: 'task.completed', task: ['assignment'], outcome: ['ownDraft'] },
      do: [
        { open: 'review', assign: { holderOf: 'assignment', actor: true } },
        { open: 'drafting', under: 'review', assign: { holderOf: 'assignment', actor: true } },
      ],
    },
    {
      name: 'submitted',
      on: { event: 'workProduct.submitted' },
      do: [{ complete: 'drafting' }],
    },
    {
      name: 'returned',
      on: { event: 'workProduct.returned' },
      when: { open: ['review'] },
      do: [mayNeedDraftAgain],
    },
    {
      name: 'signed',
      on: { event: 'workProduct.signed' },
      do: [{ complete: 'drafting' }, { complete: 'review' }],
    },
    {
      name: 'sampled',
      on: { event: 'workProduct.signed' },
      when: { workProduct: ['signed'], samplePercent: 5 },
      do: [{ open: 'qualityReview' }],
    },
    {
      name: 'notSampled',
      on: { event: 'workProduct.signed' },
      when: { workProduct: ['signed'], notSampled: 5 },
      do: [{ release: true }],
    },
    {
      name: 'qualityPassed',
      on: { event: 'task.completed', task: ['qualityReview'], outcome: ['passed'] },
      do: [{ release: true }],
    },
    {
      name: 'cleared',
      on: { event: 'workProduct.cleared' },
      when: { workProduct: ['cleared'] },
      do: [{ open: 'sealing' }],
    },
    {
      name: 'released',
      on: { event: 'workProduct.released' },
      do: [{ complete: 'sealing' }, { open: 'dispatch' }],
    },
    {
      name: 'notDelivered',
      on: { event: 'delivery.failed' },
      when: { isClosed: 'either' },
      do: [{ open: 'deliveryFailed' }],
    },
    {
      name: 'deliveredAfterAll',
      on: { event: 'delivery.receipted' },
      when: { isClosed: 'either' },
      do: [{ complete: 'deliveryFailed' }],
    },
    {
      name: 'deliveryRedriven',
      on: { event: 'delivery.redriven' },
      when: { isClosed: 'either' },
      do: [{ complete: 'deliveryFailed' }],
    },
    {
      name: 'deliveryDropped',
      on: { event: 'delivery.dropped' },
      when: { isClosed: 'either' },
      do: [{ complete: 'deliveryFailed' }],
    },
    {
      name: 'deliveryWithdrawn',
      on: { event: 'delivery.withdrawn' },
      when: { isClosed: 'either' },
      do: [{ complete: 'deliveryFailed' }],
    },
    {
      name: 'letterNotSent',
      on: { event: 'letter.failed', where: { cause: ['notComposed', 'notMailable', 'notSent'] } },
      when: { isClosed: 'either' },
      do: [
        {
          open: 'letterFailed',
          instructions: 'A letter was not sent. Settle what kept it, and send it again.',
          withWhy: true,
        },
      ],
    },
    {
      name: 'letterTriedAgain',
      on: { event: 'letter.owed' },
      when: { isClosed: 'either' },
      do: [{ complete: 'letterFailed' }],
    },
    {
      name: 'letterReturned',
      on: { event: 'letter.failed', where: { cause: 'returned' } },
      when: { isClosed: 'either' },
      do: [{ route: 'returnedMail', instructions: 'A letter came back.', withWhy: true }],
    },
    {
      name: 'letterSentAfterAll',
      on: { event: 'letter.receipted' },
      when: { isClosed: 'either' },
      do: [{ complete: 'letterFailed' }],
    },
    {
      name: 'sessionRequested',
      on: { event: 'session.requested' },
      do: [
        { open: 'sessionPending', under: 'distribution' },
        { open: 'scheduleSession', under: 'sessionPending' },
      ],
    },
    {
      name: 'sessionScheduled',
      on: { event: 'session.scheduled' },
      do: [
        { open: 'sessionPending', under: 'distribution' },
        { open: 'holdSession', under: 'sessionPending' },
        { complete: 'scheduleSession' },
        { cancel: 'noShow', why: 'Another date was set.' },
      ],
    },
    {
      name: 'sessionConflicted',
      on: { event: 'session.conflicted' },
      do: [{ open: 'sessionConflict', under: 'sessionPending', withWhy: true }],
    },
    {
      name: 'sessionConflictCleared',
      on: { event: 'session.conflictCleared' },
      do: [{ cancel: 'sessionConflict', why: 'Nothing stands against the date any more.' }],
    },
    {
      name: 'sessionRescheduled',
      on: { event: 'session.rescheduled' },
      do: [{ cancel: 'sessionConflict', why: 'The hearing was moved.' }],
    },
    {
      name: 'conferenceOverdue',
      on: { event: 'session.conferenceOverdue' },
      do: [{ open: 'conferenceOverdue', under: 'sessionPending', withWhy: true }],
    },
    {
      name: 'conferenceReady',
      on: { event: 'session.conferenceReady' },
      do: [{ cancel: 'conferenceOverdue', why: 'The conference is ready.' }],
    },
    {
      name: 'artifactFailed',
      on: { event: 'session.artifactFailed' },
      when: { isClosed: 'either' },
      do: [{ open: 'artifactMissing', withWhy: true }],
    },
    {
      name: 'transcriptAwaited',
      on: { event: 'transcript.awaited' },
      when: { isClosed: 'either' },
      do: [{ open: 'checkTranscript', instructions: 'A draft is made from the recordings.' }],
    },
    {
      name: 'transcriptDelayed',
      on: { event: 'transcript.delayed' },
      when: { isClosed: 'either' },
      do: [{ instruct: 'checkTranscript', instructions: 'The draft is not made yet.', withWhy: true }],
    },
    {
      name: 'transcriptDrafted',
      on: { event: 'transcript.drafted' },
      when: { isClosed: 'either' },
      do: [
        { open: 'checkTranscript' },
        { instruct: 'checkTranscript', instructions: 'The draft is made: check it against the sound.' },
      ],
    },
    {
      name: 'transcriptCertified',
      on: { event: 'transcript.certified' },
      when: { isClosed: 'either' },
      do: [{ complete: 'checkTranscript' }],
    },
    {
      name: 'sessionHeld',
      on: { event: 'session.held' },
      do: [
        { open: 'evidenceWindow', under: 'distribution', holdFor: 'evidenceWindow' },
        { complete: 'holdSession', outcome: 'held' },
        { complete: 'sessionPending' },
      ],
    },
    {
      name: 'sessionUnrecorded',
      on: { event: 'session.held', where: { record: 'missing' } },
      do: [
        {
          open: 'recordMissing',
          instructions:
            'The hearing was held, and nothing of it is recorded. File a recording or a transcript, or say why there is none.',
        },
      ],
    },
    {
      name: 'recordExpected',
      on: { event: 'session.held', where: { record: 'toCome' } },
      do: [{ timer: 'recordDue' }],
    },
    {
      name: 'recordOverdue',
      on: { event: 'timer.fired', timer: 'recordDue' },
      do: [
        {
          open: 'recordMissing',
          instructions:
            'The service that hosted the hearing has handed over neither a recording nor a transcript. Get one, or say why there is none.',
        },
      ],
    },
    {
      name: 'recordFiled',
      on: { event: 'session.artifactFiled' },
      when: { isClosed: 'either' },
      do: [{ stop: 'recordDue' }, { complete: 'recordMissing', outcome: 'filed' }],
    },
    {
      name: 'sessionWithdrawn',
      on: { event: 'session.withdrawn' },
      do: [
        { open: 'evidenceWindow', under: 'distribution', holdFor: 'evidenceWindow' },
        { complete: 'holdSession', outcome: 'withdrawn' },
        { complete: 'sessionPending' },
      ],
    },
    {
      name: 'sessionPostponed',
      on: { event: 'session.postponed' },
      do: [
        { open: 'sessionPending', under: 'distribution' },
        { open: 'scheduleSession', under: 'sessionPending' },
        { complete: 'holdSession', outcome: 'postponed' },
        { cancel: 'sessionConflict', why: 'The hearing was postponed.' },
        { cancel: 'conferenceOverdue', why: 'The hearing was postponed.' },
        { cancel: 'noShow', why: 'The hearing was postponed.' },
      ],
    },
    {
      name: 'sessionNoShow',
      on: { event: 'session.noShow' },
      do: [
        { open: 'noShow', under: 'sessionPending', holdFor: 'noShow' },
        { complete: 'holdSession', outcome: 'noShow' },
        { cancel: 'conferenceOverdue', why: 'The time of the hearing is past.' },
      ],
    },
    {
      name: 'noShowReleased',
      on: { event: 'task.completed', task: ['noShow'], outcome: ['release'] },
      do: [
        { open: 'evidenceWindow', under: 'distribution', holdFor: 'evidenceWindow' },
        { complete: 'sessionPending' },
      ],
    },
    {
      name: 'noShowPostponed',
      on: { event: 'task.completed', task: ['noShow'], outcome: ['postpone'] },
      do: [{ open: 'scheduleSession', under: 'sessionPending' }],
    },
    {
      name: 'partyDied',
      on: {
        event: 'party.died',
        where: {
          role: [
            'appellant',
            'veteran',
            'substitute',
            'contestingClaimant',
            'representative',
            'attorney',
            'fiduciary',
          ],
        },
      },
      do: [{ open: 'deathNotice' }],
    },
    {
      name: 'partyChangedElsewhere',
      on: { event: 'party.changedElsewhere' },
      do: [
        {
          open: 'partyChange',
          instructions:
            'This party was changed on another case by somebody who may not see this one, or in a directory that may not change it. The event party.changedElsewhere says where: look at it there, and record here what holds here too.',
        },
      ],
    },
    {
      name: 'partyConflicted',
      on: { event: 'party.conflicted' },
      do: [
        {
          open: 'partyConflict',
          instructions:
            'The case and the directory of record say different things about this party. Decide which holds: settle the conflict on the party, or correct the record.',
        },
      ],
    },
    {
      name: 'partyConflictSettled',
      on: { event: 'party.conflictSettled' },
      do: [{ complete: 'partyConflict' }],
    },
    {
      name: 'representationChanged',
      on: { event: 'party.representationChanged' },
      // Whoever is named at intake is looked at there.
      when: { notOpen: ['intake'] },
      do: [{ open: 'representationChange', under: 'distribution' }],
    },
    {
      name: 'recalled',
      on: { event: 'workProduct.recalled' },
      when: { isClosed: 'either' },
      do: [
        { reopen: 'The decision was recalled.' },
        { cancel: 'qualityReview', why: 'The decision was recalled.' },
        { cancel: 'sealing', why: 'The decision was recalled.' },
        { cancel: 'dispatch', why: 'The decision was recalled.' },
        { cancel: 'effectuationFailed', why: 'The decision was recalled.' },
        { cancel: 'effectuation', why: 'The decision was recalled.' },
        { cancel: 'remandInquiry', why: 'The decision was recalled.' },
        { cancel: 'remandTracking', why: 'The decision was recalled.' },
        {
          open: 'review',
          assign: { holderOf: 'review' },
          instructions: 'The decision was recalled: decide anew.',
        },
      ],
    },
    {
      name: 'toEffect',
      on: { event: 'task.completed', task: ['dispatch'], outcome: ['dispatched'] },
      when: { effectuation: ['pending', 'failed'], sentBack: ['none', 'some'] },
      do: [{ open: 'effectuation', ofDecision: true }],
    },
    {
      name: 'dispatched',
      on: { event: 'task.completed', task: ['dispatch'], outcome: ['dispatched'] },
      when: { isAway: false },
      do: [{ close: 'decided' }],
    },
    {
      name: 'inEffect',
      on: { event: 'effectuation.completed' },
      when: { isClosed: 'either' },
      do: [{ complete: 'effectuationFailed' }, { complete: 'effectuation' }],
    },
    {
      name: 'notInEffect',
      on: { event: 'effectuation.failed' },
      when: { isClosed: 'either' },
      do: [
        {
          open: 'effectuationFailed',
          instructions: 'The decision was not put into effect: see why in the events, and settle it.',
        },
      ],
    },
    {
      name: 'notInEffectAnyMore',
      on: { event: 'effectuation.failed' },
      // Before that, it is opened when everything is sent.
      when: { isClosed: true, notOpen: ['effectuation'] },
      do: [{ open: 'effectuation' }],
    },
    {
      name: 'reviewedAgain',
      on: { event: 'task.completed', task: ['caseReview'], outcome: ['returnToDocket'] },
      do: [{ open: 'distribution' }],
    },
    {
      name: 'closedByHand',
      on: { event: 'task.completed', task: ['caseReview'], outcome: ['close'] },
      do: [{ close: 'closedByHand' }],
    },
    {
      name: 'withdrawn',
      on: { event: 'task.completed', task: ['withdrawal'] },
      do: [{ close: 'withdrawn' }],
    },
    ...remands,
    ...pausedByRetraction,
    {
      name: 'retracted',
      on: { event: 'case.retracted' },
      when: { notOpen: ['retraction'] },
      do: [{ open: 'retraction' }],
    },
    {
      name: 'retractionFollowed',
      on: { event: 'task.completed', task: ['retraction'], outcome: ['close'] },
      do: [{ close: 'retracted' }],
    },
  ],
  standings: [
    {
      when: { isClosed: true, closedBecause: ['withdrawn', 'retracted'] },
      status: 'withdrawn',
      partyStatus: 'withdrawn',
      why: 'The appeal was withdrawn.',
    },
    {
      when: { isClosed: true, task: ['effectuation'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'effectuation',
      partyStatus: 'beingPutIntoEffect',
      why: 'The decision was sent and is being put into effect.',
      next: 'You will hear from the office that carries the decision out.',
    },
    {
      when: { isClosed: true },
      status: 'closed',
      partyStatus: 'closed',
      why: 'The case is closed.',
    },
    {
      when: { task: ['retraction'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'onHold',
      partyStatus: 'received',
      why: 'The system that handed the case over has retracted it, and somebody decides what follows.',
      next: 'The case goes on, or it is closed.',
    },
    {
      when: { task: ['preDocketHold'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'preDocketed',
      partyStatus: 'received',
      why: 'The appeal waits for something before it can be put on the docket.',
      next: 'It is put on the docket when what is missing has arrived.',
    },
    {
      when: { task: ['intake'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'preDocketed',
      partyStatus: 'received',
      why: 'The appeal has arrived and is being looked at before it is put on the docket.',
      next: 'It is put on the docket when intake is done.',
    },
    {
      when: { task: ['qualityReview'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'signed',
      partyStatus: 'decisionInProgress',
      why: 'The decision is signed and its quality is being reviewed.',
      next: 'The decision is sent.',
    },
    {
      when: { task: ['sealing'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'signed',
      partyStatus: 'decisionInProgress',
      why: 'The decision is signed and is being sealed.',
      next: 'The decision is sent.',
    },
    {
      when: { task: ['dispatch'], taskStatus: ['assigned', 'inProgress', 'onHold'], isSent: true },
      status: 'signed',
      partyStatus: 'sent',
      why: 'The decision is signed, and everybody has received it.',
      next: 'The dispatch is completed.',
    },
    {
      when: { task: ['dispatch'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'signed',
      partyStatus: 'decided',
      why: 'The decision is signed and is being sent.',
      next: 'You receive the decision.',
    },
    {
      when: { task: ['holdSession'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'sessionScheduled',
      partyStatus: 'hearingScheduled',
      why: 'A hearing is scheduled.',
      next: 'The hearing is held; then evidence may be sent for 90 days.',
    },
    {
      when: {
        task: ['scheduleSession', 'sessionPending', 'noShow'],
        taskStatus: ['assigned', 'inProgress', 'onHold'],
      },
      status: 'waitingForSession',
      partyStatus: 'waitingForHearing',
      why: 'The case waits for a hearing.',
      next: 'A date for the hearing is set.',
    },
    {
      when: { task: ['courtRemandLetter'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'onHold',
      partyStatus: 'onDocket',
      why: 'A court has sent the case back, and the parties are being written to.',
      next: 'They may send evidence; then the case goes on in the order of the docket.',
    },
    {
      when: { task: ['courtRemandWindow'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'evidenceWindow',
      partyStatus: 'evidencePeriod',
      why: 'A court has sent the case back, and evidence may be sent.',
      next: 'When the time is over, the case goes on in the order of the docket.',
    },
    {
      when: { task: ['evidenceWindow'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'evidenceWindow',
      partyStatus: 'evidencePeriod',
      why: 'Evidence may still be sent.',
      next: 'When the time is over, the case goes on in the order of the docket.',
    },
    {
      when: { task: ['representativeArgument'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'onDocket',
      partyStatus: 'withYourRepresentative',
      why: 'The representative is writing an argument.',
      next: 'When it is there, the case goes on in the order of the docket.',
    },
    {
      when: { task: ['distribution'], taskStatus: ['onHold'] },
      status: 'onHold',
      partyStatus: 'onDocket',
      why: 'Something that arrived must be worked before the case goes on.',
      next: 'It goes on in the order of the docket when that is done.',
    },
    {
      when: { task: ['distribution'] },
      status: 'onDocket',
      partyStatus: 'onDocket',
      why: 'The case waits on the docket for an adjudicator.',
      next: 'An adjudicator takes it up in the order of the docket.',
    },
    {
      when: { task: ['assignment'] },
      status: 'withAdjudicator',
      partyStatus: 'decisionInProgress',
      why: 'An adjudicator has the case.',
      next: 'A decision is drafted.',
    },
    {
      when: { task: ['supportAction', 'letter'] },
      status: 'supportAction',
      partyStatus: 'decisionInProgress',
      why: 'Something is being done that the decision needs.',
      next: 'The decision is drafted when that is done.',
    },
    {
      when: { task: ['drafting'] },
      status: 'drafting',
      partyStatus: 'decisionInProgress',
      why: 'A decision is being drafted.',
      next: 'An adjudicator reviews the draft.',
    },
    {
      when: { task: ['review'], workProduct: ['inReview'] },
      status: 'readyToSign',
      partyStatus: 'decisionInProgress',
      why: 'The draft is done and waits for the adjudicator.',
      next: 'The decision is signed and sent.',
    },
    {
      when: { task: ['review'] },
      status: 'inReview',
      partyStatus: 'decisionInProgress',
      why: 'The adjudicator reviews the decision.',
      next: 'The decision is signed and sent.',
    },
    {
      when: { task: ['caseReview'], taskStatus: ['assigned', 'inProgress'] },
      status: 'onDocket',
      partyStatus: 'onDocket',
      why: 'Somebody looks at how the case goes on.',
    },
    {
      when: { task: ['assignment', 'review', 'drafting'], taskStatus: ['onHold'] },
      status: 'onHold',
      partyStatus: 'decisionInProgress',
      why: 'Work on the decision is on hold.',
      next: 'The decision is drafted when that is over.',
    },
    {
      when: { task: ['remandTracking'], taskStatus: ['assigned', 'inProgress', 'onHold'] },
      status: 'remanded',
      partyStatus: 'returnedForMoreWork',
      why: 'Issues were sent back for more work.',
      next: 'When the work has come back, the case returns to the adjudicator.',
    },
    {
      when: {},
      status: 'onHold',
      partyStatus: 'onDocket',
      why: 'The case is on hold.',
    },
  ],
}
