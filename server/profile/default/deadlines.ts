import type { BoardDeadlines, StandingTimer } from '@portico/contract/profile/deadlines'

/** 38 CFR 20.305 and 20.306: by the postmark, or five working days before receipt. */
export const deadlines: BoardDeadlines = {
  timeZone: 'America/New_York',
  calendar: 'usFederal',
  mailbox: { presumedDays: 5, counts: 'workingDays', channels: ['mail'] },
}

export const timers: StandingTimer[] = [
  {
    name: 'evidenceWindow',
    label: 'Evidence window',
    days: 90,
    from: 'Receipt, or the day on which the session was held or withdrawn.',
  },
  { name: 'noShow', label: 'Explanation of a missed session', days: 15, from: 'The day of the session.' },
  {
    name: 'courtRemandLetter',
    label: 'Answer to the letter after a court remand',
    days: 90,
    from: 'The day on which the letter was sent.',
  },
  {
    name: 'remandAcknowledgement',
    label: 'Word of a remand',
    days: 30,
    from: 'The day on which the issues were sent back.',
  },
  {
    name: 'remandWork',
    label: 'Work after a remand',
    days: 125,
    from: 'The day on which the issues were sent back.',
  },
  {
    name: 'recordDue',
    label: 'Record of a session hosted elsewhere',
    days: 3,
    from: 'The day on which the session was held.',
  },
  { name: 'directReviewTarget', label: 'Target of direct review', days: 365, from: 'Receipt.' },
  {
    name: 'deadlineApproaching',
    label: 'Warning of a deadline',
    days: 7,
    from: 'So many days before the deadline of a task.',
  },
]
