import type { PartyRole, Role, Sensitivity } from '@portico/contract/profile/people'

const reads = ['readCases', 'readState', 'markRead']
const decides = ['readDeliberations', 'editIssues', 'decideIssues', 'citeEvidence']

export const roles: Role[] = [
  {
    name: 'drafter',
    label: 'Drafter (attorney)',
    cases: 'every',
    may: [...reads, ...decides, 'exportCase', 'tag', 'annotate', 'arrange'],
  },
  {
    name: 'adjudicator',
    label: 'Adjudicator',
    cases: 'every',
    may: [...reads, ...decides, 'exportCase', 'tag', 'annotate', 'arrange', 'advanceCases'],
  },
  {
    name: 'caseSupport',
    label: 'Case support',
    cases: 'every',
    may: [
      ...reads,
      'readDeliberations',
      'editIssues',
      'exportCase',
      'tag',
      'annotate',
      'arrange',
      'openCases',
      'fileDocuments',
      'curateDocuments',
      'keepParties',
      'linkCases',
      'advanceCases',
    ],
  },
  {
    name: 'intake',
    label: 'Intake',
    cases: 'every',
    may: [
      ...reads,
      'editIssues',
      'tag',
      'arrange',
      'openCases',
      'fileDocuments',
      'curateDocuments',
      'keepParties',
      'linkCases',
    ],
  },
  {
    name: 'mailClerk',
    label: 'Mail clerk',
    cases: 'every',
    may: [...reads, 'tag', 'fileDocuments', 'keepParties'],
  },
  { name: 'scheduler', label: 'Scheduler', cases: 'every', may: [...reads, 'keepParties'] },
  { name: 'sessionCoordinator', label: 'Session coordinator', cases: 'every', may: reads },
  { name: 'dispatch', label: 'Dispatch', cases: 'every', may: [...reads, 'exportCase'] },
  {
    name: 'qualityReviewer',
    label: 'Quality reviewer',
    cases: 'every',
    may: [...reads, 'readDeliberations', 'exportCase', 'tag', 'annotate'],
  },
  {
    name: 'privacyOfficer',
    label: 'Privacy officer',
    cases: 'every',
    may: [
      ...reads,
      'readDeliberations',
      'exportCase',
      'tag',
      'readAccessLog',
      'setSensitivity',
      'holdCases',
      'purgeCases',
      'readTombstones',
    ],
  },
  {
    name: 'representative',
    label: 'Representative',
    cases: 'represented',
    may: [...reads, 'exportCase'],
  },
  { name: 'reporting', label: 'Reporting', cases: 'every', may: ['readState', 'readEvents'] },
  { name: 'operator', label: 'Operator', cases: 'none', may: ['importCases', 'operate'] },
  { name: 'administrator', label: 'Administrator', cases: 'every', isAdministrator: true, may: [] },
  {
    name: 'integration',
    label: 'Integration',
    cases: 'every',
    may: [
      ...reads,
      ...decides,
      'readEvents',
      'exportCase',
      'tag',
      'annotate',
      'arrange',
      'openCases',
      'fileDocuments',
      'curateDocuments',
      'keepParties',
      'linkCases',
      'advanceCases',
      'importCases',
    ],
  },
]

export const partyRoles: PartyRole[] = [
  { name: 'appellant', label: 'Appellant', isClaimant: true, receivesDecision: true },
  { name: 'veteran', label: 'Veteran', receivesDecision: false },
  { name: 'substitute', label: 'Substitute for a claimant', isClaimant: true, receivesDecision: true },
  { name: 'contestingClaimant', label: 'Contesting claimant', isClaimant: true, receivesDecision: true },
  { name: 'representative', label: 'Representative', isRepresentative: true, receivesDecision: true },
  { name: 'attorney', label: 'Attorney', isRepresentative: true, receivesDecision: true },
  { name: 'fiduciary', label: 'Fiduciary', receivesDecision: true },
  { name: 'witness', label: 'Witness', receivesDecision: false },
]

export const sensitivity: Sensitivity = {
  levels: [
    { level: 0, label: 'Ordinary', why: 'Nothing but what every case holds.' },
    {
      level: 3,
      label: 'Restricted',
      why: 'Records that the law protects further, such as of certain illnesses.',
    },
    { level: 6, label: 'Colleague', why: 'The claimant, or one of the family, works here.' },
    { level: 9, label: 'Highly sensitive', why: 'A person of public interest, or in danger.' },
  ],
  ofNewCases: 0,
  ofNewMembers: 3,
}
