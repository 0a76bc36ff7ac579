import type { Distribution, Levers, Priority, RetentionRule } from '@portico/contract/profile/docket'

export const priority: Priority = {
  advancedAge: 75,
  advanceReasons: [
    { name: 'age', label: 'Age', byMotion: false },
    { name: 'financialDistress', label: 'Financial distress', byMotion: true },
    { name: 'seriousIllness', label: 'Serious illness', byMotion: true },
    { name: 'otherGoodCause', label: 'Other good cause', byMotion: true },
  ],
  ageReason: 'age',
  order: [
    {
      when: 'courtRemandAndAdvanced',
      why: 'A court has sent the case back, and it is advanced on the docket.',
    },
    { when: 'advanced', why: 'The case is advanced on the docket.' },
    { when: 'courtRemand', why: 'A court has sent the case back.' },
  ],
  otherwise: 'Its docket number is next.',
}

export const levers: Levers = {
  batchPerDrafter: 3,
  batchWithoutTeam: 15,
  mostWaiting: 8,
  affinityDays: { session: 60, advanced: 30, courtRemand: 21 },
  docketGoals: [
    { docket: 'directReview', days: 365 },
    { docket: 'evidenceSubmission', days: 550 },
    { docket: 'hearing', days: 730 },
  ],
}

export const distribution: Distribution = {
  taskType: 'distribution',
  outcome: 'distributed',
  receiverRole: 'adjudicator',
  drafterRole: 'drafter',
  waitingTypes: ['assignment'],
}

export const retention: RetentionRule[] = [
  {
    name: 'decidedAppeals',
    label: 'Decided appeals',
    caseTypes: ['appeal', 'courtRemand', 'reconsideration', 'vacatur', 'clearErrorMotion'],
    keepYears: 75,
    why: 'The schedule of records keeps a claims file for the life of the claim.',
  },
]
