import type { Disposition, IssueType, ReasonGroup, Remands } from '@portico/contract/profile/issues'

export const benefitTypes = [
  { name: 'compensation', label: 'Compensation' },
  { name: 'pension', label: 'Pension' },
  { name: 'fiduciary', label: 'Fiduciary' },
  { name: 'insurance', label: 'Insurance' },
  { name: 'education', label: 'Education' },
  { name: 'vocationalRehabilitation', label: 'Vocational rehabilitation' },
  { name: 'loanGuaranty', label: 'Loan guaranty' },
  { name: 'cemetery', label: 'Cemetery' },
  { name: 'healthCare', label: 'Health care' },
]

const disability = ['compensation', 'pension']

export const issueTypes: IssueType[] = [
  { name: 'serviceConnection', label: 'Service connection', benefitTypes: ['compensation'] },
  { name: 'newAndRelevantEvidence', label: 'New and relevant evidence', benefitTypes: disability },
  { name: 'initialRating', label: 'Initial rating', benefitTypes: ['compensation'] },
  { name: 'increasedRating', label: 'Increased rating', benefitTypes: ['compensation'] },
  { name: 'reduction', label: 'Reduction or severance', benefitTypes: disability },
  { name: 'effectiveDate', label: 'Earlier effective date', benefitTypes: disability },
  {
    name: 'individualUnemployability',
    label: 'Total rating, individual unemployability',
    benefitTypes: ['compensation'],
  },
  {
    name: 'specialMonthlyCompensation',
    label: 'Special monthly compensation',
    benefitTypes: ['compensation'],
  },
  {
    name: 'dependencyAndIndemnity',
    label: 'Dependency and indemnity compensation',
    benefitTypes: ['compensation'],
  },
  { name: 'accruedBenefits', label: 'Accrued benefits and substitution', benefitTypes: disability },
  { name: 'clearError', label: 'Clear and unmistakable error', benefitTypes: [] },
  { name: 'characterOfDischarge', label: 'Character of discharge', benefitTypes: [] },
  { name: 'overpayment', label: 'Overpayment and waiver', benefitTypes: [] },
  { name: 'entitlement', label: 'Basic entitlement', benefitTypes: [] },
  { name: 'apportionment', label: 'Apportionment', benefitTypes: disability },
  { name: 'fiduciaryAppointment', label: 'Appointment of a fiduciary', benefitTypes: ['fiduciary'] },
  { name: 'treatmentCost', label: 'Payment of treatment', benefitTypes: ['healthCare'] },
  { name: 'other', label: 'Other', benefitTypes: [] },
]

export const dispositions: Disposition[] = [
  {
    name: 'allowed',
    label: 'Allowed',
    sentence: 'The board has granted what was asked for.',
    reasons: 'none',
    isFinal: true,
  },
  {
    name: 'remanded',
    label: 'Remanded',
    sentence: 'The board has sent the issue back, because more must be done before it can be decided.',
    reasons: 'required',
    sendsBack: true,
    isFinal: false,
  },
  {
    name: 'denied',
    label: 'Denied',
    sentence: 'The board has not granted what was asked for.',
    reasons: 'none',
    isFinal: true,
  },
  {
    name: 'vacated',
    label: 'Vacated',
    sentence: 'The board has set aside its earlier decision, and will decide anew.',
    reasons: 'none',
    isFinal: false,
  },
  {
    name: 'dismissedDeath',
    label: 'Dismissed, death',
    sentence: 'The issue has ended, because the claimant has died.',
    reasons: 'none',
    needsEvidence: false,
    afterDeath: true,
    isFinal: true,
  },
  {
    name: 'dismissedMatterOfLaw',
    label: 'Dismissed, matter of law',
    sentence: 'The law gives the board no power to decide the issue.',
    reasons: 'none',
    needsEvidence: false,
    afterDeath: true,
    isFinal: true,
  },
  {
    name: 'withdrawn',
    label: 'Withdrawn',
    sentence: 'The issue has ended, because it was withdrawn.',
    reasons: 'none',
    needsEvidence: false,
    afterDeath: true,
    isFinal: true,
  },
  {
    name: 'stayed',
    label: 'Stayed',
    sentence: 'The issue waits for a decision in another matter.',
    reasons: 'none',
    isFinal: false,
  },
]

export const reasonTimings = [
  { name: 'beforeCertification', label: 'Before certification' },
  { name: 'afterCertification', label: 'After certification' },
]

const ofRemand = { dispositions: ['remanded'], asksTiming: true }

export const reasonGroups: ReasonGroup[] = [
  {
    name: 'dutyToNotify',
    label: 'Duty to notify',
    ...ofRemand,
    reasons: [
      { name: 'noNotice', label: 'No notice sent' },
      { name: 'incorrectNotice', label: 'Incorrect notice sent' },
      { name: 'inadequateNotice', label: 'Legally inadequate notice' },
    ],
  },
  {
    name: 'dutyToAssist',
    label: 'Duty to assist',
    ...ofRemand,
    reasons: [
      { name: 'agencyRecords', label: "Agency's own records" },
      { name: 'privateRecords', label: 'Private records' },
      { name: 'servicePersonnelRecords', label: 'Service personnel records' },
      { name: 'serviceTreatmentRecords', label: 'Service treatment records' },
      { name: 'otherGovernmentRecords', label: 'Other government records' },
    ],
  },
  {
    name: 'medicalExamination',
    label: 'Medical examination',
    ...ofRemand,
    reasons: [
      { name: 'examinationNeeded', label: 'Examination needed' },
      { name: 'opinionNeeded', label: 'Opinion needed' },
      { name: 'noExamination', label: 'No examination given' },
      { name: 'inadequateExamination', label: 'Inadequate examination' },
      { name: 'noOpinion', label: 'No opinion given' },
      { name: 'inadequateOpinion', label: 'Inadequate opinion' },
      { name: 'advisoryOpinion', label: 'Advisory medical opinion' },
    ],
  },
  {
    name: 'dueProcess',
    label: 'Due process',
    ...ofRemand,
    reasons: [{ name: 'dueProcessDeficiency', label: 'Due process deficiency' }],
  },
  {
    name: 'otherReasons',
    label: 'Other',
    ...ofRemand,
    reasons: [
      { name: 'inextricablyIntertwined', label: 'Inextricably intertwined' },
      { name: 'statutoryDutyError', label: 'Error in a statutory duty' },
      { name: 'otherReason', label: 'Other' },
    ],
  },
]

/** Whether a remand was complied with, to which the appellant has a right, is for whoever decides to find: Stegall v. West, 11 Vet. App. 268 (1998). */
export const remands: Remands = {
  places: [
    { name: 'agencyOfOriginalJurisdiction', label: 'Agency of original jurisdiction' },
    { name: 'healthAdministration', label: 'Health administration', benefitTypes: ['healthCare'] },
    { name: 'cemeteryAdministration', label: 'Cemetery administration', benefitTypes: ['cemetery'] },
  ],
  returns: { to: 'signer', otherwise: 'docket' },
  unanswered: 'refused',
  notSatisfied: 'warned',
  mandateTypes: ['courtMandate', 'courtOrder'],
}
