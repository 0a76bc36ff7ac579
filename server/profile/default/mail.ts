import type { MailRoute, MailType } from '@portico/contract/profile/correspondence'

const to = (team: string): MailRoute[] => [{ team }]
/** A pending session beats the plain route. */
const hearingsIfPending: MailRoute[] = [{ when: 'sessionPending', team: 'hearings' }, { team: 'caseSupport' }]
/** Worked by the hearings team in any case, and before a hearing that is pending. */
const aboutHearing: MailRoute[] = [{ when: 'sessionPending', team: 'hearings' }, { team: 'hearings' }]

type Row = [
  name: string,
  label: string,
  routes: MailRoute[],
  blocks: 'blocks' | '-',
  closed: 'closed' | '-',
  documentTypes?: string[],
]

const rows: Row[] = [
  ['changeOfAddress', 'Change of address', hearingsIfPending, '-', '-'],
  ['motionToAdvance', 'Motion to advance on docket', to('expedite'), '-', 'closed'],
  ['withdrawal', 'Withdrawal of appeal', to('intakeReview'), '-', '-', ['withdrawal']],
  [
    'courtCorrespondence',
    'Court correspondence',
    to('courtRemandSupport'),
    '-',
    'closed',
    ['courtOrder', 'courtMandate'],
  ],
  ['clearError', 'Clear-error related', to('litigation'), '-', 'closed'],
  ['congressionalInterest', 'Congressional interest', to('litigation'), 'blocks', 'closed'],
  ['controlledCorrespondence', 'Controlled correspondence', to('litigation'), '-', 'closed'],
  ['deathCertificate', 'Death certificate', to('caseSupport'), '-', '-', ['deathCertificate']],
  ['docketSwitch', 'Docket switch', to('clerk'), 'blocks', '-'],
  [
    'evidenceOrArgument',
    'Evidence or argument',
    [{ when: 'dispatched', team: 'caseSupport' }, { team: 'mailIntake' }],
    '-',
    '-',
    ['brief', 'layStatement', 'privateMedicalRecord'],
  ],
  ['extensionRequest', 'Extension request', to('caseSupport'), 'blocks', '-'],
  ['freedomOfInformation', 'Freedom-of-information request', to('privacy'), 'blocks', 'closed'],
  ['hearingRelated', 'Hearing related', hearingsIfPending, 'blocks', '-'],
  ['hearingPostponement', 'Hearing postponement request', aboutHearing, '-', '-'],
  ['hearingWithdrawal', 'Hearing withdrawal request', aboutHearing, '-', '-'],
  ['motionForReconsideration', 'Motion for reconsideration', to('litigation'), '-', 'closed'],
  ['motionToVacate', 'Motion to vacate', to('litigation'), '-', 'closed'],
  ['otherMotion', 'Other motion', to('litigation'), '-', 'closed', ['motion']],
  [
    'representationChange',
    'Representation change (power of attorney)',
    hearingsIfPending,
    'blocks',
    '-',
    ['powerOfAttorney'],
  ],
  ['privacyActRequest', 'Privacy Act request', to('privacy'), 'blocks', 'closed', ['recordsRequest']],
  ['privacyComplaint', 'Privacy complaint', to('privacy'), 'blocks', 'closed'],
  [
    'returnedMail',
    'Returned or undeliverable',
    [
      { when: 'caseClosed', team: 'dispatch' },
      { when: 'sessionPending', team: 'hearings' },
      { toLastAssignee: true, team: 'caseSupport' },
    ],
    '-',
    'closed',
    ['returnedMail'],
  ],
  ['statusInquiry', 'Status inquiry', to('litigation'), '-', 'closed'],
]

/** Mail that may end a case or some of its issues. */
const changing: Record<string, MailType['asksScope']> = { withdrawal: { issues: 'withdrawn' } }

/** Each type of mail is worked as a task of the same name. */
export const mailTypes: MailType[] = rows.map(
  ([name, label, routes, blocks, closed, documentTypes = []]) => ({
    name,
    label,
    taskType: name,
    routes,
    blocksDistribution: blocks === 'blocks',
    allowedOnClosed: closed === 'closed',
    documentTypes,
    ...(changing[name] ? { asksScope: changing[name] } : {}),
    ...(name === 'evidenceOrArgument' ? { judgedBy: 'evidenceWindow' } : {}),
  }),
)
