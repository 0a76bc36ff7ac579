import type { BoardDeadlines, StandingTimer } from '@portico/contract/profile/deadlines'

/** 38 CFR 20.305 (2013): by the postmark, or five working days before receipt. */
export const deadlines: BoardDeadlines = {
  timeZone: 'America/New_York',
  calendar: 'usFederal',
  mailbox: { presumedDays: 5, counts: 'workingDays', channels: ['mail'] },
}

const claimantRoles = ['appellant', 'veteran', 'substitute', 'contestingClaimant']

export const timers: StandingTimer[] = [
  {
    name: 'evidenceWindow',
    label: 'Evidence window',
    length: { days: 90 },
    runsFrom: ['session', 'receipt'],
    forParties: true,
    extendedBy: [
      {
        on: { event: 'task.completed', task: ['extensionRequest'], outcome: ['granted'] },
        by: { days: 30 },
        why: 'An extension was granted.',
      },
    ],
    tolledBy: [
      {
        from: { event: 'party.died', where: { role: claimantRoles } },
        until: [{ event: 'task.completed', task: ['deathNotice'] }, { event: 'party.deathRetracted' }],
        why: 'The claimant has died, and it is not settled who goes on with the appeal.',
      },
    ],
    passes: [{ complete: 'evidenceWindow' }],
  },
  {
    name: 'noShow',
    label: 'Explanation of a missed session',
    length: { days: 15 },
    runsFrom: ['session'],
    forParties: true,
  },
  {
    name: 'letterAnswer',
    label: 'Answer to a letter',
    length: { days: 65 },
    runsFrom: ['mailing'],
    forParties: true,
    passes: [{ open: 'answerOverdue' }],
  },
  {
    name: 'courtRemandNotice',
    label: 'Letter to the parties after a court remand',
    length: { days: 30 },
    runsFrom: ['mandate'],
    passes: [
      {
        instruct: 'courtRemandLetter',
        instructions: 'The parties should have been written to by now: write to them today.',
      },
    ],
  },
  {
    name: 'courtRemandLetter',
    label: 'Answer to the letter after a court remand',
    length: { days: 90 },
    runsFrom: ['mailing', 'mandate'],
    forParties: true,
    passes: [{ complete: 'courtRemandWindow' }],
  },
  {
    name: 'remandAcknowledgement',
    label: 'Word of a remand',
    length: { days: 30 },
    runsFrom: ['remand'],
  },
  {
    name: 'remandWork',
    label: 'Work after a remand',
    length: { days: 125 },
    runsFrom: ['remand'],
  },
  {
    name: 'recordDue',
    label: 'Record of a session hosted elsewhere',
    length: { days: 3 },
    counts: 'workingDays',
    runsFrom: ['session'],
  },
  {
    name: 'directReviewTarget',
    label: 'Target of direct review',
    length: { days: 365 },
    runsFrom: ['receipt'],
    lastDay: 'stays',
    passes: [{ instruct: 'distribution', instructions: 'The target of direct review has passed.' }],
  },
  { name: 'deadlineApproaching', label: 'Warning of a deadline', length: { days: 7 } },
]
